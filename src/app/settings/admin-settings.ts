// The address, tokens and TLS of the administration over HTTP: settings that only make sense together.
import { isIP } from "node:net";
import type { NamedFile } from "../../doors/http/tls/read-certificates.ts";
import { ConfigError, type ListenAddress } from "./setting-values.ts";
import { identityFrom, type FileOf } from "./tls-settings.ts";

export interface AdminSettings {
  readonly listen: ListenAddress;
  /** A token in each line. */
  readonly tokenFile: NamedFile;
  /** May be undefined on the loopback interface alone. */
  readonly tls: { readonly identity: NonNullable<ReturnType<typeof identityFrom>> } | undefined;
}

/** Undefined if accounts are not administered over HTTP (the default). */
export function adminSettings(
  listen: ListenAddress | undefined,
  fileOf: FileOf<"ADMIN_TOKEN_FILE" | "ADMIN_TLS_CERT_FILE" | "ADMIN_TLS_KEY_FILE">,
): AdminSettings | undefined {
  const tokenFile = fileOf("ADMIN_TOKEN_FILE");
  const identity = identityFrom(fileOf, "ADMIN_TLS_CERT_FILE", "ADMIN_TLS_KEY_FILE");
  if (listen === undefined) {
    const alone = tokenFile ?? identity?.certificate;
    if (alone !== undefined) throw new ConfigError(`${alone.name} needs ADMIN_LISTEN`);
    return undefined;
  }
  if (tokenFile === undefined) throw new ConfigError("ADMIN_LISTEN needs ADMIN_TOKEN_FILE");
  if (identity === undefined && !isLoopback(listen.host)) {
    throw new ConfigError(
      `ADMIN_LISTEN needs ADMIN_TLS_CERT_FILE and ADMIN_TLS_KEY_FILE where it is not 127.0.0.1, [::1] or localhost: tokens would cross the network as they are`,
    );
  }
  return { listen, tokenFile, tls: identity && { identity } };
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}
