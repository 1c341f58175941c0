// The files for TLS on the gRPC port, to the core and to a store: settings that only make sense together.
import { isIP } from "node:net";
import { storeAddressFromUrl } from "../../accounts/store-address.ts";
import { ConfigError } from "./setting-values.ts";
import type { ClientTls, NamedFile, ServerTls } from "../../doors/http/tls/read-certificates.ts";

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
  // TLS sends no IP address as server name (RFC 6066 section 3), and few certificates are for one.
  if (ca !== undefined && isIP(DIALLED_HOST.exec(coreAddress)?.groups?.["host"] ?? "") !== 0) {
    throw new ConfigError(
      `CORE_ADDRESS must be a name, such as localhost:50051, if CORE_TLS_CA_FILE is set; it is ${JSON.stringify(coreAddress)}`,
    );
  }
  return ca === undefined ? undefined : { ca, identity };
}

/** TLS files for a store; undefined to use Node's own CAs. */
export function storeTls<Prefix extends "STORE" | "MOVE_TO_STORE">(
  prefix: Prefix,
  fileOf: FileOf<`${Prefix}_TLS_CA_FILE` | `${Prefix}_TLS_CERT_FILE` | `${Prefix}_TLS_KEY_FILE`>,
  url: string | undefined,
) {
  const ca = fileOf(`${prefix}_TLS_CA_FILE`);
  const identity = identityFrom(fileOf, `${prefix}_TLS_CERT_FILE`, `${prefix}_TLS_KEY_FILE`);
  const named = ca ?? identity?.certificate;
  if (named === undefined) return undefined;
  const store = storeAddressFromUrl(url ?? "");
  if (store?.kind !== "Postgres" || store.address.sslMode !== "verify-full") {
    throw new ConfigError(
      `${named.name} needs a ${prefix}_URL whose server's certificate is checked: postgres://… with ?sslmode=verify-full`,
    );
  }
  return { ca, identity };
}

/** A certificate and its private key, which need each other; undefined for none. */
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
