// Draws a sport's three curves, and tabulates sports for docs/scoring.md and docs/api.md.
import { builtInProfile } from "../../src/scoring/sports/custom-profile.ts";
import { SPORT_IDS } from "../../src/scoring/sports/find-profile.ts";
import { curveAt, compileProfile, type SportProfile } from "../../src/scoring/sports/profile.ts";
import {
  profileThresholds,
  type RiskBounds,
  type TempRange,
} from "../../src/scoring/sports/profile-thresholds.ts";
import { PROFILES } from "../../src/scoring/sports/profiles.ts";
import { assumedVenue, factsOf, surfacesOf } from "../../src/scoring/sports/venue-facts.ts";
import { VERDICT_TABLE } from "../../src/scoring/verdicts.ts";
import { markdownTable } from "../markdown-table.ts";
import { svgOf, type Axis, type Plot } from "./plot.ts";

const MARK = "<!-- From here on: written by `npm run curves`. -->";
const SAFE_FROM = VERDICT_TABLE.safe_to_book.lowest;
const PLAYABLE_FROM = VERDICT_TABLE.proceed_with_caution.lowest;

const BLUE = "#0969da";
const GREEN = "#1a7f37";
const RED = "#cf222e";
/** Points of a drawn curve: enough to show its corners. */
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

type MakePage = (page: string) => string;

/** By page in docs/: the same page, with its tables of sports made anew. */
export const PAGES_WITH_SPORTS: Readonly<Record<string, MakePage>> = {
  "scoring.md": scoringPage,
  "api.md": (page) =>
    withPart(withPart(page, "sports", `${wrapped(SPORT_IDS.map(code).join(", "))}.`), "facts", factsTable()),
};

/** Everything after `MARK` is made from the profiles. */
function scoringPage(page: string): string {
  const words = page.slice(0, page.indexOf(MARK) + MARK.length);
  const table = markdownTable([
    [...THRESHOLDS.head, ...COSTS.head],
    ...PROFILES.map((each) => THRESHOLDS.row(each).concat(COSTS.row(each))),
  ]);
  return `${words}\n\n${[PICTURE, THRESHOLDS.introduction, COSTS.introduction, table].join("\n\n")}\n`;
}

/** Replaces what stands between the marks of a part. */
function withPart(page: string, part: string, text: string): string {
  const [before, between] = page.split(new RegExp(`(?<=<!-- ${part}: .* -->\\n)`));
  const end = between?.indexOf(`<!-- /${part} -->`) ?? -1;
  if (between === undefined || end < 0) throw new Error(`the page has no marks for its ${part}`);
  return `${before}\n${text}\n\n${between.slice(end)}`;
}

/** In lines as long as those of the pages. */
function wrapped(text: string): string {
  return text.replaceAll(/(.{1,138})(?: |$)/g, "$1\n").trimEnd();
}

function factsTable(): string {
  const rows = SPORT_IDS.map((id) => {
    const profile = builtInProfile(id);
    const facts = factsOf(profile);
    const { floodlit, surface } = assumedVenue(profile);
    const surfaces = surfacesOf(profile).map((each) => (each === surface ? bold(each) : each));
    return [
      code(id),
      facts.includes("covered") ? "yes" : "–",
      facts.includes("sheltered") ? "yes" : "–",
      facts.includes("floodlit") ? (floodlit === true ? bold("yes") : "yes") : "–",
      surfaces.join(", ") || "–",
    ];
  });
  return markdownTable([
    ["Sport", code("covered"), code("sheltered"), code("floodlit"), code("surface")],
    ...rows,
  ]);
}

const code = (text: string) => `\`${text}\``;

const bold = (text: string) => `**${text}**`;

const PICTURE = `The picture shows how the tennis score changes with one factor while all others are ideal; the lines mark ${SAFE_FROM} and ${PLAYABLE_FROM}. Click a sport's name in the
table for its own picture.

![Score over rain, wind and temperature for tennis](images/scoring/tennis.svg)`;

const THRESHOLDS = {
  introduction: `**Rain and wind**: the chance of light rain (0.3 mm/h) and the wind from which the risk is \`medium\`, then \`high\`, if everything else is ideal. **Temperature**: within which limits
a session can be \`safe_to_book\`, and outside which it is \`not_recommended\`, as it feels; for skiing, the warm limits are of the air.`,
  head: ["Sport", "Light rain, %", "Wind, km/h", "Too little", "Safe, °C", "Not recommended, °C"],
  row(profile: SportProfile): readonly string[] {
    const found = profileThresholds(compileProfile(profile));
    return [
      `[${profile.id}](images/scoring/${profile.id}.svg)`,
      bounds(found.lightRainFromPct),
      bounds(found.windFromKmh),
      found.windTooLightUpToKmh.medium === undefined ? "–" : `up to ${bounds(found.windTooLightUpToKmh)}`,
      range(found.safeTempC),
      outside(found.playableTempC),
    ];
  },
};

const COSTS = {
  introduction: `**The others**: the most points that cloud and a wet surface cost, the hours until a surface is half dry, and the points that snow, fog and darkness leave.`,
  head: ["Cloud", "Wet", "Half dry", "Snow", "Fog", "Dark"],
  row({ weight, wet, snow, fog, night }: SportProfile): readonly string[] {
    return [
      points(weight.cloud),
      points(wet.weight),
      wet.weight === 0 ? "–" : `${wet.halfLifeH} h`,
      points(snow),
      points(fog),
      points(night),
    ];
  },
};

function points(share: number): string {
  return String(Math.round(share * 100));
}

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
    lines: [level(SAFE_FROM, GREEN), level(PLAYABLE_FROM, RED), { points, color: BLUE }],
    width: 290,
    height: 210,
  };
}

function bounds({ medium, high }: RiskBounds): string {
  return [medium, high].filter((bound) => bound !== undefined).join(", ") || "–";
}

function range({ from, to }: TempRange): string {
  return `${from ?? "any cold"} to ${to ?? "any heat"}`;
}

function outside({ from, to }: TempRange): string {
  const limits = [from === undefined ? "" : `below ${from}`, to === undefined ? "" : `above ${to}`];
  return limits.filter((limit) => limit !== "").join(", ");
}
