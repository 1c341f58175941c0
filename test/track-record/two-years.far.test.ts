// Two years of New York, to the session.
import { expect, it } from "vitest";
import { openStore } from "../../src/accounts/open-store.ts";
import { DAY_MS } from "../../src/clock.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { createTemporaryFolder } from "../support/temporary-folder.ts";
import {
  archiveAsTold,
  broughtBy,
  recordedTallies,
  startProvider,
  startRecorded,
  verifiedTallies,
} from "./new-york.ts";

const SPORTS = ["cycling", "football", "golf", "padel", "running", "tennis"];

it("two years of forecasts give, to the session, what `npm run verify` judges of them", async () => {
  const archive = archiveAsTold();
  // The hours before the first ones are not in the archive.
  const forecasts = archive.forecasts.filter(
    ({ generatedAtMs }) => generatedAtMs > archive.observed.startMs + DAY_MS,
  );
  const folder = createTemporaryFolder();
  const clock = createManualClock(forecasts[0]?.generatedAtMs ?? 0);
  const store = await openStore(`sqlite:${folder.path}/store.db`, { clock });
  const { id } = await store.createAccount({ name: "Courts", plan: "free", monthlyQuota: 9 });
  const provider = await startProvider();
  const { record, ask, close } = startRecorded(provider, { store: store.trackRecord, clock });
  for (const forecast of forecasts) {
    clock.advance(forecast.generatedAtMs - clock.nowMs());
    provider.tell(forecast);
    await ask(id, SPORTS);
    await record.keep();
    await record.judge();
  }
  clock.advance(10 * DAY_MS);
  await record.judge();
  const fetched = forecasts.map(({ generatedAtMs }) => generatedAtMs);
  const expected = verifiedTallies(broughtBy({ ...archive, forecasts }, fetched), SPORTS);
  expect(await recordedTallies(store.trackRecord)).toEqual(expected);
  expect([...expected.values()].flat().reduce((sum, count) => sum + count, 0)).toBeGreaterThan(700_000);
  await close();
  await provider.close();
  await store.close();
  folder.remove();
}, 300_000);
