// What a language has to say of the weather. Which of it is said is decided once for all of them: see `summary`.

/** How a sentence begins, from the best weather to the worst: two words for a safe verdict, one for caution, two for the rest. */
export type Opening = "great" | "good" | "reasonable" | "poor" | "bad";

/** The sky where there is nothing to complain of. */
export type Sky = "sunny" | "dry" | "cloudy" | "slightRain" | "slightSnow" | "underRoof";

/** The classes of rain are the Met Office's (slight, moderate, heavy); `likely` ones and showers have their chance said after them. */
export type Precipitation =
  | "lightRain"
  | "rain"
  | "heavyRain"
  | "snow"
  | "heavySnow"
  | "lightRainLikely"
  | "rainLikely"
  | "heavyRainLikely"
  | "snowLikely"
  | "showers"
  | "snowShowers"
  | "slightRain"
  | "slightSnow";

/** Beaufort's steps, in everyday words: of wind that is no trouble, and of wind that is. */
export type FairWind = "calm" | "light" | "breeze";

export type TroublesomeWind = "breeze" | "fresh" | "strong" | "veryStrong";

/** From cold to hot. `mild` is too warm for winter sports, `notWarm` too cold for the beach. */
export type TempName = "bitter" | "cold" | "cool" | "notWarm" | "mild" | "warm" | "hot" | "extreme";

/** Which part of a session. */
export type When = "first" | "midway" | "end" | "firstHalfHour" | "lastHalfHour" | "firstHour" | "lastHour";

/** How much of a session is in the dark: all of it, the rest from some point on, its beginning, or some other part. */
export type Darkness = "all" | "soon" | "midway" | "end" | "first" | "part";

/** What a sport is played on, as far as it stays wet; a court is one of tennis and the like, unless balls are thrown on it. */
export type Surface =
  "rock" | "wall" | "equipment" | "court" | "ballCourt" | "course" | "pitch" | "road" | "path" | "ground";

/** When thunderstorms are, seen from the session; `during` is for forecasts too early to be sure of one. */
export type Storm = "during" | "before" | "after";

/** What kind of words a reason is, where a language has to know to go on from it; in the order in which two are read. */
export const REASON_KINDS = ["temperature", "weather", "storm", "surface", "darkness"] as const;

export type ReasonKind = (typeof REASON_KINDS)[number];

export interface Reason {
  readonly kind: ReasonKind;
  readonly text: string;
}

/** A whole number as a language shows it, and what it stands for: words go by what is shown. */
export interface Unit {
  /** With its space in front. */
  readonly unit: string;
  /** From °C or km/h. */
  readonly shown: (value: number) => number;
  readonly meant: (shown: number) => number;
}

/** Another start that is better, on the clock of the venue. */
export interface BetterTime {
  /** "16:00", or "16:00 UTC". */
  readonly time: string;
  readonly hour: number;
  readonly isUtc: boolean;
  /** In the language; undefined on the day of the session. */
  readonly weekday: string | undefined;
}

/** Texts begin in lower case and have no full stop, but for what begins a sentence. */
export interface Language {
  /** As `Content-Language` has it. */
  readonly tag: string;
  /** Of a summary, in characters; that of `summary` unless the language has its own. */
  readonly lengthMax?: number;

  readonly temp: Unit;
  readonly speed: Unit;
  readonly percent: (whole: number) => string;
  /** A time of day; "16:00" unless the language has its own. */
  readonly clock?: (hour: number, minute: number) => string;

  /** By the id or alias it was asked for, as it follows an opening: "for golf". English makes them of the labels. */
  readonly sports: Readonly<Record<string, string>>;
  /** The same of a label of an account's own, which may be a name and is used as it is. */
  readonly ownSport: (label: string) => string;
  /** The sport, played in the dark: "for golf in the dark". */
  readonly inTheDark: (sport: string) => string;

  readonly opening: Readonly<Record<Opening, string>>;
  /** The same where it is not the weather alone: under a roof, in the dark. Where left out, `opening` fits both. */
  readonly conditions?: Readonly<Record<Opening, string>>;
  /** What stands between an opening and its reasons, before what is told of a roof, and between an opening that praises and what speaks against it. */
  readonly colon: string;
  readonly semicolon: string;
  readonly but: (first: Reason) => string;
  /** Two reasons in the order of REASON_KINDS. */
  readonly and: (first: Reason, second: Reason) => string;
  /** A sentence's beginning; the part of the session has its space in front, and is empty for most of it. */
  readonly storm: (when: string, sport: string) => string;
  readonly possibleStorm: Readonly<Record<Storm, string>>;

  readonly sky: Readonly<Record<Sky, string>>;
  /** What falls beside a roof. */
  readonly outside: (precipitation: string) => string;
  /** After the sky, with what joins them: " with light winds". */
  readonly withWind: Readonly<Record<FairWind, string>>;
  /** The same for a sport that needs wind. */
  readonly withGoodWind: (amount: string) => string;

  readonly precipitation: Readonly<Record<Precipitation, string>>;
  readonly wind: Readonly<Record<TroublesomeWind, string>>;
  readonly gustyWind: string;
  readonly littleWind: string;
  readonly veryLittleWind: string;
  readonly almostNoWind: string;
  readonly aboutSpeed: (figure: string) => string;
  readonly gustsTo: (figure: string) => string;
  /** The same alone in its brackets. */
  readonly upTo: (figure: string) => string;
  readonly temperature: Readonly<Record<TempName, string>>;
  readonly overcast: string;
  readonly stillWet: Readonly<Record<Surface, string>>;
  readonly fog: string;
  readonly blowingSnow: string;
  readonly freezingRain: string;
  readonly stormBefore: string;
  readonly stormSoon: string;
  readonly dark: Readonly<Record<Darkness, string>>;
  /** With a space in front: " at first". */
  readonly when: Readonly<Record<When, string>>;
  /** What is of one part of the session; the part follows unless the language has its own order. */
  readonly withWhen?: (words: string, when: string) => string;
  /** After reasons that are none of one part alone. */
  readonly especially: (when: string) => string;
  /** The same after fair weather and the dark, which are no worse in that part: something else is. */
  readonly worse: (when: string) => string;

  /** A sentence without its full stop: "About 20°C". */
  readonly about: (temp: string) => string;
  readonly aboutAtStart: (temp: string) => string;
  readonly feelsLike: (temp: string) => string;
  readonly better: (start: BetterTime) => string;
  /** The forecast has nothing of the end of the session, or of some other part. */
  readonly endMissing: string;
  readonly partMissing: string;
  /** That the forecast is uncertain, and what follows where there is room. */
  readonly earlyDays: string;
  readonly checkAgain: string;
}
