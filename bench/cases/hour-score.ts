// The arithmetic alone: one hour, one sport.
import type { BenchCase } from "../harness/bench-case.ts";
import { finding } from "../harness/finding.ts";

type Rounds = readonly (readonly { readonly sport: string; readonly ns: number }[])[];

const TARGET = { kind: "at most", value: 1_000 } as const;

/** How long a sport is scored in a round: thousands of weeks. */
const ROUND_MS = 50;

export const hourScore: BenchCase = {
  name: "hour-score",
  async run({ processes, rounds }) {
    const printed = await processes.run({
      args: ["bench/programs/hour-score.ts", `${rounds}`, `${ROUND_MS}`],
    });
    const measured = JSON.parse(printed) as Rounds;
    const outdoor = measured.flatMap((sports) =>
      sports.flatMap(({ sport, ns }) => (sport === "outdoor" ? [ns] : [])),
    );
    const dearest = measured.map((sports) => Math.max(...sports.map(({ ns }) => ns)));
    return {
      findings: [
        finding({ what: "an hour, outdoor", unit: "ns", target: TARGET, rounds: outdoor }),
        finding({ what: "an hour, the dearest sport", unit: "ns", target: TARGET, rounds: dearest }),
      ],
    };
  },
};
