// Sessions in weather whose parts belong together as they do outdoors: snow comes with frost, gusts with wind, fog with humid
// air. Sources contradict themselves as they do in production. A number makes a session, so that a failure can be repeated.
import { createRandom, type Random } from "../trouble/random.ts";
import { HOUR_MS, type WeatherColumns } from "../../src/scoring/weather-columns.ts";
import { scoreSession, type SessionScore } from "../../src/scoring/session-score.ts";
import { SPORT_IDS, SPORT_NAMES } from "../../src/scoring/sports/find-profile.ts";
import type { SportDefinition } from "../../src/scoring/sports/definition.ts";
import type { CompiledProfile } from "../../src/scoring/sports/profile.ts";
import {
  factsOf,
  surfacesOf,
  profileAtVenue,
  type VenueFacts,
} from "../../src/scoring/sports/venue-facts.ts";
import { VERDICTS } from "../../src/scoring/verdicts.ts";
import type { summary } from "../../src/words/summary.ts";
import { columnsOf, type HourOfWeather } from "../scoring/columns-of.ts";
import { profileOf } from "../scoring/score-of.ts";

export interface RealisticSession {
  readonly seed: number;
  /** An id or alias, and what is special about the venue. */
  readonly sport: string;
  readonly hours: readonly HourOfWeather[];
  readonly weather: WeatherColumns;
  readonly score: SessionScore;
  /** All that a sentence is told besides the language. */
  readonly options: NonNullable<Parameters<typeof summary>[1]>;
}

/** The sessions of these numbers, from `first` on, that can be scored. */
export function* realisticSessions(first: number, count: number): Generator<RealisticSession> {
  for (let seed = first, made = 0; made < count; seed += 1) {
    const session = realisticSession(seed);
    if (session === undefined) continue;
    made += 1;
    yield session;
  }
}

/** Undefined if too much of the session's weather is missing for a score. */
export function realisticSession(seed: number): RealisticSession | undefined {
  const random = createRandom(seed);
  const { sport, profile } = sportAtVenue(random);
  const durationMinutes = random.pick([
    30, 45, 60, 60, 90, 90, 120, 120, 120, 180, 180, 240, 300, 360, 480, 720,
  ]);
  const startMinute = PAST_HOURS * 60 + random.pick([0, 0, 0, 30, 30, 15, 50]);
  // Below 0 the session has begun.
  const leadHours =
    random.next() < 0.05
      ? -random.between(1, 3)
      : random.pick([0, 1, 3, 6, 12, 20, 30, 48, 70, 90, 120, 140, 160]);
  const hours = weatherOf(random, PAST_HOURS + Math.ceil(durationMinutes / 60) + HOURS_AFTER);
  return sessionIn(hours, {
    seed,
    sport,
    profile,
    startMinute,
    durationMinutes,
    leadHours,
    besides: besidesOf(random),
  });
}

/** A session in these hours; undefined if too many of its hours have no score. */
export function sessionIn(
  hours: readonly HourOfWeather[],
  {
    seed = 0,
    sport,
    profile,
    startMinute = 0,
    durationMinutes = hours.length * 60 - startMinute,
    leadHours = 0,
    besides = {},
  }: {
    readonly seed?: number;
    readonly sport: string;
    readonly profile: CompiledProfile;
    readonly startMinute?: number;
    readonly durationMinutes?: number;
    readonly leadHours?: number;
    readonly besides?: RealisticSession["options"];
  },
): RealisticSession | undefined {
  const generatedAtMs = (Math.floor(startMinute / 60) - leadHours) * HOUR_MS;
  const weather = { ...columnsOf(hours), startMs: 0, generatedAtMs };
  const score = scoreSession({ weather, profile, startMinute, durationMinutes });
  if (score === undefined) return undefined;
  const options = { leadHours: Math.max(0, leadHours), ...asGiven(score, besides) };
  return { seed, sport, hours, weather, score, options };
}

/** What an answer may say besides: a better start only if there is a better verdict, an earlier verdict only if it is news. */
function asGiven(
  { recommendation, isStormy }: SessionScore,
  { earlier, better }: RealisticSession["options"],
): RealisticSession["options"] {
  if (earlier !== undefined && (earlier.recommendation !== recommendation || isStormy)) return { earlier };
  if (better === undefined || recommendation === "safe_to_book") return {};
  // The start that was asked about is no other start.
  return Temporal.ZonedDateTime.compare(better.session, better.better) === 0 ? {} : { better };
}

/** The ground remembers as many. */
const PAST_HOURS = 24;

/** Thunder counts up to three hours after a session, and a session may end within an hour. */
const HOURS_AFTER = 5;

