import { expect, it } from "vitest";
import { createClockWatch } from "../../src/observability/clock-watch.ts";
import { createRecordingLogger } from "../support/fakes/recording-logger.ts";
import { createManualClock } from "../support/fakes/manual-clock.ts";

const YEAR_S = 365 * 86_400;

function setUp() {
  const { lines, logger } = createRecordingLogger();
  const clock = createManualClock("2026-11-21T12:00:00Z");
  const watch = createClockWatch({ clock, logger });
  const pass = (seconds: number, { leapS = 0 } = {}) => {
    clock.advance(seconds * 1_000);
    clock.moveWall(leapS * 1_000);
    watch.check();
  };
  return { pass, lines };
}

it("a correction of the clock by seconds is not logged", () => {
  const { pass, lines } = setUp();
  pass(10);
  pass(10, { leapS: 59 });
  pass(10, { leapS: -59 });
  expect(lines).toEqual([]);
});

it("a clock that leaps ahead or back is logged once each time", () => {
  const { pass, lines } = setUp();
  pass(10);
  pass(10, { leapS: YEAR_S });
  pass(10);
  pass(10, { leapS: -YEAR_S });
  pass(10);
  expect(lines).toMatchObject([
    { level: "error", leap_seconds: YEAR_S, now: "2027-11-21T12:00:20.000Z" },
    { level: "error", leap_seconds: -YEAR_S },
  ]);
});
