// What a place costs while its forecast is kept, and whether a call notices how many there are.
import type { Bench, BenchCase } from "../harness/bench-case.ts";
import { finding } from "../harness/finding.ts";

const MANY = 100_000;
const FEW = 100;
/** Among so many the hundredth part is not a matter of a few. */
const CALLS = 100_000;

export const warmPlaces: BenchCase = {
  name: "warm-places",
  async run(bench) {
    const rounds = [];
    for (let round = 0; round < bench.rounds; round += 1) {
      rounds.push({ many: await keep(MANY, bench), few: await keep(FEW, bench) });
    }
    return {
      findings: [
        finding({
          what: `memory a place, of ${MANY}`,
          unit: "KB",
          target: { kind: "at most", value: 12 },
          rounds: rounds.map(({ many }) => many.bytesPerPlace / 1024),
        }),
        finding({
          what: `p99 of a call, ${MANY} places against ${FEW}`,
          unit: "x",
          target: { kind: "at most", value: 1.5 },
          rounds: rounds.map(({ many, few }) => many.callUsP99 / few.callUsP99),
        }),
      ],
    };
  },
};

async function keep(places: number, { processes }: Bench) {
  const printed = await processes.run({
    args: ["--expose-gc", "bench/programs/warm-places.ts", `${places}`, `${CALLS}`],
  });
  return JSON.parse(printed) as { bytesPerPlace: number; callUsP99: number };
}
