import { describe, expect, it } from "vitest";
import { questionMessage, questionPath } from "../../bench/varied/question-text.ts";
import { questions } from "../../bench/varied/questions.ts";
import { HOUR_MS } from "../../src/lib/time/clock.ts";

const nowMs = Date.parse("2026-11-21T14:30:00Z");
const COUNT = 5_000;
const asked = questions({ seed: 7, count: COUNT, nowMs });

describe("the benchmark's questions", () => {
  it("are the same for the same seed and differ between seeds", () => {
    expect(questions({ seed: 7, count: 50, nowMs })).toEqual(asked.slice(0, 50));
    expect(questions({ seed: 8, count: 50, nowMs })).not.toEqual(asked.slice(0, 50));
  });

  it("cover all operations, 200 venues, six sports and every whole hour of the coming week", () => {
    const shareOf = (name: string) => asked.filter(({ operation }) => operation === name).length / COUNT;
    const shares = ["booking-confidence", "safe-slots", "forecast"].map(shareOf);
    expect(shares).toEqual([0.7, 0.15, 0.15].map((share) => expect.closeTo(share, 1.5)));
    const starts = asked.flatMap((question) => ("startMs" in question ? [question.startMs] : []));
    const hours = new Set(starts.map((startMs) => (startMs - Date.parse("2026-11-21T14:00:00Z")) / HOUR_MS));
    expect([...hours].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 167 }, (_, i) => i + 1));
    expect(new Set(asked.map(({ lat, lng }) => `${lat},${lng}`)).size).toBe(200);
    expect(new Set(asked.map(({ sport }) => sport)).size).toBe(6);
    const slots = asked.flatMap((question) => ("startsMs" in question ? [question.startsMs] : []));
    expect(slots.every(({ length }) => length === 20)).toBe(true);
    expect(Math.max(...slots.flat())).toBeLessThanOrEqual(nowMs + 168 * HOUR_MS);
  });

  it("of one site cover 40 venues with two sports each, from the next hour to three days ahead, mostly by day", () => {
    const ofSite = questions({ mix: "site", seed: 7, count: COUNT, nowMs });
    const pairs = new Set(ofSite.map(({ lat, sport }) => `${lat} ${sport}`));
    expect(new Set(ofSite.map(({ lat }) => lat)).size).toBe(40);
    expect(pairs.size).toBe(80);
    const starts = ofSite.flatMap((question) => ("startMs" in question ? [question.startMs] : []));
    const aheadMs = starts.map((startMs) => startMs - nowMs);
    expect(Math.min(...aheadMs)).toBeGreaterThan(0);
    expect(Math.max(...aheadMs)).toBeLessThan(72 * HOUR_MS);
    const byDay = starts.filter((startMs) => {
      const hour = new Date(startMs).getUTCHours();
      return hour >= 7 && hour < 22;
    });
    // Four in five starts are drawn from these hours; 15/24 of the other starts fall into these hours by chance.
    expect(byDay.length / starts.length).toBeCloseTo(0.925, 1);
  });

  it("about one booking hardly ever repeat, neither as paths of /v1 nor as gRPC messages", () => {
    const slots = asked.filter(({ operation }) => operation === "booking-confidence");
    const paths = new Set(slots.map(questionPath));
    expect(paths.size / slots.length).toBeGreaterThan(0.95);
    const messages = new Set(slots.map((one) => Buffer.from(questionMessage(one)).toString("hex")));
    expect(messages.size).toBe(paths.size);
  });
});
