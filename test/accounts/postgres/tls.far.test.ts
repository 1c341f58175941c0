// TLS to PostgreSQL as operators use it: through the settings of real programs.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { isPostgresInstalled } from "../../support/programs/postgres-server.ts";
import { startProgram } from "../../support/programs/program.ts";
import { HAS_OPENSSL } from "../../doors/http/tls/certificate-authority.ts";
import { encryptPostgres } from "./encrypt-postgres.ts";
import { usePostgresStore } from "./use-postgres-store.ts";

describe.skipIf(!isPostgresInstalled() || !HAS_OPENSSL)("TLS to PostgreSQL", { timeout: 60_000 }, () => {
  const underTest = usePostgresStore();

  it("is used by programs with the CA and the client certificate that their settings name", async () => {
    const current = underTest();
    const { caFile, client } = await encryptPostgres(current);
    const folder = dirname(caFile);
    const hba = join(folder, "pg_hba.conf");
    const rules = ["hostssl all all 127.0.0.1/32 scram-sha-256 clientcert=verify-ca"];
    writeFileSync(hba, [...rules, "hostnossl all all 127.0.0.1/32 scram-sha-256", ""].join("\n"));
    execFileSync("chown", ["--reference", folder, hba, caFile]);
    await current.sql(`ALTER SYSTEM SET ssl_ca_file = '${caFile}'`);
    await current.sql(`ALTER SYSTEM SET hba_file = '${hba}'`);
    await current.server.kill();
    await current.server.start();
    const outputOf = async (words: string, identity: Readonly<Record<string, string>>) => {
      const program = startProgram(words.split(" "), {
        STORE_URL: `${current.url.replace("127.0.0.1", "localhost")}?sslmode=verify-full`,
        STORE_TLS_CA_FILE: caFile,
        ...identity,
      });
      await program.ended;
      return program.stdout + program.stderr;
    };
    const identity = {
      STORE_TLS_CERT_FILE: client.certificate.path,
      STORE_TLS_KEY_FILE: client.privateKey.path,
    };
    expect(await outputOf("accounts list", {})).toContain("connection requires a valid client certificate");
    expect(await outputOf("accounts list", identity)).toContain("There are no accounts yet");
    expect(await outputOf("accounts move --undo", identity)).toContain("Nothing to undo");
  });
});
