// A store that takes its time over what an operator asks.
import postgres from "postgres";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { isPostgresInstalled, startPostgresServer } from "../support/postgres-server.ts";
import { startProgram } from "../support/program.ts";

describe.skipIf(!isPostgresInstalled())("a PostgreSQL that is busy", { timeout: 60_000 }, () => {
  it("answers a command that waited for it longer than a caller would", async () => {
    const server = await startPostgresServer();
    onTestFinished(() => server.remove());
    const settings = { STORE_URL: server.url };
    expect(await startProgram(["migrate"], settings).ended).toBe(0);

    const sql = postgres(server.url, { max: 2 });
    onTestFinished(() => sql.end({ timeout: 0 }));
    const listing = await sql.begin(async (transaction) => {
      await transaction`LOCK TABLE account IN ACCESS EXCLUSIVE MODE`;
      const started = startProgram(["accounts", "list"], settings);
      const hasWaited = async () =>
        expect(
          await sql`
            SELECT 1 FROM pg_stat_activity
            WHERE wait_event_type = 'Lock' AND clock_timestamp() - query_start > interval '1 second'`,
        ).toHaveLength(1);
      await vi.waitFor(hasWaited, { timeout: 20_000 });
      return started;
    });
    expect([await listing.ended, listing.stderr]).toEqual([0, ""]);
    expect(listing.stdout).toContain("There are no accounts yet.");
  });
});
