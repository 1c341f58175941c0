// A process that records New York day by day: `node record-days.ts STORE_URL ACCOUNT_ID FIRST_DAY`. Before each
// use of the store it prints the day and the use's name, so that it can be killed in any use.
import { openStore } from "../../../src/app/open-store.ts";
import { DAY_MS } from "../../../src/lib/time/clock.ts";
import type { RecordStore } from "../../../src/modules/track-record/record-store.ts";
import { createManualClock } from "../../support/fakes/manual-clock.ts";
import { PATIENT_COMMANDS } from "../../support/fakes/patient-commands.ts";
import { createSuppliedSource, startRecorded } from "./new-york.ts";
import { FORECASTS, SPORTS } from "./recorded-days.ts";
import { createRecordStore } from "../../../src/modules/track-record/sql/record-store.ts";

const [url = "", accountId = "", first = ""] = process.argv.slice(2);
const clock = createManualClock(FORECASTS[Number(first)]?.generatedAtMs ?? 0);
const store = await openStore(url, { clock, ...PATIENT_COMMANDS });
const source = createSuppliedSource(clock);
// Keeps the process running, which timers of the record do not.
const running = setInterval(() => undefined, 60_000);
let day = Number(first);

const printing = new Proxy(createRecordStore(store.records), {
  get: (of, name: keyof RecordStore) => {
    const use = of[name] as (...args: readonly unknown[]) => Promise<unknown>;
    return async (...args: readonly unknown[]) => {
      await new Promise((written) => process.stdout.write(`${day} ${name}\n`, written));
      return use(...args);
    };
  },
});

const { record, ask } = startRecorded(source, { store: printing, clock });
for (; day < FORECASTS.length; day += 1) {
  source.supply(FORECASTS[day]!);
  await ask(accountId, SPORTS);
  await record.write();
  await record.judge();
}
// Ten days later every session is due.
clock.advance(10 * DAY_MS);
await record.judge();
await store.close();
clearInterval(running);
process.stdout.write("done\n");
