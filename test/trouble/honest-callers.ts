// Callers that make only valid calls, at every door.
import { isoTime } from "../../src/lib/time/iso-time.ts";
import type { Answer, Door, DoorCall, Fault } from "../doors/door.ts";
import { METHODS } from "../doors/methods.ts";
import { isExplained, repeat, withinTime, type Scene, type Subject } from "./scene.ts";

const HOUR_MS = 3_600_000;
const PLACES = 300;

/** A random valid question. */
export function anyQuestion({ random, nowMs }: Scene): Pick<DoorCall, "method" | "request"> {
  const place = random.between(1, PLACES);
  const point = { lat: (place % 120) - 60, lng: place / 2 };
  const start = () => isoTime(Math.ceil(nowMs() / HOUR_MS) * HOUR_MS + random.between(1, 120) * HOUR_MS);
  switch (random.between(1, 3)) {
    case 1:
      return { method: METHODS.getForecast, request: { ...point, days: random.between(1, 7) } };
    case 2:
      return {
        method: METHODS.getBookingConfidence,
        request: { ...point, start_time: start(), duration_minutes: 90, sport: "tennis" },
      };
    default:
      return { method: METHODS.rankSafeSlots, request: { ...point, slots: [start(), start(), start()] } };
  }
}

/** Not an address of the key guessers: test/doors/protection.test.ts tests whom key guessers slow down. */
export const HONEST_ADDRESS = { "x-forwarded-for": "192.0.2.1" };

export function beHonest(scene: Scene, doors: readonly Door[], subject: Subject): Promise<void> {
  return repeat(scene, "an honest caller", async () => {
    const sinceMs = Date.now();
    const door = scene.random.pick(doors);
    const call = { ...anyQuestion(scene), key: subject.key, headers: HONEST_ADDRESS };
    const outcome = await withinTime(door.name, door.call(call));
    note(scene, outcome);
    if (outcome.kind === "answer") {
      subject.answered += 1;
    } else if (!(await isExplained(scene, outcome, sinceMs))) {
      scene.complain(
        `${door.name} to ${JSON.stringify({ ...call, method: call.method.name })}: ${told(outcome)}`,
      );
    }
  });
}

export function note({ tally }: Scene, outcome: Answer | Fault): void {
  tally.add(outcome.kind === "answer" ? "answered" : (outcome.reason ?? outcome.code));
}

export function told({ code, reason, sentence, requestId }: Fault): string {
  return `${code} ${reason}: ${sentence} (${requestId})`;
}
