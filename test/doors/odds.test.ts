// Odds: three numbers that add up to 1, of the forecast's age and not of the call's, and none where there is nothing to go by.
import type { DescMethodUnary, JsonObject } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { answerOf } from "./answer-of.ts";
import { LONDON, METHODS } from "./methods.ts";
import { useDoors } from "./start-with-doors.ts";

const { getBookingConfidence, rankSafeSlots } = METHODS;

interface Odds {
  readonly safe_to_book: number;
  readonly proceed_with_caution: number;
  readonly not_recommended: number;
  readonly lead_hours: number;
  readonly basis: string;
}

const START = "2026-11-23T14:20:00Z";
const SLOT = { ...LONDON, start_time: START, duration_minutes: 90, sport: "tennis" };

const service = await useDoors();
const { key } = await service.createCaller();

const ask = async (method: DescMethodUnary, request: JsonObject) => {
  const { body } = await answerOf(service.doors[0], { method, request: { ...request, odds: true }, key });
  return body as { odds?: Odds; forecast_at?: string; slots: { odds?: Odds; start_time: string }[] };
};

const hundredths = ({ safe_to_book: safe, proceed_with_caution: caution, not_recommended: not }: Odds) =>
  [safe, caution, not].map((share) => Math.round(share * 100));

describe("odds", () => {
  it("are three hundredths that add up to 1, the same for a slot of a ranking", async () => {
    const { odds } = await ask(getBookingConfidence, SLOT);
    expect(hundredths(odds!).reduce((sum, share) => sum + share, 0)).toBe(100);
    expect(Math.min(...hundredths(odds!))).toBeGreaterThan(0);
    expect(odds).toMatchObject({ lead_hours: 50, basis: "open-meteo-nyc-2025" });
    const slots = [START, "2026-11-28T10:00:00Z"];
    const ranked = await ask(rankSafeSlots, { ...LONDON, slots, duration_minutes: 90, sport: "tennis" });
    expect(ranked.slots.find(({ start_time }) => start_time === START)?.odds).toEqual(odds);
    expect(ranked.slots.every(({ odds }) => odds !== undefined)).toBe(true);
  });

  it("count their lead from the forecast, however late they are asked for", async () => {
    const before = await ask(getBookingConfidence, SLOT);
    // Within what a forecast is fresh for.
    service.clock.advance(10 * 60_000);
    expect(await ask(getBookingConfidence, SLOT)).toEqual(before);
    const { odds } = await ask(getBookingConfidence, { ...SLOT, start_time: "2026-11-21T12:00:00Z" });
    expect(odds?.lead_hours).toBe(0);
  });
});
