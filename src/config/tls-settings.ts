// Which files secure the gRPC port and the way to a core, from settings that only make sense together.
import { isIP } from "node:net";
import { ConfigError } from "./config-error.ts";
import type { ClientTls, ServerTls } from "../doors/tls/credentials.ts";
import type { NamedFile } from "../doors/tls/read-certificates.ts";

/** The file of a setting, if it is set. */
export type FileOf<Name extends string> = (name: Name) => NamedFile | undefined;

/** TLS on the gRPC port; undefined for none. */
export function grpcTls(
  fileOf: FileOf<"GRPC_TLS_CERT_FILE" | "GRPC_TLS_KEY_FILE" | "GRPC_TLS_CLIENT_CA_FILE">,
): ServerTls | undefined {
  const identity = identityFrom(fileOf, "GRPC_TLS_CERT_FILE", "GRPC_TLS_KEY_FILE");
  const ca = fileOf("GRPC_TLS_CLIENT_CA_FILE");
  if (identity === undefined && ca !== undefined) {
    throw new ConfigError(`${ca.name} needs GRPC_TLS_CERT_FILE and GRPC_TLS_KEY_FILE`);
  }
  return identity === undefined ? undefined : { identity, ca };
}

/** The host of `host:port`, `[host]:port`, or either behind `dns:`. */
const DIALLED_HOST = /^(?:dns:\/{0,3})?\[?(?<host>.*?)\]?(?::\d+)?$/;

/** TLS to the core; undefined for none. */
export function coreTls(
  fileOf: FileOf<"CORE_TLS_CA_FILE" | "CORE_TLS_CERT_FILE" | "CORE_TLS_KEY_FILE">,
  coreAddress: string,
): ClientTls | undefined {
  const identity = identityFrom(fileOf, "CORE_TLS_CERT_FILE", "CORE_TLS_KEY_FILE");
  const ca = fileOf("CORE_TLS_CA_FILE");
  if (ca === undefined && identity !== undefined) {
    throw new ConfigError(`${identity.certificate.name} needs CORE_TLS_CA_FILE`);
  }
  // TLS names no IP address to a server (RFC 6066 section 3), and hardly a certificate is for one.
  if (ca !== undefined && isIP(DIALLED_HOST.exec(coreAddress)?.groups?.["host"] ?? "") !== 0) {
    throw new ConfigError(
      `CORE_ADDRESS must be a name with CORE_TLS_CA_FILE, such as localhost:50051; it is ${JSON.stringify(coreAddress)}`,
    );
  }
  return ca === undefined ? undefined : { ca, identity };
}

/** A certificate and its private key, which are of no use without each other; undefined for none. */
export function identityFrom<Name extends string>(
  fileOf: FileOf<Name>,
  certificateName: Name,
  keyName: Name,
) {
  const certificate = fileOf(certificateName);
  const privateKey = fileOf(keyName);
  if (certificate !== undefined && privateKey !== undefined) {
    return { certificate, privateKey };
  }
  const alone = certificate ?? privateKey;
  if (alone !== undefined) {
    throw new ConfigError(`${alone.name} needs ${alone.name === keyName ? certificateName : keyName}`);
  }
  return undefined;
}
