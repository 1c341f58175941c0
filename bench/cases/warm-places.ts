// What a place costs while its forecast is kept, and whether a call notices how many there are.
import type { Bench, BenchCase } from "../harness/bench-case.ts";
import { finding } from "../harness/finding.ts";
import { residentBytes } from "../harness/resident-bytes.ts";
import { startService, type ServiceUnderTest } from "../harness/service.ts";
import { slotStartMs } from "./slot-start.ts";

const MANY = 100_000;
const FEW = 100;

/** The hundredth part of them is not a matter of a few. Each waits for a commit to disk, so more would take minutes. */
const CALLS = 5_000;

/** The program's own is for fewer places, of any provider; what is kept is measured all the same. */
const CACHE_MB = "2000";

export const warmPlaces: BenchCase = {
  name: "warm-places",
  async run(bench) {
    const [few, many] = [
      await startService(bench),
      await startService(bench, { settings: { FORECAST_CACHE_MB: CACHE_MB } }),
    ];
    for (const service of [few, many]) {
      await call(bench, service, { places: FEW, calls: 0 });
      // Compiles what is hot, and lets the heap grow to what it needs without places.
      await call(bench, service, { places: FEW, calls: CALLS });
    }
    console.error(`  caching ${MANY} places`);
    const emptyBytes = residentBytes(many.servers.map(({ pid }) => pid));
    await call(bench, many, { places: MANY, calls: 0 });
    const bytesPerPlace = (residentBytes(many.servers.map(({ pid }) => pid)) - emptyBytes) / (MANY - FEW);

    const ratios: number[] = [];
    for (let round = 0; round < bench.rounds; round += 1) {
      console.error(`  calls at them, round ${round + 1} of ${bench.rounds}`);
      const ofMany = await call(bench, many, { places: MANY, calls: CALLS });
      const ofFew = await call(bench, few, { places: FEW, calls: CALLS });
      ratios.push(ofMany.callUsP99 / ofFew.callUsP99);
    }
    await Promise.all([few.stop(), many.stop()]);
    return {
      findings: [
        finding({
          what: `memory a place, of ${MANY}`,
          unit: "KB",
          target: { kind: "at most", value: 12 },
          rounds: [bytesPerPlace / 1024],
        }),
        finding({
          what: `p99 of a call, ${MANY} places against ${FEW}`,
          unit: "x",
          target: { kind: "at most", value: 1.5 },
          rounds: ratios,
        }),
      ],
    };
  },
};

async function call(
  { processes }: Bench,
  { httpPort, key }: ServiceUnderTest,
  asked: { readonly places: number; readonly calls: number },
) {
  const startTime = new Date(slotStartMs(Date.now())).toISOString();
  const order = { httpPort, key, startTime, ...asked };
  const printed = await processes.run({ args: ["bench/programs/warm-places.ts", JSON.stringify(order)] });
  return JSON.parse(printed) as { callUsP99: number };
}
