// Processes that keep the record are killed in the middle of what they write.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { describe, expect, it } from "vitest";
import { createFreeAccount } from "../../accounts/create-free-account.ts";
import { createManualClock } from "../../support/fakes/manual-clock.ts";
import { folderOfTest } from "../../support/programs/folder-of-test.ts";
import { isPostgresInstalled } from "../../support/programs/postgres-server.ts";
import { postgresServerOfTest } from "../../support/programs/postgres-server-of-test.ts";
import { storeOfTest } from "../../support/service/store-of-test.ts";
import { NEW_YORK, recordedTallies } from "./new-york.ts";
import { expectedOf, FORECASTS } from "./recorded-days.ts";
import { createRecordStore } from "../../../src/modules/track-record/sql/record-store.ts";

const PROGRAM = new URL("record-days.ts", import.meta.url).pathname;

/** In these uses of the store a process is killed, `afterMs` after the use began. The kills are some days apart. */
const KILLS = [
  { use: "settleDay", afterMs: 0 },
  { use: "addWeather", afterMs: 1 },
  { use: "noteRequests", afterMs: 1 },
  { use: "settleDay", afterMs: 4 },
  { use: "settleDay", afterMs: 10 },
];
const NEVER = { use: "no use", afterMs: 0 };
const DAYS_BETWEEN = 5;

/** A process records from day `first` on, and is killed in a use of the store some days later. Returns the day reached. */
async function recordUntilKilled(url: string, accountId: string, first: number, kill: typeof NEVER) {
  const child = spawn(process.execPath, [PROGRAM, url, accountId, String(first)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let reached = first;
  for await (const line of createInterface(child.stdout)) {
    if (line === "done") return FORECASTS.length;
    const [day, use] = line.split(" ");
    reached = Number(day);
    if (use === kill.use && reached >= first + DAYS_BETWEEN) {
      setTimeout(() => child.kill("SIGKILL"), kill.afterMs);
    }
  }
  return reached;
}

describe("the record of a place, whose process is killed every few days", { timeout: 120_000 }, () => {
  const recordThroughKills = async (url: string) => {
    const clock = createManualClock(FORECASTS[0]?.generatedAtMs ?? 0);
    const store = await storeOfTest({ url, clock });
    const { id } = await createFreeAccount(store);
    let day = 0;
    for (const kill of [...KILLS, NEVER]) day = await recordUntilKilled(url, id, day, kill);
    expect(day).toBe(FORECASTS.length);
    expect(await createRecordStore(store.records).lastRequestDay(id, NEW_YORK.key)).toBeDefined();
    return [
      await recordedTallies(createRecordStore(store.records)),
      await recordedTallies(createRecordStore(store.records), ""),
    ];
  };
  const expected = [expectedOf(FORECASTS), expectedOf(FORECASTS)];

  it("has each session once in SQLite", async () => {
    expect(await recordThroughKills(`sqlite:${folderOfTest()}/store.db`)).toEqual(expected);
  });

  it.skipIf(!isPostgresInstalled())("has each session once in PostgreSQL (skipped without it)", async () => {
    const server = await postgresServerOfTest();
    expect(await recordThroughKills(await server.createDatabase())).toEqual(expected);
  });
});
