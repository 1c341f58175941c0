// Commands whose STORE_URL is forgotten, or names a store that is silent or busy, on a machine that has only the sources.
import { readdirSync } from "node:fs";
import postgres from "postgres";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { isPostgresInstalled } from "../support/programs/postgres-server.ts";
import { postgresServerOfTest } from "../support/programs/postgres-server-of-test.ts";
import { startProgram, type Program } from "../support/programs/program.ts";
import { folderOfTest } from "../support/programs/folder-of-test.ts";
import { takenAddress } from "../support/fakes/taken-address.ts";

const ends = async (program: Program) => {
  const status = await program.ended;
  return { status, stdout: program.stdout, stderr: program.stderr };
};

describe("a command whose store", { timeout: 60_000 }, () => {
  it("is not named, or does not answer, ends with one line without a secret, and makes no store", async () => {
    const folder = folderOfTest();
    const run = (storeUrl: string, words: string) =>
      ends(startProgram(words.split(" "), { STORE_URL: storeUrl }, ["env", "-C", folder]));
    expect(await run("", "keys issue 4711")).toEqual({
      status: 1,
      stdout: "",
      stderr: expect.stringMatching(/^There is no store at data\/suitability\.db\. Set STORE_URL [^\n]+\n$/),
    });
    expect(await run(`postgres://u:open-sesame@${await takenAddress()}/x`, "usage --all --csv")).toEqual({
      status: 1,
      stdout: "",
      stderr: expect.stringMatching(
        /^The account store cannot be used: (?:there was no answer within \d+ ms|connecting took too long)\.\n$/,
      ),
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it.skipIf(!isPostgresInstalled())(
    "is a busy PostgreSQL waits for it longer than a caller would",
    async () => {
      const server = await postgresServerOfTest();
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
      const { status, stdout, stderr } = await ends(listing);
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      expect(stdout).toContain("There are no accounts yet.");
    },
  );
});
