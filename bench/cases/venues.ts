// Compares the throughput for 1,000 to 20,000 venues with the throughput for 200, with default settings. It must not collapse
// as a site grows.
import type { Bench, BenchCase } from "../harness/bench-case.ts";
import { compare, type Side } from "../harness/compare.ts";
import { HTTP_LOAD_TOOL } from "../harness/http-load.ts";
import { REST_ON_SQLITE } from "../varied/door.ts";
import { trafficSide } from "../varied/load-traffic.ts";
import { startServiceAt } from "../varied/service-at.ts";

const FEW = 200;
const COUNTS = [1_000, 5_000, 10_000, 20_000] as const;
const TARGETS: Partial<Record<number, { kind: "at least"; value: number }>> = {
  20_000: { kind: "at least", value: 0.5 },
};

export const venues: BenchCase = { name: "venues", needs: HTTP_LOAD_TOOL, run };

async function run(bench: Bench) {
  const sideOf = async (venueCount: number): Promise<Side> => {
    const name = `${venueCount} venues`;
    const server = await startServiceAt(REST_ON_SQLITE, { name, venueCount }, bench);
    const asked = { mix: "booking-confidence", keys: [server.key], venueCount } as const;
    return trafficSide({ name, way: "REST", server, ...asked }, bench);
  };
  const few = await sideOf(FEW);
  const others: { count: number; side: Side }[] = [];
  for (const count of COUNTS) others.push({ count, side: await sideOf(count) });
  return compare(
    [few, ...others.map(({ side }) => side)],
    others.map(({ count, side }) => ({
      what: `calls/s, ${count} venues beside ${FEW}`,
      figure: "answersPerSecond",
      of: side,
      beside: few,
      target: TARGETS[count],
    })),
    bench,
  );
}
