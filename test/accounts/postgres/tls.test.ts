import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { StoreUnavailable } from "../../../src/accounts/store.ts";
import { ownFolder } from "../../support/postgres-programs.ts";
import { isPostgresInstalled } from "../../support/postgres-server.ts";
import { startProgram } from "../../support/program.ts";
import { createAuthority, HAS_OPENSSL } from "../../doors/tls/certificate-authority.ts";
import { usePostgresStore, type PostgresStoreUnderTest } from "./use-postgres-store.ts";

/** For callers, for operators, and for the calls of providers. */
const SESSIONS = 3;

describe.skipIf(!isPostgresInstalled() || !HAS_OPENSSL)("TLS to PostgreSQL", { timeout: 60_000 }, () => {
  const underTest = usePostgresStore();
  let current: PostgresStoreUnderTest;
  /** Of the CA that signed the server's certificate, which is for localhost. */
  let caFile: string;

  beforeEach(async () => {
    current = underTest();
    ({ caFile } = await encrypt(current));
  });

  it.each([
    { sslmode: "prefer", isEncrypted: true },
    { sslmode: "require", isEncrypted: true },
    { sslmode: "disable", isEncrypted: false },
  ])("sslmode=$sslmode has it where the server speaks it: $isEncrypted", async ({ sslmode, isEncrypted }) => {
    // From here on there is no other session of ours.
    await current.store.close();
    const store = await current.openAnother({ url: `${current.url}?sslmode=${sslmode}` });
    await vi.waitFor(() => store.ping(), { timeout: 15_000 });
    const sessions = await current.sql(
      `SELECT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
       WHERE application_name = 'suitability' AND datname = current_database()`,
    );
    expect(sessions).toEqual(Array.from({ length: SESSIONS }, () => ({ ssl: isEncrypted })));
  });

  it.each([
    {
      what: "a certificate of a CA that is trusted, for that name",
      host: "localhost",
      isTrusted: true,
      says: "There are no accounts yet",
    },
    { what: "nobody's CA", host: "localhost", isTrusted: false, says: "certificate" },
    {
      what: "another name",
      host: "127.0.0.1",
      isTrusted: true,
      says: "IP: 127.0.0.1 is not in the cert's list",
    },
  ])("sslmode=verify-full, $what: $says", async ({ host, isTrusted, says }) => {
    const url = `${current.url.replace("127.0.0.1", host)}?sslmode=verify-full`;
    const program = startProgram(["accounts", "list"], {
      STORE_URL: url,
      ...(isTrusted && { STORE_TLS_CA_FILE: caFile }),
    });
    await program.ended;
    expect(program.stdout + program.stderr).toContain(says);
  });

  it("a move trusts the CA of one's own too", async () => {
    const program = startProgram(["accounts", "move", "--undo"], {
      STORE_URL: `${current.url.replace("127.0.0.1", "localhost")}?sslmode=verify-full`,
      STORE_TLS_CA_FILE: caFile,
    });
    await program.ended;
    expect(program.stdout + program.stderr).toContain("Nothing to undo");
  });

  it("a server that hangs, dies and comes back under it is used again, as without", async () => {
    const { server, url } = current;
    const store = await current.openAnother({ url: `${url}?sslmode=require`, commandTimeoutMs: 400 });
    const isBack = () => vi.waitFor(() => store.ping(), { timeout: 15_000 });
    await isBack();
    server.hang();
    await expect(store.ping()).rejects.toThrow(StoreUnavailable);
    server.goOn();
    await isBack();
    await server.kill();
    await vi.waitFor(() => expect(store.ping()).rejects.toThrow(StoreUnavailable));
    await server.start();
    await isBack();
  });
});

describe.skipIf(!isPostgresInstalled() || !HAS_OPENSSL)(
  "TLS to a PostgreSQL that asks for a certificate",
  { timeout: 60_000 },
  () => {
    const underTest = usePostgresStore();

    it("shows a certificate of its own to a server that asks for one", async () => {
      const current = underTest();
      const { caFile, client } = await encrypt(current);
      const { server, url } = current;
      const folder = dirname(caFile);
      const hba = join(folder, "pg_hba.conf");
      writeFileSync(
        hba,
        "hostssl all all 127.0.0.1/32 scram-sha-256 clientcert=verify-ca\nhostnossl all all 127.0.0.1/32 scram-sha-256\n",
      );
      execFileSync("chown", ["--reference", folder, hba, caFile]);
      await current.sql(`ALTER SYSTEM SET ssl_ca_file = '${caFile}'`);
      await current.sql(`ALTER SYSTEM SET hba_file = '${hba}'`);
      await server.kill();
      await server.start();
      const listAccounts = async (identity: Readonly<Record<string, string>>) => {
        const settings = { STORE_URL: `${url.replace("127.0.0.1", "localhost")}?sslmode=verify-full` };
        const program = startProgram(["accounts", "list"], {
          ...settings,
          STORE_TLS_CA_FILE: caFile,
          ...identity,
        });
        await program.ended;
        return program.stdout + program.stderr;
      };
      const without = await listAccounts({});
      const identity = {
        STORE_TLS_CERT_FILE: client.certificate.path,
        STORE_TLS_KEY_FILE: client.privateKey.path,
      };
      const withIt = await listAccounts(identity);
      expect(without).toContain("connection requires a valid client certificate");
      expect(withIt).toContain("There are no accounts yet");
    });
  },
);

/** From now on a server speaks TLS. Returns the file of its CA, and a certificate of that CA for its clients. */
async function encrypt(current: PostgresStoreUnderTest) {
  const folder = ownFolder();
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const authority = createAuthority(folder, "authority");
  const server = authority.issue("server");
  // The server reads a key that is its user's alone.
  execFileSync("chown", ["--reference", folder, server.privateKey.path, server.certificate.path]);
  await current.sql(`ALTER SYSTEM SET ssl_cert_file = '${server.certificate.path}'`);
  await current.sql(`ALTER SYSTEM SET ssl_key_file = '${server.privateKey.path}'`);
  await current.sql("ALTER SYSTEM SET ssl = on");
  await current.sql("SELECT pg_reload_conf()");
  await vi.waitUntil(async () => (await current.sql("SHOW ssl"))[0]?.["ssl"] === "on");
  return { caFile: authority.certificate.path, client: authority.issue("client") };
}
