// A sport as docs/scoring.md shows it: three curves, and where its risks begin.
import { curveAt, compileProfile, type SportProfile } from "../../src/scoring/sports/profile.ts";
import {
  profileThresholds,
  type RiskBounds,
  type TempRange,
} from "../../src/scoring/sports/profile-thresholds.ts";
import { PROFILES } from "../../src/scoring/sports/profiles.ts";
import { svgOf, type Axis, type Plot } from "./plot.ts";

const MARK = "<!-- From here on: written by `npm run curves`. -->";
const BLUE = "#0969da";
const GREEN = "#1a7f37";
const RED = "#cf222e";
/** Fine enough for no corner to be cut. */
const STEPS = 200;

/** The score over rain, wind and temperature, each as if everything else were ideal. */
export function sportPicture(profile: SportProfile): string {
  const { weight, rainCurve, windCurve, tempCurve } = compileProfile(profile);
  return svgOf([
    plotOf("rain, if it does rain", { label: "mm/h", min: 0, max: 8, ticks: [0, 2, 4, 6, 8] }, (mm) =>
      scoreOf(weight.rain, curveAt(rainCurve, mm)),
    ),
    plotOf("wind", { label: "km/h", min: 0, max: 80, ticks: [0, 20, 40, 60, 80] }, (kmh) =>
      scoreOf(weight.wind, curveAt(windCurve, kmh)),
    ),
    plotOf(
      "temperature, as it feels",
      { label: "°C", min: -30, max: 45, ticks: [-30, -15, 0, 15, 30, 45] },
      (c) => scoreOf(weight.temp, curveAt(tempCurve, c)),
    ),
  ]);
}

function scoreOf(weight: number, suitability: number): number {
  return 100 * (1 - weight * (1 - suitability));
}

/** The page with the part that is made from the profiles written anew. */
export function pageWithSports(page: string): string {
  const words = page.slice(0, page.indexOf(MARK) + MARK.length);
  return `${words}\n\n${INTRODUCTION}\n\n${PROFILES.map(sportText).join("\n\n")}\n`;
}

const INTRODUCTION = `The score over each factor, as if everything else were ideal; the lines are at 80 and 50. What is told below a picture is made from the
same profile as the scores are.`;

function plotOf(title: string, x: Axis, scoreAt: (value: number) => number): Plot {
  const points = Array.from({ length: STEPS + 1 }, (_, step) => {
    const value = x.min + ((x.max - x.min) * step) / STEPS;
    return [value, scoreAt(value)] as const;
  });
  const level = (score: number, color: string) => ({
    points: [[x.min, score], [x.max, score]] as const, // prettier-ignore
    color,
    isDashed: true,
  });
  return {
    title,
    x,
    y: { label: "score", min: 0, max: 100, ticks: [0, 25, 50, 75, 100] },
    lines: [level(80, GREEN), level(50, RED), { points, color: BLUE }],
    width: 290,
    height: 210,
  };
}

function sportText(profile: SportProfile): string {
  const told = profileThresholds(compileProfile(profile));
  const { weight, wet } = profile;
  const parts = [
    `Light rain (0.3 mm/h): ${bounds(told.lightRainFromPct, "%")}`,
    `wind: ${bounds(told.windFromKmh, "km/h")}${tooLight(told.windTooLightUpToKmh)}`,
    `feels-like: safe ${range(told.safeTempC)}, not recommended ${outside(told.playableTempC)}`,
  ];
  const rest = [
    `cloud takes up to ${Math.round(weight.cloud * 100)} points`,
    wet.weight === 0
      ? "wet surfaces none"
      : `wet surfaces up to ${Math.round(wet.weight * 100)} (half dries in ${wet.halfLifeH} h)`,
    `snow leaves ${Math.round(profile.snow * 100)} of 100`,
    `fog ${Math.round(profile.fog * 100)}`,
    `darkness ${Math.round(profile.night * 100)}`,
  ];
  return `### ${profile.id}

![Score over rain, wind and temperature for ${profile.label}](images/scoring/${profile.id}.svg)

${parts.join("; ")}. Of the rest, ${rest.join(", ")}.`;
}

function bounds({ medium, high }: RiskBounds, unit: string): string {
  if (medium === undefined) return "no risk of its own";
  return `medium risk from ${medium} ${unit}${high === undefined ? "" : `, high from ${high}`}`;
}

function tooLight({ medium, high }: RiskBounds): string {
  return medium === undefined ? "" : ` (too little: medium up to ${medium}, high up to ${high ?? 0})`;
}

function range({ from, to }: TempRange): string {
  return `from ${from ?? "any cold"} to ${to ?? "any heat"} °C`;
}

function outside({ from, to }: TempRange): string {
  const limits = [from === undefined ? "" : `below ${from}`, to === undefined ? "" : `above ${to}`];
  return `${limits.filter((limit) => limit !== "").join(" and ")} °C`;
}
