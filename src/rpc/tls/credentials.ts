// How a gRPC connection is secured at either end: not at all, by TLS, or by TLS with a certificate on both sides.
import { connect as connectPlain, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { experimental, ServerCredentials } from "@grpc/grpc-js";
import type { Endpoint } from "../client/core-address.ts";
import type { CertificateFiles } from "./read-certificates.ts";
import { watchCertificates, type WatchOptions } from "./watched-certificates.ts";

/** With a CA every client has to show a certificate that it has signed. */
export type ServerTls = CertificateFiles & { readonly identity: object };

/** The server's certificate has to be signed by the CA, for the name that is dialled. */
export type ClientTls = CertificateFiles & { readonly ca: object };

/** Credentials that follow their files until they are closed. */
export interface OpenCredentials<T> {
  readonly credentials: T;
  close(): void;
}

export async function openServerCredentials(
  tls: WatchOptions<ServerTls> | undefined,
): Promise<OpenCredentials<ServerCredentials>> {
  if (tls === undefined) {
    return { credentials: ServerCredentials.createInsecure(), close: () => undefined };
  }
  const watched = await watchCertificates(tls);
  const clientCa = tls.files.ca === undefined ? null : watched;
  return {
    // The declaration calls the first argument the CA's provider and the second the identity's; it is the reverse.
    credentials: experimental.createCertificateProviderServerCredentials(
      watched,
      clientCa,
      clientCa !== null,
    ),
    close: watched.close,
  };
}

/** How a client connects to a place: over what it is given, under a name the certificate has to be for. */
export type OpenSocket = (endpoint: Endpoint, servername: string | undefined) => Socket;

export async function openClientCredentials(
  tls: WatchOptions<ClientTls> | undefined,
): Promise<OpenCredentials<OpenSocket>> {
  if (tls === undefined) {
    return { credentials: (endpoint) => connectPlain(endpoint), close: () => undefined };
  }
  const watched = await watchCertificates(tls);
  return {
    credentials: (endpoint, servername) => {
      const { ca, identity } = watched.current();
      return connectTls({
        ...endpoint,
        ...(servername !== undefined && { servername }),
        ca: ca?.caCertificate,
        cert: identity?.certificate,
        key: identity?.privateKey,
        ALPNProtocols: ["h2"],
      });
    },
    close: watched.close,
  };
}
