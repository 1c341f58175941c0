// A service that cannot start, or a command that must not run, reports one line that says what to change.
import { describe, expect, it } from "vitest";
import { openStore } from "../../src/app/open-store.ts";
import { BUILT_IN_PLANS } from "../../src/accounts/plans/built-in-plans.ts";
import { systemClock } from "../../src/lib/time/clock.ts";
import { startService } from "../../src/app/start-service.ts";
import { configFromEnvironment } from "../../src/app/settings/config.ts";
import type { Config } from "../../src/app/settings/core-config.ts";
import { createLogger } from "../../src/observability/logger.ts";
import { createCaller } from "../accounts/create-caller.ts";
import { commandsOn } from "../app/commands/use-commands.ts";
import { PATIENT_COMMANDS } from "../support/fakes/patient-commands.ts";
import { isPostgresInstalled } from "../support/programs/postgres-server.ts";
import { postgresServerOfTest } from "../support/programs/postgres-server-of-test.ts";
import { ANY_PORTS } from "../support/programs/program.ts";
import { takenAddress } from "../support/fakes/taken-address.ts";
import { folderOfTest } from "../support/programs/folder-of-test.ts";
import { useStore } from "./open-programs.ts";

const OPTIONS = { clock: systemClock, ...PATIENT_COMMANDS };

function start(settings: Readonly<Record<string, string>>, own: Partial<Config> = {}) {
  const config = configFromEnvironment({ ...ANY_PORTS, WEATHER_SOURCES: "simulated", ...settings });
  const logger = createLogger({ level: "silent", destination: process.stdout });
  return startService({ ...config, ...own }, { ...OPTIONS, logger });
}

const refusal = (...args: Parameters<typeof start>): Promise<string> =>
  start(...args).then(
    () => "it started",
    (error: Error) => error.message,
  );

const storeUrl = () => `sqlite:${folderOfTest()}/accounts.db`;

describe("a service that cannot start", () => {
  it.each(["GRPC_LISTEN", "HTTP_LISTEN", "OPS_LISTEN"])(
    "names %s if its port is already taken",
    async (setting) => {
      const address = await takenAddress();
      expect(await refusal({ STORE_URL: storeUrl(), [setting]: address })).toBe(
        `${setting}: ${address} cannot be used: another process listens there (EADDRINUSE)`,
      );
    },
  );

  it.each([
    ["GRPC_LISTEN", "203.0.113.7:50051", "this machine has no such address (EADDRNOTAVAIL)"],
    ["HTTP_LISTEN", "203.0.113.7:8080", "this machine has no such address (EADDRNOTAVAIL)"],
    ["GRPC_LISTEN", "no-such-host.invalid:50051", "the name is unknown (ENOTFOUND)"],
  ])("names %s if %s is no address of this machine", async (setting, address, meaning) => {
    const settings = { STORE_URL: storeUrl(), [setting]: address };
    expect(await refusal(settings)).toBe(`${setting}: ${address} cannot be used: ${meaning}`);
  });

  it("names the plans that accounts have and that are not in force", async () => {
    const url = storeUrl();
    await useStore(url, (store) => createCaller(store, { plan: "starter" }));
    expect(await refusal({ STORE_URL: url }, { plans: BUILT_IN_PLANS.slice(0, 1) })).toContain(
      "starter (1 account)",
    );
  });
});

it.skipIf(!isPostgresInstalled())(
  "a service keeps accounts from moving out of the PostgreSQL that it serves from",
  async () => {
    const server = await postgresServerOfTest();
    const { stop } = await start({ STORE_URL: server.url });
    const [store, moveTo] = [await openStore(server.url, OPTIONS), await openStore(storeUrl(), OPTIONS)];
    expect(await commandsOn({ store, moveTo, clock: systemClock }).refusal("accounts move")).toEqual({
      line: expect.stringMatching(/^The store is in use: 1 process serves from it/),
      exitCode: 1,
    });
    await Promise.all([store.close(), moveTo.close(), stop()]);
  },
  60_000,
);
