// What everybody in the scenario shares: the service, its callers, the trouble, and where complaints go.
import { setTimeout as sleep } from "node:timers/promises";
import { withTimeout } from "../../src/lib/timeout.ts";
import type { Fault } from "../doors/door.ts";
import type { Tally } from "../fuzz/fuzz-runs.ts";
import type { Random } from "./random.ts";
import type { SteeredPorts } from "./steered-service.ts";
import type { Timeline } from "./timeline.ts";

/** An account whose count is compared with the answers that its callers got. */
export interface Subject {
  readonly accountId: string;
  readonly key: string;
  answered: number;
  /** Calls whose callers left before the answer: they may be counted. */
  left: number;
}

export interface Scene {
  readonly ports: SteeredPorts;
  readonly random: Random;
  readonly timeline: Timeline;
  readonly tally: Tally;
  /** The service's own time. */
  nowMs(): number;
  isOver(): boolean;
  /** Ends the scenario, which fails with this sentence. */
  complain(sentence: string): void;
}

/** Longer than any call may take. */
const ANSWER_WITHIN_MS = 20_000;

export const withinTime = <T>(what: string, promise: Promise<T>): Promise<T> =>
  withTimeout(ANSWER_WITHIN_MS, promise).catch((error: unknown) => {
    throw new Error(`${what}: ${String(error)}`, { cause: error });
  });

/** Whether the fault of a valid call is explained by trouble since the call began. */
export async function isExplained(
  { timeline }: Scene,
  { code, reason }: Pick<Fault, "code" | "reason">,
  sinceMs: number,
): Promise<boolean> {
  switch (code) {
    case "unavailable":
      return reason === "STORE_UNAVAILABLE"
        ? timeline.explains(["disk", "machine"], sinceMs)
        : // After a leap of the clock, cached forecasts are of another time and are fetched again.
          timeline.explains(["provider", "clock", "machine"], sinceMs);
    case "deadline_exceeded":
      return timeline.explains(["disk", "provider", "machine"], sinceMs);
    case "invalid_argument":
      // The clock may have leapt between the question and the answer.
      return (reason ?? "").startsWith("START_") && (await timeline.explains(["clock"], sinceMs));
    default:
      return false;
  }
}

/** Repeats an action until the scenario is over, and complains of its errors. */
export async function repeat(scene: Scene, name: string, act: () => Promise<void>): Promise<void> {
  while (!scene.isOver()) {
    try {
      await act();
    } catch (error) {
      scene.complain(`${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
    await sleep(scene.random.between(1, 20));
  }
}
