// The words of a language for the weather. `summary` decides for all languages what is said.
import type { Ground } from "../scoring/sports/sport.ts";
import type { SpokenName } from "../scoring/sports/sports.ts";
import type { Verdict } from "../scoring/verdicts.ts";
import type { Tag } from "./language-tags.ts";
import type { Names } from "./names.ts";

/**
 * How a sentence begins, from the best weather to the worst: two openings for safe_to_book, one for proceed_with_caution,
 * two for not_recommended.
 */
export type Opening = "great" | "good" | "reasonable" | "poor" | "bad";

/** The sky when there is nothing to complain about. */
type Sky = "sunny" | "dry" | "cloudy" | "underRoof";

/** What falls, if it is likely or expected. */
export type Rain = "lightRain" | "rain" | "heavyRain" | "snow" | "heavySnow" | "freezingRain";

/** What may fall. */
export type PossibleFall = "rain" | "showers" | "snow" | "snowShowers" | "heavySnow" | "freezingRain";

/** What hardly falls. */
export type SlightFall = "rain" | "snow" | "freezingRain";

/** What takes the view; `other` is a low visibility in dry air, such as dust. */
export type Veil = "fog" | "snow" | "heavySnow" | "other";

/** Wind that costs no points. */
type FairWind = "calm" | "light" | "breeze";

/**
 * Wind that does, by its strength. If it is no stronger than a breeze, `troublesome` alone would give a session the verdict
 * proceed_with_caution; `tooMuch` makes it not_recommended.
 */
export type TroublesomeWind =
  "breeze" | "troublesome" | "fresh" | "strong" | "veryStrong" | "storm" | "tooMuch";

/**
 * From cold to hot. `tooCold` and `tooWarm` make a session not_recommended where their plain words would sound harmless; `notWarm`
 * is too cold for the beach, `mild` too warm for winter sports, `warmish` too warm for runners only.
 */
export type TempName =
  | "bitter"
  | "cold"
  | "tooCold"
  | "chilly"
  | "cool"
  | "notWarm"
  | "mild"
  | "tooWarm"
  | "warmish"
  | "warm"
  | "hot"
  | "extreme";

/**
 * Part of a session. `most` is more than half of it, `part` one stretch that is neither half nor middle, `atTimes` several, and
 * `afterwards` the time after the other reason's.
 */
export type When =
  | "first"
  | "firstHalf"
  | "firstHalfHour"
  | "firstHour"
  | "midway"
  | "secondHalf"
  | "end"
  | "lastHalfHour"
  | "lastHour"
  | "afterFirstHalfHour"
  | "afterFirstHour"
  | "fromThirdHour"
  | "fromFourthHour"
  | "fromFifthHour"
  | "fromSixthHour"
  | "most"
  | "part"
  | "atTimes"
  | "afterwards";

/** How much of a session is dark: all of it, the rest from some point on, its beginning, more than half of it, or another part. */
export type Darkness = "all" | "most" | "soon" | "midway" | "end" | "first" | "part";

/** What can still be wet; a wall is artificial rock. */
export type Surface = Ground | "wall";

/** When thunderstorms come, relative to the session: `soon` in the hour after it, `later` in the hours after that. `during` is only said while the
 * forecast is uncertain. */
export type Storm = "during" | "before" | "soon" | "later";

/** Kinds of reasons, in the order in which a sentence names two. Languages join reasons by their kinds. */
export const REASON_KINDS = ["temperature", "weather", "storm", "surface", "darkness"] as const;

export type ReasonKind = (typeof REASON_KINDS)[number];

/** Words, and a figure that follows in brackets, after the words and any part of the session. */
export interface Words {
  readonly words: string;
  readonly figure?: string | undefined;
  /** Less of it, where there is little room. */
  readonly shortFigure?: string | undefined;
}

export interface Reason {
  readonly kind: ReasonKind;
  readonly text: string;
  /** The part of the session in the first reason's text is the second one's, too. */
  readonly isTimeOfBoth?: boolean;
}

/** How a language shows a value as a whole number. */
export interface Unit {
  /** With its leading space, if any. */
  readonly unit: string;
  /** From °C or km/h. */
  readonly shown: (value: number) => number;
}

/** A better start, in the venue's time. */
export interface BetterTime {
  /** "16:00", or "16:00 UTC". */
  readonly time: string;
  readonly hour: number;
  readonly isUtc: boolean;
  /** The weather is what is better. */
  readonly isWeather: boolean;
  /** In the language; undefined on the day of the session. */
  readonly weekday: string | undefined;
}

/** Texts have no full stop, and begin in lower case unless they begin a sentence. */
export interface Language {
  /** As in `Content-Language`. */
  readonly tag: Tag;
  readonly names: Names;
  /** Maximum length of a summary in characters; by default LENGTH_MAX of `summary`. */
  readonly lengthMax?: number;

  readonly temp: Unit;
  readonly speed: Unit;
  readonly percent: (whole: number) => string;
  /** A time of day; "16:00" by default. */
  readonly clock?: (hour: number, minute: number) => string;