const OWN_SPORTS: readonly SportDefinition[] = [
  { id: "covered-padel", base: "padel", covered: true },
  { id: "wall", base: "climbing", surface: "artificial" },
  { id: "lab", base: "kitesurfing", label: "kite racing for veterans", floodlit: true },
];

function sportAtVenue(random: Random): { readonly sport: string; readonly profile: CompiledProfile } {
  if (random.next() < 0.03) {
    const own = random.pick(OWN_SPORTS);
    return { sport: JSON.stringify(own), profile: profileOf(own) };
  }
  const name = random.next() < 0.6 ? random.pick(SPORT_IDS) : random.pick(SPORT_NAMES);
  const profile = profileOf(name);
  if (random.next() < 0.7) return { sport: name, profile };
  const known = factsOf(profile);
  const facts: VenueFacts = {
    ...(known.includes("covered") && random.next() < 0.4 && { covered: true }),
    ...(known.includes("sheltered") && random.next() < 0.3 && { sheltered: true }),
    ...(known.includes("floodlit") && random.next() < 0.5 && { floodlit: random.next() < 0.6 }),
    ...(known.includes("surface") && random.next() < 0.6 && { surface: random.pick(surfacesOf(profile)) }),
    ...(random.next() < 0.2 && { temp_shift_c: random.between(-6, 6) }),
  };
  return { sport: `${name} ${JSON.stringify(facts)}`, profile: profileAtVenue(profile, undefined, facts) };
}

/** What falls, or hides the view, for some hours. */
type Spell = "clear" | "cloud" | "drizzle" | "rain" | "downpour" | "showers" | "thunder" | "fog" | "dust";

/** For each spell: mm in an hour from and to, the chance in % from and to, cloud in %, and its codes at 1 °C and above. */
const SPELLS: Readonly<
  Record<Spell, readonly [mm: Range, chance: Range, cloud: Range, codes: readonly number[]]>
> = {
  clear: [
    [0, 0],
    [0, 8],
    [0, 40],
    [0, 1, 2],
  ],
  cloud: [
    [0, 0],
    [0, 35],
    [60, 100],
    [2, 3],
  ],
  drizzle: [
    [0, 0.4],
    [25, 85],
    [80, 100],
    [51, 53, 61, 3],
  ],
  rain: [
    [0.3, 2.5],
    [50, 100],
    [90, 100],
    [61, 63],
  ],
  downpour: [
    [2, 12],
    [60, 100],
    [95, 100],
    [63, 65, 82],
  ],
  showers: [
    [0, 3],
    [15, 75],
    [40, 95],
    [80, 81, 82, 2],
  ],
  thunder: [
    [0, 8],
    [25, 90],
    [60, 100],
    [95, 95, 96, 99],
  ],
  fog: [
    [0, 0.1],
    [0, 15],
    [20, 100],
    [45, 45, 48, 3],
  ],
  dust: [
    [0, 0],
    [0, 3],
    [0, 30],
    [0, 1],
  ],
};

type Range = readonly [min: number, max: number];

const COMMON_SPELLS: readonly Spell[] = [
  "clear",
  "clear",
  "cloud",
  "cloud",
  "drizzle",
  "rain",
  "downpour",
  "showers",
];

/** How a source contradicts itself, or what it does not say, for a whole forecast. */
interface Source {
  readonly hasChance: boolean;
  readonly hasAmount: boolean;
  readonly hasApparent: boolean;
  readonly hasTemp: boolean;
  readonly hasGust: boolean;
  readonly hasCode: boolean;
  readonly hasHumidity: boolean;
  readonly hasVisibility: boolean;
  /** The codes are of a run that has nothing falling. */
  readonly codesAreDry: boolean;
  /** Chances are stated with an amount of 0. */
  readonly amountsAreDry: boolean;
  /** Thunder codes in dry, clear hours. */
  readonly criesThunder: boolean;
}

function sourceOf(random: Random): Source {
  const usually = (share: number) => random.next() < share;
  const hasChance = usually(0.85);
  const hasTemp = usually(0.96);
  return {
    hasChance,
    hasAmount: !hasChance || usually(0.93),
    hasTemp,
    hasApparent: !hasTemp || usually(0.6),
    hasGust: usually(0.92),
    hasCode: usually(0.9),
    hasHumidity: usually(0.8),
    hasVisibility: usually(0.7),
    codesAreDry: usually(0.12),
    amountsAreDry: usually(0.15),
    criesThunder: usually(0.04),
  };
}

