// The two pictures of the page.
import { svgOf, type Line, type Plot } from "../scripts/pictures/plot.ts";
import type { Figures } from "./figures.ts";
import type { Estimate } from "./week-blocks.ts";

const BLUE = "#0969da";
const RED = "#cf222e";
const GREY = "#57606a";
/** Fewer sessions say nothing. */
export const BIN_MIN = 200;

/** How often each verdict came where so much was stated; on the dashed line both are equal. */
export function reliabilityPicture({ reliability }: Figures): string {
  const tenths = [0, 0.2, 0.4, 0.6, 0.8, 1];
  const percent = (tick: number) => `${Math.round(tick * 100)} %`;
  const titles = ["not_recommended", "proceed_with_caution", "safe_to_book"];
  return svgOf(
    [2, 1, 0].map((verdict): Plot => {
      const bins = (reliability[verdict] ?? []).filter(({ happened }) => happened.n >= BIN_MIN);
      return {
        title: titles[verdict] ?? "",
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

/** The error of the three ways to tell the chances, by how many days ahead it was told. */
export function leadPicture({ byLead }: Figures): string {
  const line = (name: string, color: string, of: (errors: Figures["byLead"][number]) => Estimate): Line => ({
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
