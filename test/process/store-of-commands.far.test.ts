// A command and the store that STORE_URL names, on a machine that has nothing else but the sources: it is forgotten, not there,
// silent or busy.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { dirname } from "node:path";
import postgres from "postgres";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { BARE_ENVIRONMENT } from "../support/bare-environment.ts";
import { isPostgresInstalled, startPostgresServer } from "../support/postgres-server.ts";
import { startProgram } from "../support/program.ts";
import { createTemporaryFolder, type TemporaryFolder } from "../support/temporary-folder.ts";

const COMMAND = new URL("../../bin/suitability", import.meta.url).pathname;

describe("a command in an empty folder", { timeout: 120_000 }, () => {
  let folder: TemporaryFolder;
  beforeEach(() => {
    folder = createTemporaryFolder();
    return () => folder.remove();
  });

  /** What it prints, and what it leaves behind. */
  const run = (storeUrl: string, words: string) => {
    const PATH = `${dirname(process.execPath)}:${BARE_ENVIRONMENT.PATH}`;
    const env = { ...BARE_ENVIRONMENT, PATH, STORE_URL: storeUrl };
    const options = { cwd: folder.path, env, encoding: "utf8" } as const;
    const { status, stdout, stderr } = spawnSync(COMMAND, words.split(" "), options);
    return { status, stdout, stderr, left: readdirSync(folder.path) };
  };

  it("that needs a store says that there is none, and makes none", () => {
    for (const words of ["accounts list --json", "keys issue 4711"]) {
      expect(run("", words)).toEqual({
        status: 1,
        stdout: "",
        stderr: expect.stringMatching(
          /^There is no store at data\/suitability\.db\. STORE_URL names [^\n]+\n$/,
        ),
        left: [],
      });
    }
    expect(run("", "accounts create --name Courts --plan free")).toMatchObject({ status: 0 });
    expect(run("", "accounts list").stdout).toContain("Courts");
  });

  it.each(["postgres://u:open-sesame@127.0.0.1:1/x", "postgres://u@no-such.invalid/x"])(
    "ends with one line and without a secret where there is nothing at %s",
    (storeUrl) => {
      expect(run(storeUrl, "accounts list")).toMatchObject({
        status: 1,
        stdout: "",
        stderr: expect.stringMatching(/^The account store cannot be used: (?!.*open-sesame)[^\n]+\n$/),
        left: [],
      });
    },
  );

  it("waits at most five seconds for a server that does not answer", async () => {
    // The system takes the connections; nobody here does while the command runs.
    const server = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await new Promise((resolve) => void server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    const startedMs = performance.now();
    expect(run(`postgres://u:p@127.0.0.1:${port}/x`, "usage --all --csv")).toMatchObject({
      status: 1,
      stdout: "",
      stderr: expect.stringMatching(
        /^The account store cannot be used: (?:there was no answer within \d+ ms|connecting took too long)\.\n$/,
      ),
    });
    // Its own five seconds, and a busy machine's to start a program.
    expect(performance.now() - startedMs).toBeLessThan(15_000);
  });
});

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
