import { describe, expect, it } from "vitest";
import { createRecentAges } from "../../src/weather/recent-ages.ts";
import { createManualClock } from "../support/fakes/manual-clock.ts";

function noted(...seconds: readonly number[]) {
  const clock = createManualClock("2026-11-21T12:20:00Z");
  const ages = createRecentAges({ clock });
  for (const age of seconds) ages.note(age);
  return { clock, ...ages };
}

describe("recent ages", () => {
  it("are unknown before the first answer", () => {
    expect(noted().quantiles()).toBeUndefined();
  });

  it.each([
    ["of one answer are its own", [90], 90, 90],
    ["of two answers are the younger's and the older's", [120, 60], 60, 120],
    ["are sorted as numbers", [9, 100, 80], 80, 100],
    ["of a hundred answers are the 50th and the 99th", Array.from({ length: 100 }, (_, i) => i + 1), 50, 99],
    ["of a forecast dated ahead of our clock are 0", [-3], 0, 0],
  ])("%s", (_name, seconds, p50Seconds, p99Seconds) => {
    expect(noted(...seconds).quantiles()).toEqual({ p50Seconds, p99Seconds });
  });

  it("are forgotten after an hour", () => {
    const { clock, note, quantiles } = noted(1_000);
    clock.advance(3_600_000);
    note(10);
    expect(quantiles()).toEqual({ p50Seconds: 10, p99Seconds: 1_000 });
    clock.advance(1);
    expect(quantiles()).toEqual({ p50Seconds: 10, p99Seconds: 10 });
    clock.advance(3_600_000);
    expect(quantiles()).toBeUndefined();
  });

  it("are of the last 1,024 answers at most", () => {
    const { note, quantiles } = noted(5_000, 5_000);
    for (let i = 0; i < 1_024; i++) note(1);
    expect(quantiles()).toEqual({ p50Seconds: 1, p99Seconds: 1 });
  });
});
