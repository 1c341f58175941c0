// The part of the account store for the record of past forecasts. It is there because replicas share that store. Days are
// numbered from 1970.

/** What was asked about a place since the last note. */
export interface RequestedPlace {
  /** A `Place.key`. */
  readonly place: string;
  /** Ids of built-in sports. */
  readonly sports: readonly string[];
  readonly accounts: readonly string[];
}

export interface RecordedPlace {
  readonly place: string;
  /** A bit for each of the 30 days up to `lastRequestDay` (the lowest bit): whether the place was asked about on that day. */
  readonly requestDays: number;
  readonly lastRequestDay: number;
  /** The sports asked about there, each with the last day. */
  readonly sports: Readonly<Record<string, number>>;
  /** The last solar day whose sessions were judged. */
  readonly judgedDay: number;
}

/** What a fetch adds to a place's record. `day` is a forecast day, which begins at 12:00 UTC. */
export interface StoredWeather {
  readonly place: string;
  readonly day: number;
  readonly fetchedAtMs: number;
  /** The packed forecast, if this process knows of no earlier one of the day. */
  readonly forecast: Uint8Array | undefined;
  /** The packed past hours, if the fetch brought any. */
  readonly hours: Uint8Array | undefined;
}

export interface StoredForecast {
  readonly fetchedAtMs: number;
  readonly forecast: Uint8Array;
}

/** Sessions of one sport, `daysAhead` days after the forecast, at one place (empty for all places). */
export interface Tally {
  readonly place: string;
  readonly sport: string;
  readonly daysAhead: number;
  /** Sessions by verdict and outcome: nine numbers at `3 × said + came`, where 0 is not recommended, 1 caution, 2 safe. */
  readonly sessions: readonly number[];
  /** Forecast sessions whose actual weather is unknown. */
  readonly leftOut: number;
  /** Deviation from the odds: see evidence.ts. */
  readonly evidence: readonly number[];
}

export interface TallySum extends Tally {
  /** The first and the last day with a judged session. */
  readonly sinceDay: number;
  readonly lastDay: number;
  /** Days with at least one judged session. */
  readonly days: number;
}

export interface JudgedDay {
  /** Of the scores that were compared. Tallies of different versions are never added up. */
  readonly modelVersion: string;
  readonly place: string;
  readonly day: number;
  readonly tallies: readonly Tally[];
}

/** How many sessions of all places were forecast as safe, and how many of these were safe. */
export interface SafeShare {
  readonly daysAhead: number;
  readonly said: number;
  readonly came: number;
}

/**
 * Promises, tested for every store by test/modules/track-record/record-store-suite.ts: a day of a place is settled once, however many
 * processes try, with all of its tallies or none. Any method may throw StoreUnavailable.
 */
export interface RecordStore {
  /** Notes what was asked on that UTC day. A new place is judged from the day before on. */
  noteRequests(requested: readonly RequestedPlace[], today: number): Promise<void>;
  /** The records of these places, as far as they exist. */
  placesOf(places: readonly string[]): Promise<readonly RecordedPlace[]>;
  /** The places whose last judged day is earlier than `day`, the oldest first. */
  placesJudgedBefore(day: number): Promise<readonly RecordedPlace[]>;
  /** For each place and day, the first forecast and the first hours stay; later hours replace each other. */
  addWeather(weather: readonly StoredWeather[]): Promise<void>;
  /** A place's stored forecasts between two days, inclusive, in order. */
  storedForecasts(place: string, fromDay: number, toDay: number): Promise<readonly StoredForecast[]>;
  /** The packed hours between two days, inclusive; the latest fetch last. */
  storedHours(place: string, fromDay: number, toDay: number): Promise<readonly Uint8Array[]>;
  /**
   * Adds a day's tallies to those of the place and of all places, unless the place's last judged day is no longer `after`.
   * Returns whether it did.
   */
  settleDay(judged: JudgedDay, after: number): Promise<boolean>;
  /** The tallies of a place, or of all places together if `place` is empty; for one sport, or for each sport. */
  tallies(of: {
    readonly modelVersion: string;
    readonly place: string;
    readonly sport?: string;
  }): Promise<readonly TallySum[]>;
  /** For all places since a day, by days ahead. */
  safeShares(of: { readonly modelVersion: string; readonly sinceDay: number }): Promise<readonly SafeShare[]>;
  /** The last day on which an account asked about a place; undefined if that was long ago or never. */
  lastRequestDay(accountId: string, place: string): Promise<number | undefined>;
  /** Deletes the least asked places beyond `placesMax`, and weather that is no longer needed. */
  forget(options: { readonly placesMax: number; readonly today: number }): Promise<void>;
  /** Takes the lease for `forMs`, if it is free or the holder's own. Returns whether the holder has it. */
  takeLease(holder: string, nowMs: number, forMs: number): Promise<boolean>;
}
