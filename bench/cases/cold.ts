// Measures the first calls of a new booking site: the service is asked about a thousand places that it has not cached, and
// fetches them from a slow provider. Then another replica is asked about the same places, which the first replica has fetched before.
import { checkoutsOf, type Bench, type BenchCase, type Finding } from "../harness/bench-case.ts";
import { cpuSeconds } from "../harness/cpu-seconds.ts";
import { finding } from "../harness/finding.ts";
import { startService, type ServiceUnderTest } from "../harness/service.ts";
import { askColdPlaces, startProvider } from "../varied/cold-places.ts";

const PLACES = 1_000;
const TARGET = { kind: "at most", value: 10 } as const;
const PROVIDER = { answerMs: 80, atOnce: 2 };

/** Rounds are slow, and more of them add little. */
const ROUNDS_MAX = 3;

export const cold: BenchCase = { name: "cold", run };

async function run(bench: Bench) {
  const provider = await startProvider(PROVIDER);
  const findings: Finding[] = [];
  for (const { name, dir, prefix } of checkoutsOf(bench)) {
    const { settings } = provider;
    const first = await startService(bench, { name, dir, store: "postgres", settings });
    const onSameStore = { ...settings, STORE_URL: first.storeUrl };
    const second = await startService(bench, { name: `${name}-second`, dir, settings: onSameStore });
    const rounds: { readonly fetched: Asked; readonly found: Asked }[] = [];
    for (let round = 0; round < Math.min(bench.rounds, ROUNDS_MAX); round += 1) {
      console.error(`  ${name}, ${PLACES} cold places, round ${round + 1}`);
      const ask = (replica: ServiceUnderTest) => askReplica(replica, first, round * PLACES);
      rounds.push({ fetched: await ask(first), found: await ask(second) });
    }
    for (const replica of [second, first]) await replica.stop();
    const of = (what: string, unit: string, figure: (round: (typeof rounds)[number]) => number) =>
      finding({ what: `${prefix}${what}`, unit, rounds: rounds.map(figure) });
    const seconds = of(`until ${PLACES} places are answered`, "s", ({ fetched }) => fetched.seconds);
    findings.push(
      prefix === "" ? { ...seconds, target: TARGET } : seconds,
      of("calls that had to be made again", "", ({ fetched }) => fetched.retries),
      of("CPU of the service for a place", "µs", ({ fetched }) => fetched.ownUs),
      of("CPU of another replica for a place fetched before", "µs", ({ found }) => found.ownUs),
      of("CPU of PostgreSQL for a place fetched before", "µs", ({ found }) => found.storeUs),
    );
  }
  provider.close();
  return { findings };
}

type Asked = Awaited<ReturnType<typeof askReplica>>;

/** CPU times are for one place. */
async function askReplica(replica: ServiceUnderTest, first: ServiceUnderTest, firstPlace: number) {
  const own = replica.servers.filter(({ gcFile }) => gcFile !== undefined).map(({ pid }) => pid);
  const store = first.servers.filter(({ gcFile }) => gcFile === undefined).map(({ pid }) => pid);
  const [ownBefore, storeBefore] = [cpuSeconds(own), cpuSeconds(store)];
  const asked = await askColdPlaces(replica, { first: firstPlace, count: PLACES });
  const perPlace = (seconds: number) => (seconds / PLACES) * 1e6;
  return {
    ...asked,
    ownUs: perPlace(cpuSeconds(own) - ownBefore),
    storeUs: perPlace(cpuSeconds(store) - storeBefore),
  };
}
