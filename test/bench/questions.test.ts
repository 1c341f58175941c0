import { describe, expect, it } from "vitest";
import { questionMessage, questionPath } from "../../bench/varied/question-text.ts";
import { questions, venues } from "../../bench/varied/questions.ts";

const nowMs = Date.parse("2026-11-21T14:30:00Z");
const HOUR_MS = 3_600_000;
const COUNT = 20_000;
const asked = questions({ seed: 7, count: COUNT, nowMs });

describe("the benchmark's questions", () => {
  it("are the same for the same seed, and others for another", () => {
    expect(questions({ seed: 7, count: COUNT, nowMs })).toEqual(asked);
    expect(questions({ seed: 8, count: COUNT, nowMs })).not.toEqual(asked);
  });

  it.each([
    ["booking-confidence", 0.7],
    ["safe-slots", 0.15],
    ["forecast", 0.15],
  ])("are %s in a share of %d", (operation, share) => {
    const ofOperation = asked.filter((question) => question.operation === operation);
    expect(ofOperation.length / COUNT).toBeCloseTo(share, 1.5);
  });

  it("cover 200 venues, six sports and every whole hour of the coming week", () => {
    const starts = asked.flatMap((question) => ("startMs" in question ? [question.startMs] : []));
    const hours = new Set(starts.map((startMs) => (startMs - Date.parse("2026-11-21T14:00:00Z")) / HOUR_MS));
    expect([...hours].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 167 }, (_, i) => i + 1));
    expect(new Set(asked.map(({ lat, lng }) => `${lat},${lng}`)).size).toBe(200);
    expect(new Set(venues().map(({ lat, lng }) => `${lat},${lng}`)).size).toBe(200);
    expect(new Set(asked.map(({ sport }) => sport)).size).toBe(6);
  });

  it("ask 20 slots, none of them beyond the horizon", () => {
    for (const question of asked) {
      if (!("startsMs" in question)) continue;
      expect(question.startsMs).toHaveLength(20);
      expect(Math.max(...question.startsMs)).toBeLessThanOrEqual(nowMs + 168 * HOUR_MS);
    }
  });

  it("of one slot hardly ever repeat", () => {
    const slots = asked.filter(({ operation }) => operation === "booking-confidence");
    expect(new Set(slots.map(questionPath)).size / slots.length).toBeGreaterThan(0.95);
    expect(new Set(slots.map((one) => Buffer.from(questionMessage(one)).toString("hex"))).size).toBe(
      new Set(slots.map(questionPath)).size,
    );
  });
});
