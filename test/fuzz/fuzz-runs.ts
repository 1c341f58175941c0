// How much is generated: a little in `npm test`, FUZZ_RUNS a door in `npm run test:fuzz`.
import fc from "fast-check";

/** Requests at each door. */
export const RUNS = Number(process.env["FUZZ_RUNS"] ?? "300");

/** Whether there is time for waits that are bounded by real timeouts. */
export const IS_LONG = RUNS >= 10_000;

/** Generated together and sent at once: what a connection, and one account, is used to. */
export const BATCH = 10;

/** Above what a run takes on a slow machine, shrinking a failure included. */
export const FUZZ_TIMEOUT_MS = 60_000 + RUNS * 30;

/** FUZZ_SEED, which a failure prints, makes the same requests again. */
const seed = process.env["FUZZ_SEED"];

/** What a batch is complained of when each of it is sent by itself. */
export function each<T>(send: (one: T) => Promise<readonly string[]>) {
  return async (batch: readonly T[]) => (await Promise.all(batch.map(send))).flat();
}

/** Gives `send` batches of what is generated until `count` were sent; what it complains of is shrunk and thrown. */
export async function fuzz<T>(
  one: fc.Arbitrary<T>,
  count: number,
  send: (batch: readonly T[]) => Promise<readonly string[]>,
): Promise<void> {
  const batch = fc.array(one, { minLength: BATCH, maxLength: BATCH });
  const holds = fc.asyncProperty(batch, async (requests) => {
    const [complaint] = await send(requests);
    if (complaint !== undefined) throw new Error(complaint);
  });
  const result = await fc.check(holds, {
    numRuns: Math.ceil(count / BATCH),
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