function weatherOf(random: Random, count: number): readonly HourOfWeather[] {
  const source = sourceOf(random);
  const meanC = random.pick([-12, -6, -3, 0, 2, 5, 8, 11, 14, 17, 18, 20, 20, 22, 24, 27, 31, 36]);
  const swingC = random.between(1, 6);
  const dayLength = Math.min(18, Math.max(7, 12 + meanC / 5 + random.between(-2, 2)));
  const firstHour = random.between(0, 23);
  const meanKmh = random.pick([2, 5, 8, 12, 12, 16, 20, 20, 25, 30, 36, 44, 55]);
  const gustRatio = 1.2 + random.next();
  const isSteady = random.next() < 0.25;
  const missing = random.next() < 0.06 ? random.between(PAST_HOURS, count) : -1;

  const hours: HourOfWeather[] = [];
  let spell: Spell = random.pick(COMMON_SPELLS);
  let windKmh = meanKmh;
  for (let hour = 0; hour < count; hour += 1) {
    if (!isSteady && random.next() < 0.28) spell = nextSpell(random, meanC);
    windKmh = Math.max(0, windKmh + (meanKmh - windKmh) * 0.3 + (random.next() - 0.5) * meanKmh * 0.7);
    const clock = (firstHour + hour) % 24;
    const isDay = Math.abs(clock + 0.5 - 12.5) < dayLength / 2 ? 1 : 0;
    const tempC = tenths(
      meanC + swingC * Math.cos(((clock - 15) / 12) * Math.PI) + (random.next() - 0.5) * 2,
    );
    const gustKmh =
      windKmh * Math.max(1, gustRatio + (random.next() - 0.5) * 0.4) * (spell === "thunder" ? 1.3 : 1);
    hours.push({
      ...inSpell(random, { spell, source, tempC }),
      ...(source.hasTemp && { tempC }),
      ...(source.hasApparent && { apparentC: tenths(tempC - windKmh * 0.19 + random.between(-3, 4)) }),
      ...(hour !== missing && { windKmh: tenths(windKmh) }),
      ...(source.hasGust && { gustKmh: tenths(gustKmh) }),
      isDay,
    });
  }
  return hours;
}

function nextSpell(random: Random, meanC: number): Spell {
  const rare = random.next();
  if (rare < 0.05 && meanC > 8) return "thunder";
  if (rare < 0.1) return "fog";
  if (rare < 0.12 && meanC > 18) return "dust";
  return random.pick(COMMON_SPELLS);
}

function inSpell(
  random: Random,
  { spell, source, tempC }: { readonly spell: Spell; readonly source: Source; readonly tempC: number },
): HourOfWeather {
  const [mm, chance, cloud, codes] = SPELLS[spell];
  const within = ([min, max]: Range) => min + random.next() * (max - min);
  const rainMm = source.amountsAreDry ? 0 : tenths(within(mm));
  const code = source.codesAreDry ? random.pick([0, 1, 2, 3]) : codeAt(random, random.pick(codes), tempC);
  const isHidden = spell === "fog" || spell === "dust";
  const humidity: Range = spell === "fog" ? [88, 100] : spell === "dust" ? [8, 45] : [35, 98];
  return {
    ...(source.hasAmount && { rainMm }),
    ...(source.hasChance && { precipProbPct: Math.round(within(chance)) }),
    ...(source.hasCode && { weatherCode: source.criesThunder ? 95 : code }),
    ...(source.hasHumidity && { humidityPct: Math.round(within(humidity)) }),
    ...(source.hasVisibility && {
      visibilityM: Math.round(within(isHidden ? [100, 1500] : visibilityIn(rainMm, tempC))),
    }),
    cloudPct: Math.round(within(cloud)),
  };
}

function visibilityIn(mm: number, tempC: number): Range {
  return mm > 0.5 && tempC < 0 ? [300, 5000] : [3000, 30_000];
}

/** In frost a code of rain becomes one of snow or freezing rain, mostly. */
function codeAt(random: Random, code: number, tempC: number): number {
  const isRain = code >= 51 && code <= 67;
  const isShower = code >= 80 && code <= 82;
  if (tempC > 1 || !(isRain || isShower) || random.next() < 0.15) return code;
  if (isShower) return code === 82 ? 86 : 85;
  if (tempC > -8 && random.next() < 0.2) return random.pick([56, 57, 66, 67]);
  return random.pick([71, 73, 75, 77]);
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Perhaps a better start, and perhaps an earlier verdict. */
function besidesOf(random: Random) {
  const timeZone = random.pick(["UTC", "Europe/Lisbon"]);
  const session = Temporal.ZonedDateTime.from({ year: 2026, month: 5, day: 12, hour: 10, timeZone });
  const better = session.add({ hours: 24 * random.pick([0, 0, 1, 2, 5]) + random.between(-9, 11) });
  const now = session.subtract({ days: 1 });
  const forecastAt = now.subtract({ hours: random.between(1, 200) });
  return {
    ...(random.next() < 0.3 && { better: { session, better, isUtc: timeZone === "UTC" } }),
    ...(random.next() < 0.15 && { earlier: { recommendation: random.pick(VERDICTS), forecastAt, now } }),
  };
}
