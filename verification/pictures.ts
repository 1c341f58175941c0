// The two pictures of the page.
import { svgOf, type Line, type Plot } from "../scripts/pictures/plot.ts";
import { VERDICT_NAMES } from "./judged-sessions.ts";
import type { OddsFigures } from "./odds-figures.ts";
import type { Estimate } from "./week-blocks.ts";

const BLUE = "#0969da";
const RED = "#cf222e";
const GREY = "#57606a";
/** Bins with fewer sessions are left out: they would only show chance. */
export const BIN_MIN = 200;

/** How often each verdict came true, by its stated odds. The dashed line is where both are equal. */
export function reliabilityPicture({ reliability }: OddsFigures): string {
  const tenths = [0, 0.2, 0.4, 0.6, 0.8, 1];
  const percent = (tick: number) => `${Math.round(tick * 100)}%`;
  return svgOf(
    [2, 1, 0].map((verdict): Plot => {
      const bins = (reliability[verdict] ?? []).filter(({ happened }) => happened.n >= BIN_MIN);
      return {
        title: VERDICT_NAMES[verdict] ?? "",
        width: 300,
        height: 300,
        x: { label: "stated", min: 0, max: 1, ticks: tenths, text: percent },
        y: { label: "happened", min: 0, max: 1, ticks: tenths, text: percent },
        lines: [
          { points: [[0, 0], [1, 1]], color: GREY, isDashed: true }, // prettier-ignore
          {
            points: bins.map(({ stated, happened }) => [stated, happened.value]),
            bars: bins.map(({ stated, happened }) => [stated, happened.low, happened.high]),
            color: BLUE,
            hasDots: true,
          },
        ],
      };
    }),
  );
}

/** The error of the verdict, the climate and the odds, by days ahead. */
export function leadPicture({ byLead }: OddsFigures): string {
  const line = (
    name: string,
    color: string,
    of: (errors: OddsFigures["byLead"][number]) => Estimate,
  ): Line => ({
    name,
    color,
    hasDots: true,
    points: byLead.map((errors) => [errors.day, of(errors).value]),
    bars: byLead.map((errors) => [errors.day, of(errors).low, of(errors).high]),
  });
  return svgOf([
    {
      title: "How wrong, by days ahead (0 is perfect)",
      width: 620,
      height: 320,
      x: { label: "days ahead", min: 0, max: byLead.length - 1, ticks: byLead.map(({ day }) => day) },
      y: { label: "RPS", min: 0, max: 0.25, ticks: [0, 0.05, 0.1, 0.15, 0.2, 0.25] },
      lines: [
        line("the word", RED, ({ certain }) => certain),
        line("climate", GREY, ({ climate }) => climate),
        line("odds", BLUE, ({ odds }) => odds),
      ],
    },
  ]);
}
