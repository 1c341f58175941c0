// Whatever keeps a service from starting is one line that says which setting to change.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openStore } from "../../src/accounts/open-store.ts";
import { BUILT_IN_PLANS } from "../../src/accounts/plans/built-in-plans.ts";
import { planToJson } from "../../src/accounts/plans/plans-from-json.ts";
import { systemClock } from "../../src/clock.ts";
import { startCore, startRest, startService } from "../../src/compose/start-service.ts";
import { configFromEnvironment } from "../../src/config/config.ts";
import { createLogger } from "../../src/ops/logger.ts";
import { commandsOn } from "../cli/use-commands.ts";
import { PATIENT_COMMANDS } from "../support/patient-commands.ts";
import { ANY_PORTS } from "../support/program.ts";
import { takenAddress } from "../support/taken-address.ts";
import { folderOfTest } from "../support/folder-of-test.ts";
import { createCallerIn, useStore } from "./open-programs.ts";

const START = { all: startService, core: startCore, rest: startRest } as const;
const OPTIONS = { clock: systemClock, ...PATIENT_COMMANDS };

type Settings = Readonly<Record<string, string>>;

async function start(settings: Settings, role: keyof typeof START = "all") {
  const config = configFromEnvironment({ ...ANY_PORTS, WEATHER_SOURCES: "simulated", ...settings });
  const logger = createLogger({ level: "silent", destination: process.stdout });
  const { stop } = await START[role](config, { ...OPTIONS, logger });
  return stop;
}

const refusal = (...args: Parameters<typeof start>): Promise<string> =>
  start(...args).then(
    () => "it started",
    (error: Error) => error.message,
  );

describe("a service that cannot start", () => {
  it.each([
    { setting: "GRPC_LISTEN", role: "all" },
    { setting: "HTTP_LISTEN", role: "all" },
    { setting: "OPS_LISTEN", role: "all" },
    { setting: "GRPC_LISTEN", role: "core" },
    { setting: "HTTP_LISTEN", role: "rest" },
  ] as const)("names $setting where its port is taken, in the role $role", async ({ setting, role }) => {
    const address = await takenAddress();
    const settings = { STORE_URL: `sqlite:${folderOfTest()}/accounts.db`, [setting]: address };
    expect(await refusal(settings, role)).toBe(
      `${setting}: ${address} cannot be listened on: another process listens there (EADDRINUSE)`,
    );
  });

  it.each([
    ["GRPC_LISTEN", "203.0.113.7:50051", "this machine has no such address (EADDRNOTAVAIL)"],
    ["HTTP_LISTEN", "203.0.113.7:8080", "this machine has no such address (EADDRNOTAVAIL)"],
    ["GRPC_LISTEN", "no-such-host.invalid:50051", "the name is unknown (ENOTFOUND)"],
  ])("names %s where %s is not here", async (setting, address, meaning) => {
    const settings = { STORE_URL: `sqlite:${folderOfTest()}/accounts.db`, [setting]: address };
    expect(await refusal(settings)).toBe(`${setting}: ${address} cannot be listened on: ${meaning}`);
  });

  it.each(["all", "core"] as const)(
    "names the plans that accounts have and PLANS_FILE lacks, in the role %s",
    async (role) => {
      const folder = folderOfTest();
      const url = `sqlite:${folder}/accounts.db`;
      await useStore(url, async (store) => {
        for (const plan of ["starter", "internal", "growth", "starter"]) {
          await store.createAccount({ name: "Test", plan, monthlyQuota: 1 });
        }
      });
      const plans = BUILT_IN_PLANS.slice(0, 1).map((plan) =>
        Object.assign(planToJson(plan), { name: "club" }),
      );
      const PLANS_FILE = join(folder, "plans.json");
      writeFileSync(PLANS_FILE, JSON.stringify({ plans }));
      expect(await refusal({ STORE_URL: url, PLANS_FILE }, role)).toBe(
        'Accounts have plans that are not in force: growth (1 account), starter (2 accounts). PLANS_FILE has to have every plan that is in use, with "for_sale": false where it is no longer sold; in force are club, internal.',
      );
    },
  );

  it("says that the accounts have moved to another store, which they cannot while it serves from this one", async () => {
    const folder = folderOfTest();
    const [url, otherUrl] = [`sqlite:${folder}/old.db`, `sqlite:${folder}/new.db`];
    const stop = await start({ STORE_URL: url });
    const [store, moveTo] = [await openStore(url, OPTIONS), await openStore(otherUrl, OPTIONS)];
    await createCallerIn(store);
    const { run, refusal: refusedCommand } = commandsOn({ store, moveTo, clock: systemClock });
    expect(await refusedCommand("accounts move")).toEqual({
      line: expect.stringMatching(/^The store(?:'s file)? is in use: /),
      exitCode: 1,
    });
    await stop();
    expect(await run("accounts move")).toContain("Moved, and compared: 1 accounts with 0 calls.");
    await Promise.all([store.close(), moveTo.close()]);

    expect(await refusal({ STORE_URL: url })).toMatch(
      /its accounts moved to another store on [^\n]+STORE_URL has to name that one/,
    );
    await (
      await start({ STORE_URL: otherUrl })
    )();
  });
});
