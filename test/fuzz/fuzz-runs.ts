// How many requests are made (a few in `npm test`, FUZZ_RUNS a door in `npm run test:all` and `npm run test:fuzz`),
// and what is reported: counts, complaints, leaks.
import fc from "fast-check";
import { wordsIn } from "./choices.ts";

/** Requests at each door. */
export const RUNS = Number(process.env["FUZZ_RUNS"] ?? "300");

/** Whether there is time for waits that are bounded by real timeouts. */
export const IS_LONG = RUNS >= 10_000;

/** Requests that are generated together and sent at once: as many as one connection and one account usually have. */
export const BATCH = 10;

/** More than a run takes on a slow machine, including the first steps of shrinking a failure. */
const FUZZ_MS = 50_000 + RUNS * 30;

/** The timeout of a test. It leaves time to report what was found. */
export const FUZZ_TIMEOUT_MS = FUZZ_MS + 30_000;

/** FUZZ_SEED, which a failure prints, makes the same requests again. */
const seed = process.env["FUZZ_SEED"];

/** The promise that an answer broke, in words, and the request and answer that it is about. */
export interface Complaint {
  readonly promise: string;
  readonly about: string;
}

/** Gives `send` batches of generated requests until `count` were sent; throws the first complaint, shrunk. */
export async function fuzz<T>(
  one: fc.Arbitrary<T>,
  count: number,
  send: (batch: readonly T[]) => Promise<readonly Complaint[]>,
): Promise<void> {
  const batch = fc.array(one, { minLength: BATCH, maxLength: BATCH });
  const holds = fc.asyncProperty(batch, async (requests) => {
    const [complaint] = await send(requests);
    if (complaint !== undefined) throw new Error(`${complaint.promise}: ${complaint.about}`);
  });
  const result = await fc.check(holds, {
    numRuns: Math.ceil(count / BATCH),
    // A failure that takes seconds to show itself could be shrunk for an hour. A run that is cut off has failed.
    interruptAfterTimeLimit: FUZZ_MS,
    markInterruptAsFailure: true,
    ...(seed !== undefined && { seed: Number(seed) }),
  });
  if (result.failed) {
    // The complaint names the one request that it is about; the rest of its batch is of no interest.
    const what = result.errorInstance instanceof Error ? result.errorInstance.message : "a failure";
    throw new Error(
      `after ${result.numRuns} batches with FUZZ_SEED=${result.seed}, at its smallest: ${what}`,
    );
  }
}

/** Counts the outcomes, so that a reader sees how many requests there were and how far they got. */
export interface Tally {
  add(outcome: string | number): void;
  readonly total: number;
  count(outcome: string | number): number;
  /** `rest: 100000 requests: 200 × 41234, 400 × 30011 …` */
  toString(): string;
}

export function createTally(name: string): Tally {
  const counts = new Map<string, number>();
  const total = () => [...counts.values()].reduce((sum, count) => sum + count, 0);
  return {
    add: (outcome) => counts.set(String(outcome), (counts.get(String(outcome)) ?? 0) + 1),
    get total() {
      return total();
    },
    count: (outcome) => counts.get(String(outcome)) ?? 0,
    toString: () => {
      const outcomes = [...counts].toSorted().map(([outcome, count]) => `${outcome} × ${count}`);
      return `${name}: ${total()} requests: ${outcomes.join(", ")}`;
    },
  };
}

// What an answer must never contain: stacks, paths, the runtime's and the libraries' own words, unset values.
const INTERNAL = new RegExp(
  [
    String.raw`\n\s+at `,
    ...wordsIn(String.raw`
      node_modules /src/ file:// \.ts\b \.js:\d undefined \[object \bNaN\b Error: sqlite SQLITE \bSELECT\b
      127\.0\.0\.1 \bE(?:CONN|PIPE|NOENT|ACCES) \bERR_ FST_ fastify grpc-js connectrpc protobuf-es llhttp HPE_
      zlib \bZ_[A-Z]+_ERROR
    `),
  ].join("|"),
  "g",
);

/** The internal words in a text, except words that the caller has sent. */
export function leaksIn(text: string, sent: string): readonly string[] {
  const lowerSent = sent.toLowerCase();
  return [...text.matchAll(INTERNAL)]
    .map(([leak]) => leak)
    .filter((leak) => !lowerSent.includes(leak.toLowerCase().trim()));
}
