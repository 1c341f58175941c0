import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { onTestFinished, vi } from "vitest";
import { createAuthority } from "../../doors/http/tls/certificate-authority.ts";
import { ownFolder } from "../../support/programs/postgres-programs.ts";
import type { PostgresStoreUnderTest } from "./use-postgres-store.ts";

/**
 * Turns on TLS at a server, with a certificate for `localhost`. Returns the file with the certificate of the CA that issued it,
 * and a client certificate of the same CA.
 */
export async function encryptPostgres(
  current: Pick<PostgresStoreUnderTest, "sql">,
  atEnd: (remove: () => void) => void = onTestFinished,
) {
  const folder = ownFolder();
  atEnd(() => rmSync(folder, { recursive: true }));
  const authority = createAuthority(folder, "authority");
  const server = authority.issue("server");
  // The server reads a key only if its own user owns it.
  execFileSync("chown", ["--reference", folder, server.privateKey.path, server.certificate.path]);
  await current.sql(`ALTER SYSTEM SET ssl_cert_file = '${server.certificate.path}'`);
  await current.sql(`ALTER SYSTEM SET ssl_key_file = '${server.privateKey.path}'`);
  await current.sql("ALTER SYSTEM SET ssl = on");
  await current.sql("SELECT pg_reload_conf()");
  await vi.waitUntil(async () => (await current.sql("SHOW ssl"))[0]?.["ssl"] === "on");
  return { caFile: authority.certificate.path, client: authority.issue("client") };
}
