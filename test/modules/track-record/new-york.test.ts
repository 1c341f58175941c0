// The record of weeks in New York is exact to the session, with several processes, restarts and failures.
import { beforeEach, describe, expect, it } from "vitest";
import { MODEL_VERSION } from "../../../src/scoring/model-version.ts";
import { openStore } from "../../../src/app/open-store.ts";
import type { Store } from "../../../src/app/store.ts";
import { DAY_MS } from "../../../src/lib/time/clock.ts";
import { createFreeAccount } from "../../accounts/create-free-account.ts";
import { createManualClock, type ManualClock } from "../../support/fakes/manual-clock.ts";
import { createTemporaryFolder } from "../../support/programs/temporary-folder.ts";
import { storeOfTest } from "../../support/service/store-of-test.ts";
import {
  createSuppliedSource,
  NEW_YORK,
  recordedTallies,
  startRecorded,
  verifiedTallies,
  type SuppliedSource,
} from "./new-york.ts";
import { ARCHIVE, expectedOf, FORECASTS, SPORTS } from "./recorded-days.ts";
import type { RecordStore } from "../../../src/modules/track-record/record-store.ts";
import { createRecordStore } from "../../../src/modules/track-record/sql/record-store.ts";

const sumOf = (tallies: ReadonlyMap<string, readonly number[]>) =>
  [...tallies.values()].flat().reduce((sum, count) => sum + count, 0);

describe("the record of a place", () => {
  let clock: ManualClock;
  let source: SuppliedSource;
  let store: Store;
  let url: string;
  let accountId: string;

  const open = () => storeOfTest({ url, clock });

  beforeEach(async () => {
    const folder = createTemporaryFolder();
    url = `sqlite:${folder.path}/store.db`;
    clock = createManualClock(FORECASTS[0]?.generatedAtMs ?? 0);
    source = createSuppliedSource(clock);
    store = await openStore(url, { clock });
    const account = await createFreeAccount(store);
    accountId = account.id;
    return async () => {
      await store.close();
      folder.remove();
    };
  });

  /** One process asks, keeps and judges at each forecast, and once more when every session is due. */
  const recordAll = async (forecasts: typeof FORECASTS) => {
    const { record, ask } = startRecorded(source, { store: createRecordStore(store.records), clock });
    for (const forecast of forecasts) {
      source.supply(forecast);
      await ask(accountId, SPORTS);
      await record.write();
      await record.judge();
    }
    clock.advance(10 * DAY_MS);
    await record.judge();
  };

  it("has the sessions of every day as `npm run verify` judges them", async () => {
    await recordAll(FORECASTS);
    const expected = expectedOf(FORECASTS);
    expect(await recordedTallies(createRecordStore(store.records))).toEqual(expected);
    expect(await recordedTallies(createRecordStore(store.records), "")).toEqual(expected);
    expect(sumOf(expected)).toBeGreaterThan(8_000);
    const [tally] = await createRecordStore(store.records).tallies({
      modelVersion: MODEL_VERSION,
      place: NEW_YORK.key,
      sport: "golf",
    });
    // No fetch contained the hours of one day: the archive has no forecast on the day after that day.
    expect(tally).toMatchObject({ daysAhead: 0, days: FORECASTS.length - 1 });
    expect(await createRecordStore(store.records).lastRequestDay(accountId, NEW_YORK.key)).toBe(
      Math.floor((FORECASTS.at(-1)?.generatedAtMs ?? 0) / DAY_MS),
    );
  });

  it("has each session once if three processes judge, one of them is replaced every day, and the store fails at times", async () => {
    const stores = [store, await open(), await open()];
    let refusals = 0;
    const failing = (of: RecordStore): typeof of => ({
      ...of,
      takeLease: async () => true,
      settleDay: async (judged, after) => {
        refusals += 1;
        if (refusals % 3 === 0) throw new Error("the store is away");
        return of.settleDay(judged, after);
      },
    });
    const start = (index: number) =>
      startRecorded(source, { store: failing(createRecordStore((stores[index] ?? store).records)), clock });
    const processes = [start(0), start(1), start(2)];
    const judgeAll = () => Promise.allSettled(processes.map(({ record }) => record.judge()));
    for (const [index, forecast] of FORECASTS.entries()) {
      source.supply(forecast);
      const at = index % processes.length;
      await processes[at]?.ask(accountId, SPORTS);
      await processes[at]?.record.write();
      await judgeAll();
      processes[at] = start(at);
    }
    clock.advance(10 * DAY_MS);
    for (let round = 0; round < 5; round += 1) await judgeAll();
    expect(await recordedTallies(createRecordStore(store.records))).toEqual(expectedOf(FORECASTS));
  });

  it("leaves out sessions whose hours no fetch contained, and counts them", async () => {
    // Nobody asks on two days in the middle.
    const forecasts = FORECASTS.filter((_, index) => index !== 14 && index !== 15);
    await recordAll(forecasts);
    const tallies = await recordedTallies(createRecordStore(store.records));
    expect(tallies).toEqual(expectedOf(forecasts));
    const all = await createRecordStore(store.records).tallies({ modelVersion: MODEL_VERSION, place: "" });
    const leftOut = all.reduce((sum, each) => sum + each.leftOut, 0);
    // Sessions on the days after the last forecast are left out as well.
    const said = verifiedTallies({ ...ARCHIVE, forecasts }, SPORTS);
    expect(leftOut).toBe(sumOf(said) - sumOf(tallies));
    expect(leftOut).toBeGreaterThan(300);
  });

  it("takes little more of a CPU core than `coreShare`", async () => {
    const { record, ask } = startRecorded(source, {
      store: createRecordStore(store.records),
      clock,
      coreShare: 0.1,
    });
    for (const forecast of FORECASTS.slice(0, 10)) {
      source.supply(forecast);
      await ask(accountId, SPORTS);
      await record.write();
    }
    const [cpu, startMs] = [process.threadCpuUsage(), performance.now()];
    await record.judge();
    const { user, system } = process.threadCpuUsage(cpu);
    // More than a tenth, because the pause after a long first step is bounded.
    expect((user + system) / 1000 / (performance.now() - startMs)).toBeLessThan(0.2);
  });
});
