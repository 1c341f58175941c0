import { expect, it } from "vitest";
import { openTrackRecord } from "../../src/app/open-track-record.ts";
import { configFromEnvironment } from "../../src/app/settings/config.ts";
import { createLogger } from "../../src/observability/logger.ts";
import { createProcessParts } from "../../src/observability/process-parts.ts";
import { utcDay } from "../../src/lib/time/sun-day.ts";
import { createFreeAccount } from "../accounts/create-free-account.ts";
import { createManualClock } from "../support/fakes/manual-clock.ts";
import { quietOutageLog } from "../support/fakes/quiet-outage-log.ts";
import { storeOfTest } from "../support/service/store-of-test.ts";
import { createRecordStore } from "../../src/track-record/sql/record-store.ts";

it("TRACK_RECORD_PLACES=0 deletes which places were asked about, and by whom", async () => {
  const clock = createManualClock("2026-11-21T14:00:00Z");
  const store = await storeOfTest({ clock });
  const { id } = await createFreeAccount(store);
  const place = "51.51,-0.13";
  const today = utcDay(clock.nowMs());
  await createRecordStore(store.records).noteRequests([{ place, sports: ["tennis"], accounts: [id] }], today);
  const open = async (TRACK_RECORD_PLACES: string) => {
    const opened = new AsyncDisposableStack();
    const parts = createProcessParts({ clock, logger: createLogger({ level: "silent" }) });
    const config = configFromEnvironment({ WEATHER_SOURCES: "open-meteo", TRACK_RECORD_PLACES });
    const record = openTrackRecord(config, { ...parts, store, outage: quietOutageLog() }, opened);
    await opened.disposeAsync();
    return record;
  };
  expect(await open("1")).toBeDefined();
  expect(await createRecordStore(store.records).lastRequestDay(id, place)).toBe(today);
  expect(await open("0")).toBeUndefined();
  expect(await createRecordStore(store.records).lastRequestDay(id, place)).toBeUndefined();
  expect(await createRecordStore(store.records).placesJudgedBefore(today + 1)).toEqual([]);
});
