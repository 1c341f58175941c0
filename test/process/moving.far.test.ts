// Accounts move from one kind of store to the other as docs/stores.md has it: with real processes, one of which serves.
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createPostgresBacking } from "../contracts/postgres-backing.ts";
import { createSqliteBacking } from "../contracts/sqlite-backing.ts";
import { isPostgresInstalled, startPostgresServer } from "../support/postgres-server.ts";
import { untilListening } from "../support/program.ts";
import { getForecast, openPrograms } from "./open-programs.ts";

describe.skipIf(!isPostgresInstalled())("accounts that move", { timeout: 120_000 }, () => {
  it("from PostgreSQL to SQLite: not while a process serves, then all, and no process starts on the old store", async () => {
    const server = await startPostgresServer();
    onTestFinished(() => server.remove());
    const [from, to] = [await createPostgresBacking(server), await createSqliteBacking()];
    onTestFinished(() => to.remove());
    const programs = openPrograms(from.url);
    const run = async (...words: readonly string[]) => {
      const program = programs.start(["accounts", ...words], {
        STORE_URL: from.url,
        MOVE_TO_STORE_URL: to.url,
      });
      return { exitCode: await program.ended, output: program.stdout + program.stderr };
    };
    const { key } = await programs.createCaller();
    const serving = programs.serve();
    const { http } = await untilListening(serving);
    for (let call = 0; call < 3; call += 1) expect((await getForecast(http, { key })).status).toBe(200);

    expect(await run("move")).toEqual({
      exitCode: 1,
      output: expect.stringMatching(/^The store is in use: 1 process serves from it\. [^\n]+\n$/),
    });
    expect((await getForecast(http, { key })).status).toBe(200);
    serving.signal("SIGTERM");
    await serving.ended;
    expect(await run("move")).toEqual({
      exitCode: 0,
      output: expect.stringContaining("Moved, and compared: 1 accounts with 4 calls."),
    });

    const stale = programs.serve();
    expect(await stale.ended).toBe(1);
    expect(stale.stdout + stale.stderr).toMatch(
      /its accounts moved to another store on [^\n]+STORE_URL has to name that one/,
    );
    const moved = await untilListening(programs.serve({ STORE_URL: to.url }));
    await vi.waitFor(async () => expect((await getForecast(moved.http, { key })).status).toBe(200));
  });
});
