import { expect, it, onTestFinished, vi } from "vitest";
import { StoreUnavailable } from "../../../src/accounts/store.ts";
import { openStore } from "../../../src/app/open-store.ts";
import { openTrackRecord } from "../../../src/modules/track-record/open-track-record.ts";
import { configFromEnvironment } from "../../../src/app/settings/config.ts";
import { createLogger } from "../../../src/observability/logger.ts";
import { createProcessParts } from "../../../src/observability/process-parts.ts";
import { placeAt } from "../../../src/lib/place.ts";
import { SECOND_MS } from "../../../src/lib/time/clock.ts";
import { utcDay } from "../../../src/lib/time/sun-day.ts";
import { createManualClock } from "../../support/fakes/manual-clock.ts";
import { quietOutageLog } from "../../support/fakes/quiet-outage-log.ts";
import { createTemporaryFolder } from "../../support/programs/temporary-folder.ts";
import { storeOfTest } from "../../support/service/store-of-test.ts";
import { createRecordStore } from "../../../src/modules/track-record/sql/record-store.ts";

it("TRACK_RECORD_PLACES=0 deletes which places were asked about, and by whom", async () => {
  const folder = createTemporaryFolder();
  const clock = createManualClock("2026-11-21T14:00:00Z");
  const store = await openStore(`sqlite:${folder.path}/accounts.db`, { clock });
  const recordStore = createRecordStore(store.records);
  const { id } = await store.createAccount({ name: "Courts", plan: "free", monthlyQuota: 500 });
  const place = "51.51,-0.13";
  const today = utcDay(clock.nowMs());
  await recordStore.noteRequests([{ place, sports: ["tennis"], accounts: [id] }], today);
  const open = async (TRACK_RECORD_PLACES: string) => {
    const opened = new AsyncDisposableStack();
    const parts = createProcessParts({ clock, logger: createLogger({ level: "silent" }) });
    const config = configFromEnvironment({ WEATHER_SOURCES: "open-meteo", TRACK_RECORD_PLACES });
    const record = openTrackRecord(config, { ...parts, recordStore, outage: quietOutageLog() }, opened);
    await opened.disposeAsync();
    return record;
  };
  expect(await open("1")).toBeDefined();
  expect(await recordStore.lastRequestDay(id, place)).toBe(today);
  expect(await open("0")).toBeUndefined();
  expect(await recordStore.lastRequestDay(id, place)).toBeUndefined();
  expect(await recordStore.placesJudgedBefore(today + 1)).toEqual([]);
  await store.close();
  folder.remove();
});

it("notes that could not be written are written ten seconds later, once the store is back", async () => {
  const clock = createManualClock("2026-11-21T14:00:00Z");
  const store = await storeOfTest({ clock });
  const { id } = await store.createAccount({ name: "Courts", plan: "free", monthlyQuota: 500 });
  const recordStore = createRecordStore(store.records);
  const failures = [new StoreUnavailable("away")];
  const noteRequests: typeof recordStore.noteRequests = async (batch, today) => {
    const failure = failures.pop();
    if (failure !== undefined) throw failure;
    await recordStore.noteRequests(batch, today);
  };
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  await using opened = new AsyncDisposableStack();
  const parts = {
    ...createProcessParts({ clock, logger: createLogger({ level: "silent" }) }),
    recordStore: { ...recordStore, noteRequests },
    outage: quietOutageLog(),
  };
  const record = openTrackRecord(configFromEnvironment({ WEATHER_SOURCES: "open-meteo" }), parts, opened);
  const place = placeAt(51.51, -0.13);
  record?.noteRequest({ place, sport: "tennis", accountId: id });
  const next = async () => {
    vi.advanceTimersByTime(10 * SECOND_MS);
    expect(failures).toEqual([]);
    expect(await recordStore.lastRequestDay(id, place.key)).toBe(utcDay(clock.nowMs()));
  };
  await vi.waitFor(next, { timeout: 15_000 });
});
