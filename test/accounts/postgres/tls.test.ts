import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { isPostgresInstalled } from "../../support/programs/postgres-server.ts";
import { HAS_OPENSSL } from "../../doors/http/tls/certificate-authority.ts";
import { encryptPostgres } from "./encrypt-postgres.ts";
import { usePostgresStore } from "./use-postgres-store.ts";

/** One session for callers, one for operators, and one for the calls to providers. */
const SESSIONS = 3;

describe.skipIf(!isPostgresInstalled() || !HAS_OPENSSL)("TLS to PostgreSQL", { timeout: 60_000 }, () => {
  const underTest = usePostgresStore();

  it("is used as sslmode says, if the server offers TLS", async () => {
    const { url, sql, store, openAnother } = underTest();
    await encryptPostgres(underTest());
    // From here on there is no other session of ours.
    await store.close();
    for (const [sslmode, isEncrypted] of [
      ["prefer", true],
      ["require", true],
      ["disable", false],
    ] as const) {
      const opened = await openAnother({ url: `${url}?sslmode=${sslmode}` });
      await vi.waitFor(() => opened.ping(), { timeout: 15_000 });
      const sessions = await sql(
        `SELECT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
         WHERE application_name = 'suitability' AND datname = current_database()`,
      );
      expect(sessions).toEqual(Array.from({ length: SESSIONS }, () => ({ ssl: isEncrypted })));
      await opened.close();
      const count = () => sql("SELECT 1 FROM pg_stat_activity WHERE application_name = 'suitability'");
      await vi.waitFor(async () => expect(await count()).toEqual([]), { timeout: 15_000 });
    }
  });

  describe("with sslmode=verify-full", () => {
    const setUp = async () => {
      const current = underTest();
      const { caFile } = await encryptPostgres(current);
      const tls = async () => ({ ca: readFileSync(caFile) });
      const urlFor = (host: string) => `${current.url.replace("127.0.0.1", host)}?sslmode=verify-full`;
      return { ...current, tls, urlFor };
    };

    it("refuses the certificate of an unknown CA", async () => {
      const { openAnother, tls, urlFor } = await setUp();
      const trusting = await openAnother({ url: urlFor("localhost"), tls });
      await vi.waitFor(() => trusting.ping(), { timeout: 15_000 });
      const stranger = await openAnother({ url: urlFor("localhost") });
      await expect(stranger.ping()).rejects.toThrow("certificate");
    });

    it("refuses a certificate for another host", async () => {
      const { openAnother, tls, urlFor } = await setUp();
      const misnamed = await openAnother({ url: urlFor("127.0.0.1"), tls });
      await expect(misnamed.ping()).rejects.toThrow("IP: 127.0.0.1 is not in the cert's list");
    });
  });
});
