// The summary of a sport of an account's own, whose numbers can be chosen to lie exactly on a limit.
import { describe, expect, test } from "vitest";
import type { SportDefinition } from "../../../src/scoring/sports/definition.ts";
import { summary } from "../../../src/scoring/words/summary.ts";
import { fineHour, type HourOfWeather } from "../columns-of.ts";
import { sessionOf } from "../score-of.ts";

function summaryOf(
  change: Omit<SportDefinition, "id">,
  hours: readonly HourOfWeather[],
  durationMinutes = hours.length * 60,
): string {
  const sport = { id: "lab", label: "lab", ...change };
  return summary(sessionOf(sport, hours, { startMinute: 0, durationMinutes }));
}

describe("the summary of a custom sport", () => {
  const LONG = {
    base: "kitesurfing",
    label: "kite racing for veterans",
    floodlit: true,
    weight: { rain: 0, temp: 0 },
  };
  const COLD_NIGHT = fineHour({
    isDay: 0,
    tempC: -10,
    apparentC: -16,
    windKmh: 33,
    precipProbPct: 20,
    weatherCode: undefined,
  });

  test("leaves out the feels-like temperature first where fair weather takes many words", () => {
    expect(summaryOf(LONG, [COLD_NIGHT])).toBe(
      "Great weather for kite racing for veterans after dark: a chance of snow showers (20%) with a good wind " +
        "(about 35 km/h). About -10°C.",
    );
  });

  test("leaves out the wind next", () => {
    expect(summaryOf(LONG, [COLD_NIGHT], 90)).toBe(
      "Great weather for kite racing for veterans after dark: a chance of snow showers (20%). About -10°C. " +
        "Forecast incomplete.",
    );
  });

  test("says when from a difference of 25 on", () => {
    const foggy = { base: "golf", fog: 0.75 };
    expect(summaryOf(foggy, [fineHour({}), fineHour({ weatherCode: 45 })])).toBe(
      "Good weather for lab, but fog towards the end. About 20°C.",
    );
  });

  const WINDY = {
    base: "padel",
    wind: [
      [10, 1],
      [20, 0.95],
      [30, 0.5],
    ],
  } as const;

  test("takes its words from a few minutes that cost 5 points", () => {
    expect(summaryOf(WINDY, [fineHour({}), fineHour({ windKmh: 20 })], 65)).toBe(
      "Great weather for lab: dry and sunny with a moderate breeze. About 20°C.",
    );
  });

  test("takes its words from the longer hours where those cost 5 points", () => {
    expect(summaryOf(WINDY, [fineHour({ windKmh: 20 }), fineHour({ windKmh: 30 })], 65)).toBe(
      "Good weather for lab, but a breeze (about 20 km/h). About 20°C.",
    );
  });
});