  /**
   * The sport's words after an opening, "for golf", by the profile's `builtInName`. English derives those that it lacks from
   * the labels.
   */
  readonly sports: Readonly<Partial<Record<SpokenName, string>>>;
  /** The same for the label of a custom sport, which may be a name and is not changed. */
  readonly ownSport: (label: string) => string;
  /** The sport in the dark: "for running in the dark". */
  readonly inTheDark: (sport: string) => string;
  readonly underLights: (sport: string) => string;

  readonly opening: Readonly<Record<Opening, string>>;
  /** Openings for sessions under a roof, or with darkness as the main reason. By default `opening`. */
  readonly conditions?: Readonly<Record<Opening, string>>;
  /** `colon` follows an opening, `semicolon` precedes what falls outside a roof, `but` precedes an objection. */
  readonly colon: string;
  readonly semicolon: string;
  readonly but: (first: Reason) => string;
  /** The text of the first reason after `but`, if it differs. */
  readonly afterBut?: (first: Reason) => string;
  /** Two reasons in the order of REASON_KINDS, after `but` or after the colon. */
  readonly and: (first: Reason, second: Reason, isAfterBut: boolean) => string;
  /** Begins a sentence. `when` is a part of the session with a leading space; empty if it is most of the session. */
  readonly storm: (when: string, sport: string) => string;
  /** The same after an earlier verdict. */
  readonly stormNow: (when: string, sport: string) => string;
  readonly possibleStorm: Readonly<Record<Storm, string>>;

  readonly sky: Readonly<Record<Sky, string>>;
  /** The sky of good weather whose only blemish is a small chance of it. */
  readonly dryBut: Readonly<Record<SlightFall, string>>;
  /** What falls outside a roof. */
  readonly outside: (precipitation: string) => string;
  /** After the sky, joined to it: " with light winds". */
  readonly withWind: Readonly<Record<FairWind, string>>;
  /** The same for a sport that needs wind. */
  readonly withGoodWind: (amount: string) => string;

  /** By the chance: all but `expected` are followed by it. */
  readonly precipitation: {
    readonly expected: Readonly<Record<Rain, string>>;
    readonly likely: Readonly<Record<Rain, string>>;
    readonly possible: Readonly<Record<PossibleFall, string>>;
    readonly slight: Readonly<Record<SlightFall, string>>;
  };
  readonly wind: Readonly<Record<TroublesomeWind, string>>;
  readonly gustyWind: string;
  /** For a sport that needs wind, by the verdict that so little would give alone. */
  readonly littleWind: Readonly<Record<Verdict, string>>;
  readonly almostNoWind: string;
  readonly aboutSpeed: (figure: string) => string;
  readonly gustsTo: (figure: string) => string;
  /** Where no reason says the wind, after the temperature: "wind about 25 km/h". */
  readonly windBesides: (figure: string) => string;
  readonly temperature: Readonly<Record<TempName, string>>;
  readonly overcast: string;
  readonly stillWet: Readonly<Record<Surface, string>>;
  /** The same of a surface that is perhaps damp. */
  readonly stillDamp: (stillWet: string) => string;
  readonly waterlogged: string;
  readonly icy: string;
  /** A low visibility, by what takes the view. */
  readonly veiledBy: Readonly<Record<Veil, string>>;
  readonly expectedStorm: Readonly<Record<Exclude<Storm, "during">, string>>;
  readonly dark: Readonly<Record<Darkness, string>>;
  /** With a leading space: " at first". */
  readonly when: Readonly<Record<When, string>>;
  /** All of the session, said where another reason has a part of it. */
  readonly throughout: string;
  /** Joins words and the part of the session that they are about; by default the part follows the words. */
  readonly withWhen?: (words: string, when: string) => string;
  /** After a reason that holds for the whole session, but most of all in that part. */
  readonly especially: (when: string) => string;
  /** Used after fair weather or darkness, if something else gets worse in that part. */
  readonly worse: (when: string) => string;

  /** A sentence without its full stop: "About 20°C". */
  readonly about: (temp: string) => string;
  readonly aboutAtStart: (temp: string) => string;
  readonly feelsLike: (temp: string) => string;
  readonly better: (start: BetterTime) => string;
  /** Begins a sentence: when the earlier verdict was given. The argument of `weekday` is in the language already. */
  readonly earlierOn: {
    readonly today: string;
    readonly yesterday: string;
    readonly weekday: (weekday: string) => string;
    /** Longer ago. */
    readonly before: string;
  };
  /** The earlier verdict, after its time: "it looked good". */
  readonly looked: Readonly<Record<Verdict, string>>;
  /** Begins a sentence that continues with the reasons: "Now it looks poor". */
  readonly looksNow: Readonly<Record<Verdict, string>>;
  /** The same where the earlier verdict had no room, for a language whose `looksNow` takes its subject from there. */
  readonly looksNowAlone?: Readonly<Record<Verdict, string>>;
  /** The same in place of both, if the verdict is unchanged: "It still looks poor". */
  readonly looksStill: Readonly<Record<Verdict, string>>;
  /** The forecast lacks the end of the session, or another part. */
  readonly endMissing: string;
  readonly partMissing: string;
  /** Says that the forecast is uncertain, with advice if there is room. */
  readonly earlyDays: string;
  /** Says that forecasts like this one often change. */
  readonly oftenChanges: string;
  readonly checkAgain: string;
}

/** Every language except English, which has the labels. */
export interface Translation extends Language {
  readonly sports: Readonly<Record<SpokenName, string>>;
}
