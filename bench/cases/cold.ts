// A site that opens: a thousand places that nobody asked about before, from a provider who takes his time.
import type { Bench, BenchCase } from "../harness/bench-case.ts";
import { finding } from "../harness/finding.ts";
import { startService } from "../harness/service.ts";

const PLACES = 1_000;
const TARGET = { kind: "at most", value: 10 } as const;

/** A round takes as long as it takes; more of them tell little more. */
const ROUNDS_MAX = 3;

export const cold: BenchCase = { name: "cold", run };

async function run(bench: Bench) {
  const provider = await bench.processes.serve({
    name: "provider",
    args: ["bench/programs/slow-provider.ts"],
  });
  const service = await startService(bench, {
    settings: {
      WEATHER_SOURCES: "open-meteo",
      OPEN_METEO_URL: `http://127.0.0.1:${String(provider.line["http"])}`,
    },
  });
  const { httpPort, key } = service;
  const measured: { seconds: number; retries: number }[] = [];
  for (let round = 0; round < Math.min(bench.rounds, ROUNDS_MAX); round += 1) {
    console.error(`  ${PLACES} cold places, round ${round + 1}`);
    const order = { httpPort, key, places: PLACES, first: round * PLACES };
    const args = ["bench/programs/cold-places.ts", JSON.stringify(order)];
    measured.push(
      JSON.parse(await bench.processes.run({ args, tellsProgress: true })) as {
        seconds: number;
        retries: number;
      },
    );
  }
  for (const server of [service, provider]) await server.stop();
  const seconds = measured.map((round) => round.seconds);
  const retries = measured.map((round) => round.retries);
  return {
    findings: [
      finding({ what: `until ${PLACES} places are answered`, unit: "s", target: TARGET, rounds: seconds }),
      finding({ what: "calls that had to be made again", unit: "", rounds: retries }),
    ],
  };
}
