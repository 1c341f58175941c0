// What a language has to say of the weather. Which of it is said is decided once for all of them: see `summary`.

/** How a sentence begins, from the best weather to the worst; `unfit` is for the dark. */
export type Opening = "great" | "good" | "reasonable" | "notIdeal" | "poor" | "bad" | "unfit";

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

/** Beaufort's steps, in everyday words. */
export type WindName = "calm" | "light" | "breeze" | "fresh" | "strong" | "veryStrong";

/** From cold to hot. `mild` is too warm for winter sports, `notWarm` too cold for the beach. */
export type TempName = "bitter" | "cold" | "cool" | "notWarm" | "mild" | "warm" | "hot" | "extreme";

/** Which part of a session. */
export type When = "first" | "midway" | "end";

/** How much of a session is in the dark: all of it, the rest from some point on, its beginning, or some other part. */
export type Darkness = "all" | "soon" | "midway" | "end" | "first" | "part";

export type Surface = "rock" | "court" | "ground";

/** A reason, and what kind of words it is where a language has to know to join two. */
export interface Reason {
  readonly kind: "temperature" | "darkness" | "other";
  readonly text: string;
}

/** Texts begin in lower case and have no full stop, but for what begins a sentence. */
export interface Language {
  /** As `Content-Language` has it. */
  readonly tag: string;
  /** Of a summary, in characters; that of `summary` unless the language has its own. */
  readonly lengthMax?: number;

  /** A number with its unit. */
  readonly temp: (celsius: number) => string;
  readonly percent: (whole: number) => string;
  /** Whole numbers; the unit has its space in front. */
  readonly speed: { readonly unit: string; readonly ofKmh: (kmh: number) => number };

  /** By the id or alias it was asked for, as it follows an opening: "for golf". English makes them of the labels. */
  readonly sports: Readonly<Record<string, string>>;
  /** The same of a label of an account's own, used as it is. */
  readonly ownSport: (label: string) => string;
  readonly afterDark: string;

  readonly opening: Readonly<Record<Opening, string>>;
  /** What stands between an opening and its reasons, and between one that praises and what speaks against it. */
  readonly colon: string;
  readonly but: (first: Reason["kind"]) => string;
  readonly and: (first: Reason, second: Reason) => string;
  /** An opening; the sport follows. */
  readonly storm: (when: string) => string;

  readonly sky: Readonly<Record<Sky, string>>;
  /** After the sky, with what joins them: " with light wind". */
  readonly withWind: Readonly<Record<WindName, string>>;
  /** The same for a sport that needs wind. */
  readonly withGoodWind: (amount: string) => string;

  readonly precipitation: Readonly<Record<Precipitation, string>>;
  readonly wind: Readonly<Record<Exclude<WindName, "calm" | "light">, string>>;
  readonly gustyWind: (figure: string) => string;
  readonly littleWind: string;
  readonly tooLittleWind: string;
  readonly almostNoWind: string;
  readonly aboutSpeed: (figure: string) => string;
  readonly gustsTo: (figure: string) => string;
  readonly temperature: Readonly<Record<TempName, string>>;
  readonly overcast: string;
  readonly stillWet: Readonly<Record<Surface, string>>;
  readonly fog: string;
  readonly blowingSnow: string;
  readonly freezingRain: string;
  readonly stormBefore: string;
  readonly stormSoon: string;
  readonly dark: Readonly<Record<Darkness, string>>;
  /** After what it is about: " at first". */
  readonly when: Readonly<Record<When, string>>;

  /** A sentence without its full stop: "About 20°C". */
  readonly about: (temp: string) => string;
  readonly aboutAtStart: (temp: string) => string;
  readonly feelsLike: (temp: string) => string;
  readonly incomplete: string;
}
