// How a gRPC connection is secured at either end: not at all, by TLS, or by TLS with a certificate on both sides.
import { ChannelCredentials, experimental, ServerCredentials } from "@grpc/grpc-js";
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

export async function openClientCredentials(
  tls: WatchOptions<ClientTls> | undefined,
): Promise<OpenCredentials<ChannelCredentials>> {
  if (tls === undefined) {
    return { credentials: ChannelCredentials.createInsecure(), close: () => undefined };
  }
  const watched = await watchCertificates(tls);
  const identity = tls.files.identity === undefined ? null : watched;
  return {
    credentials: experimental.createCertificateProviderChannelCredentials(watched, identity),
    close: watched.close,
  };
}
