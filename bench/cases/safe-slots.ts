// As many slots as a call may have: what a page asks when a day opens.
import assert from "node:assert/strict";
import { isoTime } from "../../src/iso-time.ts";
import { compareHttp } from "../harness/http-comparison.ts";
import { slotStartMs } from "./slot-start.ts";

const SLOTS = 20;
const SLOT_MS = 30 * 60_000;

export const safeSlots = compareHttp({
  name: "safe-slots",
  targetRatio: 0.55,
  baseline: "object",
  path: (nowMs) => {
    const slots = Array.from({ length: SLOTS }, (_, i) => isoTime(slotStartMs(nowMs) + i * SLOT_MS));
    return `/v1/safe-slots?lat=51.5074&lng=-0.1278&duration_minutes=90&sport=tennis&slots=${slots.join(",")}`;
  },
  check: ({ slots }) => {
    assert.ok(Array.isArray(slots));
    assert.equal(slots.length, SLOTS);
  },
});
