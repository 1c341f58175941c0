// How often "safe" was right, and the errors of word and odds, for every sport: of this version of the score, and of the
// one before it, whose figures the archive keeps.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { HOUR_MS } from "../src/lib/time/clock.ts";
import type { OddsFit } from "../src/scoring/odds/fit.ts";
import { MODEL_VERSION } from "../src/scoring/model-version.ts";
import type { HourlyWeather } from "../src/weather/hourly-weather.ts";
import type { Archive } from "./archive.ts";
import { judgedSessions, type JudgedSession } from "./judged-sessions.ts";
import { ratedSessions } from "./rated-sessions.ts";
import type { SplitSessions } from "./split-sessions.ts";

/** Days ahead that have about as many sessions each, and are about equally hard to forecast. */
export const LEAD_GROUPS = [
  { name: "0", from: 0, to: 0 },
  { name: "1-3", from: 1, to: 3 },
  { name: "4-6", from: 4, to: 6 },
] as const;

/** Shares and errors to four digits; null where there was no session. */
export interface SportFigures {
  /** How often "safe" was safe, by LEAD_GROUPS, and of how many sessions. */
  readonly safe: readonly { readonly share: number | null; readonly sessions: number }[];
  /** Ranked probability scores of the held-out sessions. */
  readonly word: number | null;
  readonly odds: number | null;
  readonly climate: number | null;
}

export interface VersionFigures {
  readonly model_version: string;
  readonly all: SportFigures;
  readonly sports: Readonly<Record<string, SportFigures>>;
}

/** "Safe" is judged on all sessions, the errors on those that the fit has not seen. */
export function versionFigures({ past, held }: SplitSessions, fit: OddsFit): VersionFigures {
  const rated = ratedSessions(held, { fit, past });
  const said = [...past, ...held];
  const figures = (isOf: (one: JudgedSession) => boolean): SportFigures => {
    const own = rated.filter(isOf);
    return {
      safe: safeByLead(said.filter(isOf)),
      word: meanOf(own, ({ certainRps }) => certainRps),
      odds: meanOf(own, ({ oddsRps }) => oddsRps),
      climate: meanOf(own, ({ climateRps }) => climateRps),
    };
  };
  const sports = [...new Set(said.map(({ sport }) => sport))];
  return {
    model_version: MODEL_VERSION,
    all: figures(() => true),
    sports: Object.fromEntries(sports.map((sport) => [sport, figures((one) => one.sport === sport)])),
  };
}

function safeByLead(sessions: readonly JudgedSession[]): SportFigures["safe"] {
  return LEAD_GROUPS.map(({ from, to }) =>
    howOftenSafe(sessions.filter(({ day }) => day >= from && day <= to)),
  );
}

function howOftenSafe(sessions: readonly JudgedSession[]): SportFigures["safe"][number] {
  const safe = sessions.filter(({ said }) => said === 2);
  return { share: meanOf(safe, ({ came }) => (came === 2 ? 1 : 0)), sessions: safe.length };
}

function meanOf<Item>(items: readonly Item[], value: (item: Item) => number): number | null {
  if (items.length === 0) return null;
  const sum = items.reduce((total, item) => total + value(item), 0);
  return Math.round((sum / items.length) * 10_000) / 10_000;
}

/** "Safe" that holds in fewer sessions than this is told with a warning. */
const HOLDS_MIN = 2 / 3;
/** Of fewer sessions, a share says little. */
const SESSIONS_MIN = 50;

/**
 * From how many days ahead on "safe" held in under two of three sessions, by sport. Leads of the day itself are always
 * believed.
 */
export function safeOftenChanges(sessions: readonly JudgedSession[]): Readonly<Record<string, number>> {
  const bySport = Map.groupBy(sessions, ({ sport }) => sport);
  return Object.fromEntries(
    [...bySport].flatMap(([sport, own]) => {
      const safe = safeByLead(own);
      const group = LEAD_GROUPS.find(({ from }, index) => {
        const { share, sessions } = safe[index] ?? { share: null, sessions: 0 };
        return from > 0 && share !== null && share < HOLDS_MIN && sessions >= SESSIONS_MIN;
      });
      return group === undefined ? [] : [[sport, group.from]];
    }),
  );
}

/** The archive's file of the figures that the version before had. */
const EARLIER = "earlier-version.json";

/** Undefined without a file, and while the file is of this version. */
export function readEarlierVersion(folder: string): VersionFigures | undefined {
  const file = join(folder, EARLIER);
  if (!existsSync(file)) return undefined;
  const figures = JSON.parse(readFileSync(file, "utf8")) as VersionFigures;
  return figures.model_version === MODEL_VERSION ? undefined : figures;
}

export function writeVersionFigures(folder: string, figures: VersionFigures): string {
  const file = join(folder, EARLIER);
  writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`);
  return file;
}

export type Judges = ReturnType<typeof judges>;

/**
 * The same "safe" by three judges, on the sessions that a gauge has: by the provider's own later analysis, by the analysis
 * with only what gauges measure, and by the gauges.
 */
export function judges(all: Archive, sports: readonly string[]) {
  const archive = { ...all, forecasts: all.forecasts.filter((forecast) => isGauged(forecast, all.gauges)) };
  const { observed } = archive;
  return sports.flatMap((sport) => {
    const byAnalysis = judgedBy(archive, observed, sport);
    const byItsGaugedPart = judgedBy(archive, gaugedPart(observed), sport);
    const trios = archive.gauges.flatMap((gauge) =>
      [...judgedBy(archive, gauge, sport)].flatMap(([key, gauges]) => {
        const [analysis, gauged] = [byAnalysis.get(key), byItsGaugedPart.get(key)];
        return analysis && gauged ? [{ analysis, gauged, gauges }] : [];
      }),
    );
    if (trios.length === 0) return [];
    const leads = LEAD_GROUPS.map(({ from, to }) => {
      const own = trios.filter(({ gauges: { day } }) => day >= from && day <= to);
      return {
        analysis: howOftenSafe(own.map(({ analysis }) => analysis)),
        gaugedPart: howOftenSafe(own.map(({ gauged }) => gauged)),
        gauges: howOftenSafe(own.map(({ gauges }) => gauges)),
      };
    });
    return [{ sport, leads }];
  });
}

/** Whether a forecast is of hours that a gauge has; others would be scored for nothing. */
function isGauged(forecast: HourlyWeather, gauges: readonly HourlyWeather[]): boolean {
  const endMs = ({ startMs, hours }: HourlyWeather) => startMs + hours * HOUR_MS;
  return gauges.some((gauge) => forecast.startMs < endMs(gauge) && endMs(forecast) > gauge.startMs);
}

function judgedBy(archive: Archive, observed: HourlyWeather, sport: string) {
  const played = new Float32Array(observed.hours).fill(Number.NaN);
  return new Map(
    judgedSessions({ ...archive, observed, played }, sport).map((one) => [
      `${one.issuedMs} ${one.startMs}`,
      one,
    ]),
  );
}

/** Without gusts, cloud and a feels-like of the provider's own. */
function gaugedPart(observed: HourlyWeather): HourlyWeather {
  const unknown = new Float32Array(observed.hours).fill(Number.NaN);
  return { ...observed, gustKmh: unknown, cloudPct: unknown, apparentC: unknown };
}
