// A store that cannot be used from the start: the process stays up, is not ready, says why once, and goes on by itself when
// the operator has mended it.
import { chmodSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { allDoors } from "../doors/all-doors.ts";
import { LONDON, METHODS } from "../doors/methods.ts";
import { postgresCommand } from "../support/postgres-command.ts";
import { isPostgresInstalled, startPostgresServer } from "../support/postgres-server.ts";
import { readyz, untilListening, type Program } from "../support/program.ts";
import { openPrograms } from "./open-programs.ts";

const PATIENCE = { timeout: 30_000, interval: 100 };
const PASSWORD = "open-sesame";
function linesOf(program: Program, message: RegExp) {
  const lines = program.stdout.trim().split("\n");
  return lines
    .map((line) => JSON.parse(line) as { msg: string; reason?: string })
    .filter(({ msg }) => message.test(msg));
}

/** Is not ready at first and every door says so; ready once it is mended; and each reason is told once. */
async function expectToBeMended(
  program: Program,
  { key, reason, mend }: { key: string; reason: string; mend: () => unknown },
) {
  const ports = await untilListening(program);
  const doors = allDoors(ports);
  onTestFinished(async () => {
    await Promise.all(doors.map((door) => door.close()));
  });
  const ask = () =>
    Promise.all(doors.map((door) => door.call({ method: METHODS.getForecast, request: LONDON, key })));
  expect(await readyz(ports)).toBe(503);
  for (const outcome of await ask()) {
    expect(outcome).toMatchObject({ code: "unavailable", reason: "STORE_UNAVAILABLE", retryAfterSeconds: 2 });
  }
  const told = () => linesOf(program, /^not ready/).filter((line) => line.reason?.includes(reason));
  await vi.waitFor(() => expect(told()).toHaveLength(1), PATIENCE);

  await mend();
  await vi.waitFor(async () => expect(await readyz(ports)).toBe(200), PATIENCE);
  await vi.waitFor(
    async () => expect(await ask()).toMatchObject(doors.map(() => ({ kind: "answer" }))),
    PATIENCE,
  );
  expect(told()).toHaveLength(1);
  await vi.waitFor(() => expect(linesOf(program, /available again$/)).toHaveLength(1), PATIENCE);
}

describe.skipIf(!isPostgresInstalled())("a PostgreSQL that refuses", { timeout: 180_000 }, () => {
  it.each([
    {
      what: "the password",
      refuse: "ALTER ROLE service PASSWORD 'another'",
      reason: 'password authentication failed for user "service"',
      mend: `ALTER ROLE service PASSWORD '${PASSWORD}'`,
    },
    {
      what: "to find who calls",
      refuse: "REVOKE SELECT ON account FROM service",
      reason: "permission denied for table account",
      mend: "GRANT SELECT ON account TO service",
    },
    {
      what: "to write",
      refuse: "ALTER ROLE service SET default_transaction_read_only = on",
      reason: "it is read-only, as a standby is",
      mend: "ALTER ROLE service RESET default_transaction_read_only",
    },
  ])("$what: the log has its reason and no password, and no answer is a 500", async (row) => {
    const server = await startPostgresServer();
    onTestFinished(() => server.remove());
    const { serve, createCaller } = openPrograms(server.url);
    const { key } = await createCaller();
    await postgresCommand(
      server.url,
      `CREATE ROLE service LOGIN PASSWORD '${PASSWORD}';
       GRANT SELECT ON ALL TABLES IN SCHEMA public TO service;
       GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO service`,
    );
    await postgresCommand(server.url, row.refuse);
    const program = serve({ STORE_URL: server.url.replace("//postgres:", "//service:") });
    const mend = () => postgresCommand(server.url, row.mend);
    await expectToBeMended(program, { key, reason: row.reason, mend });
    expect(program.stdout + program.stderr).not.toContain(PASSWORD);
  });
});

/** Root may write to any file. */
const AS_NOBODY = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"] as const;

function canRunAsNobody(): boolean {
  const [command, ...args] = AS_NOBODY;
  const main = new URL("../../src/main.ts", import.meta.url).pathname;
  return spawnSync(command, [...args, "test", "-r", main]).status === 0;
}

describe.skipIf(!canRunAsNobody())("a SQLite file that may only be read", { timeout: 120_000 }, () => {
  it("is told by SQLite's own name for it", async () => {
    const { folder, start, createCaller } = openPrograms();
    const { key } = await createCaller();
    const path = `${folder.path}/accounts.db`;
    chmodSync(folder.path, 0o777);
    chmodSync(path, 0o444);
    const program = start(
      ["serve"],
      { STORE_URL: `sqlite:${path}`, WEATHER_SOURCES: "simulated" },
      AS_NOBODY,
    );
    await expectToBeMended(program, { key, reason: "SQLITE_READONLY", mend: () => chmodSync(path, 0o666) });
    const [{ reason } = {}] = linesOf(program, /^not ready/);
    expect(reason).toBe(
      "The account store cannot be used: SQLITE_READONLY: attempt to write a readonly database.",
    );
  });
});
