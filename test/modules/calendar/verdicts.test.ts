// Browser code cannot import src/scoring/verdicts.ts: what it repeats of the verdicts is the same.
import { expect, it } from "vitest";
import { VERDICT_TABLE, VERDICTS } from "../../../src/scoring/verdicts.ts";

const calendar = (await import(
  new URL("../../../web/calendar/verdicts.js", import.meta.url).href
)) as Readonly<Record<string, unknown>>;

it("the calendar has the colour, mark and scores of each verdict, the best first", () => {
  expect(calendar["RECOMMENDATIONS"]).toEqual(VERDICTS);
  expect(calendar["VERDICTS"]).toEqual(
    Object.fromEntries(
      VERDICTS.map((verdict) => {
        const { color, mark, lowest, highest } = VERDICT_TABLE[verdict];
        return [verdict, { name: color, mark, band: `${lowest}–${highest}` }];
      }),
    ),
  );
});
