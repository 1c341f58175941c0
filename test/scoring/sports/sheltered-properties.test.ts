import fc from "fast-check";
import { expect, test } from "vitest";
import { validDefinition } from "../arbitrary-definitions.ts";
import { scorableSessions } from "../arbitrary-sessions.ts";
import type { HourOfWeather } from "../columns-of.ts";
import { sessionOf } from "../score-of.ts";

test("taking 0.7 of wind and gusts is what sheltered does", () => {
  fc.assert(
    fc.property(validDefinition, scorableSessions(validDefinition), (definition, session) => {
      const { hours, ...slot } = session;
      const open = sessionOf({ ...definition, sheltered: false }, withWindShare(hours, 0.7), slot);
      const sheltered = sessionOf({ ...definition, sheltered: true }, withWindShare(hours, 1), slot);
      expect(sheltered.raw).toBeCloseTo(open.raw, 6);
      expect(sheltered.multiplier.wind).toBeCloseTo(open.multiplier.wind, 8);
    }),
    { numRuns: 300 },
  );
});

/** The hours with this share of their wind and gusts, and a feels-like temperature that does not depend on them. */
function withWindShare(hours: readonly HourOfWeather[], share: number): readonly HourOfWeather[] {
  return hours.map(({ windKmh = 0, gustKmh, ...hour }) =>
    Object.assign(hour, {
      apparentC: 15,
      windKmh: windKmh * share,
      ...(gustKmh !== undefined && { gustKmh: gustKmh * share }),
    }),
  );
}
