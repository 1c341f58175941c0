// A store that cannot be used from the start: the process stays up, is not ready, says why once, and goes on by itself when
// the operator has mended it.
import { chmodSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { expect, it, vi } from "vitest";
import { BUILT_IN_PLANS } from "../../src/accounts/plans/built-in-plans.ts";
import { planToJson } from "../../src/accounts/plans/plans-from-json.ts";
import { postgresCommand } from "../support/programs/postgres-command.ts";
import { isPostgresInstalled } from "../support/programs/postgres-server.ts";
import { postgresServerOfTest } from "../support/programs/postgres-server-of-test.ts";
import { readyz, untilListening, type Program } from "../support/programs/program.ts";
import { getForecast, openPrograms } from "./open-programs.ts";

const PATIENCE = { timeout: 30_000, interval: 100 };
const PASSWORD = "another-sesame";

/** A reason why the process is not ready, and what removes that reason. */
interface Trouble {
  readonly reason: string;
  readonly mend: () => unknown;
}

/** Expects the process to be not ready until all is mended, and to log each reason once. */
async function expectToBeMended(program: Program, key: string, troubles: readonly Trouble[]) {
  const ports = await untilListening(program);
  const ask = async () => (await getForecast(ports.http, { key })).status;
  expect(await ask()).toBe(503);
  const lines = () =>
    program.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { msg: string; reason?: string });
  const told = (reason: string) => lines().filter((line) => line.reason?.includes(reason));

  for (const { reason, mend } of troubles) {
    expect(await readyz(ports)).toBe(503);
    await vi.waitFor(() => expect(told(reason)).toHaveLength(1), PATIENCE);
    await mend();
  }
  await vi.waitFor(async () => expect(await readyz(ports)).toBe(200), PATIENCE);
  await vi.waitFor(async () => expect(await ask()).toBe(200), PATIENCE);
  const isBack = ({ msg }: { readonly msg: string }) => msg === "the account store is available again";
  await vi.waitFor(() => expect(lines().filter(isBack)).toHaveLength(1), PATIENCE);
  for (const { reason } of troubles) expect(told(reason)).toHaveLength(1);
}

it.skipIf(!isPostgresInstalled())(
  "a password that PostgreSQL refuses is reported without the password, and after it plans of accounts that PLANS_FILE lacks",
  { timeout: 120_000 },
  async () => {
    const server = await postgresServerOfTest();
    const { folder, serve, createCaller, withStore } = openPrograms(server.url);
    const { key, accountId } = await createCaller("starter");
    await postgresCommand(
      server.url,
      `CREATE ROLE service LOGIN PASSWORD 'not-yet';
       GRANT SELECT ON ALL TABLES IN SCHEMA public TO service;
       GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO service`,
    );
    const PLANS_FILE = `${folder.path}/plans.json`;
    const plans = BUILT_IN_PLANS.slice(0, 1).map((plan) => Object.assign(planToJson(plan), { name: "club" }));
    writeFileSync(PLANS_FILE, JSON.stringify({ plans }));
    const STORE_URL = server.url.replace(/\/\/[^@]+/, `//service:${PASSWORD}`);
    const program = serve({ STORE_URL, PLANS_FILE });
    await expectToBeMended(program, key, [
      {
        reason: 'password authentication failed for user "service"',
        mend: () => postgresCommand(server.url, `ALTER ROLE service PASSWORD '${PASSWORD}'`),
      },
      {
        reason: "Accounts have plans that are not in force: starter (1 account).",
        mend: () => withStore((store) => store.updateAccount(accountId, { plan: "club" })),
      },
    ]);
    expect(program.stdout + program.stderr).not.toContain(PASSWORD);
  },
);

/** Runs a command without root's right to write to any file. */
const AS_NOBODY = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"] as const;

function canRunAsNobody(): boolean {
  const [command, ...args] = AS_NOBODY;
  const main = new URL("../../src/main.ts", import.meta.url).pathname;
  return spawnSync(command, [...args, "test", "-r", main]).status === 0;
}

it.skipIf(!canRunAsNobody())(
  "a SQLite file that may only be read is logged with SQLite's own error name",
  { timeout: 120_000 },
  async () => {
    const { folder, start, createCaller } = openPrograms();
    const { key } = await createCaller();
    const path = `${folder.path}/accounts.db`;
    chmodSync(folder.path, 0o777);
    chmodSync(path, 0o444);
    const settings = { STORE_URL: `sqlite:${path}`, WEATHER_SOURCES: "simulated" };
    const program = start(["serve"], settings, AS_NOBODY);
    const mend = () => chmodSync(path, 0o666);
    await expectToBeMended(program, key, [{ reason: "SQLITE_READONLY", mend }]);
    expect(program.stdout).toContain(
      "The account store cannot be used: SQLITE_READONLY: attempt to write a readonly database.",
    );
  },
);
