import { LRUCache } from "lru-cache";
import { invalidArgument, type FieldViolation } from "../fault.ts";
import { parseIsoTime } from "../iso-time.ts";

/** A start time as it was passed in, and the instant it means. */
export interface Slot {
  readonly startTime: string;
  readonly startMs: number;
}

/** Lists that were read of late; up to 3 kB each. */
const READ_MAX = 1_000;

/** Finds the instants that slots mean; INVALID_ARGUMENT that names every malformed one otherwise. */
export function createSlotReader(): (startTimes: readonly string[]) => readonly Slot[] {
  // Reading twenty times takes a fifth of a call that is answered from what was prepared.
  const read = new LRUCache<string, readonly Slot[]>({ max: READ_MAX });
  return (startTimes) => {
    // With their number no other list has the same key: what is kept holds no space.
    const key = `${startTimes.length} ${startTimes.join(" ")}`;
    const slots = read.get(key) ?? readSlots(startTimes);
    read.set(key, slots);
    return slots;
  };
}

function readSlots(startTimes: readonly string[]): readonly Slot[] {
  const violations: FieldViolation[] = [];
  const slots: Slot[] = [];
  startTimes.forEach((startTime, i) => {
    const parsed = parseIsoTime(startTime);
    if ("problem" in parsed) {
      violations.push({ field: `slots[${i}]`, description: parsed.problem });
    } else {
      slots.push({ startTime, startMs: parsed.ms });
    }
  });
  if (violations.length > 0) {
    throw invalidArgument(violations);
  }
  return slots;
}
