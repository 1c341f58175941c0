// Draws the provider calls by the size of a site, with the limits of the provider's plans, on logarithmic axes.
import { svgOf, type Line } from "../../scripts/pictures/plot.ts";
import { CALLS_PER_FETCH, MONTH_DAYS, PROVIDER_PLANS } from "./provider-plans.ts";
import type { FleetName, Sites } from "./sites.ts";

const BLUE = "#0969da";
const RED = "#cf222e";
const GREY = "#57606a";
/** Powers of ten. */
const VENUES = { min: 3, max: 6 };
const CALLS = { min: 5, max: 9 };

export function scalePicture(sites: Sites): string {
  const ofFleet = (fleet: FleetName, color: string): Line => ({
    color,
    hasDots: true,
    points: sites.map(({ venues, days }) => [
      Math.log10(venues),
      Math.log10(days[fleet].fetches * CALLS_PER_FETCH * MONTH_DAYS),
    ]),
  });
  const ofPlan = ({ title, callsAMonth }: (typeof PROVIDER_PLANS)[number]): Line => ({
    name: title,
    color: GREY,
    isDashed: true,
    points: [VENUES.min, VENUES.max].map((x) => [x, Math.log10(callsAMonth)]),
  });
  return svgOf([
    {
      title: "Calls to the provider: replicas that share (blue), three that do not (red)",
      width: 720,
      height: 400,
      x: { label: "venues", ...VENUES, ticks: [3, 4, 5, 6], text: venuesText },
      y: { label: "million calls a month", ...CALLS, ticks: [5, 6, 7, 8, 9], text: millionsText },
      lines: [...PROVIDER_PLANS.map(ofPlan), ofFleet("apart", RED), ofFleet("sharing", BLUE)],
    },
  ]);
}

function venuesText(power: number): string {
  return (10 ** power).toLocaleString("en-GB");
}

function millionsText(power: number): string {
  return (10 ** (power - 6)).toLocaleString("en-GB");
}
