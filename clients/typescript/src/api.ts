// Written by `npm test -- clients/typescript/test/api.test.ts -u` from /openapi.json; do not edit.

/** The options of one call. */
export interface CallOptions {
  /** Aborts the call. */
  readonly signal?: AbortSignal | undefined;
  /** Overrides the client's. */
  readonly timeoutMs?: number | undefined;
}

/** ISO 8601 with a UTC offset, such as `2026-11-21T14:00:00Z`, or a Date. */
export type Time = string | Date;

export type SportName =
  | "outdoor"
  | "golf"
  | "tennis"
  | "padel"
  | "football"
  | "cricket"
  | "running"
  | "cycling"
  | "hiking"
  | "climbing"
  | "sailing"
  | "kitesurfing"
  | "paddling"
  | "skiing"
  | "beach"
  | "event"
  | "camping"
  | "fitness"
  | (string & {});

export interface BookingConfidenceQuery {
  /** Latitude in decimal degrees, -90 to 90. */
  readonly lat: number;

  /** Longitude in decimal degrees, -180 to 180. */
  readonly lng: number;

  /**
   * When the session starts: in the current hour at the earliest (with `ongoing` 12 hours ago), at most
   * 7 days (168 hours) ahead.
   */
  readonly start_time: Time;

  /** How long the session lasts, in minutes, 1 to 1440. */
  readonly duration_minutes: number;

  /** The sport whose thresholds apply, `outdoor` when absent. */
  readonly sport?: SportName | undefined;

  /** Adds `explanation` to the answer. Off when absent. */
  readonly explain?: boolean | undefined;

  /** Adds `odds` to the answer. Off when absent. */
  readonly odds?: boolean | undefined;

  /**
   * How many better starts to tell at most, 1 to 5. Adds `alternatives` to the answer. They are chosen
   * from `candidates`, or from a grid from `earliest_start` to `latest_start`.
   */
  readonly alternatives?: number | undefined;

  /**
   * The starts to choose alternatives from, such as those that are free: ISO 8601 with a UTC offset, up
   * to 48. Strings, because each is repeated in the answer exactly as it was passed in.
   */
  readonly candidates?: readonly Time[] | undefined;

  /**
   * The first start of the grid to choose alternatives from. Its starts in the past or beyond 7 days are
   * left out.
   */
  readonly earliest_start?: Time | undefined;

  /** The grid ends with this start or before it. */
  readonly latest_start?: Time | undefined;

  /** Minutes from one start of the grid to the next, 15 to 240, 60 when absent. At most 48 starts in all. */
  readonly step_minutes?: number | undefined;

  /**
   * Leaves only those starts of the grid that lie within these times of day, ends included, such as
   * `09:00-21:00`; over midnight where the first is the later one, as in `20:00-02:00`.
   */
  readonly between?: string | undefined;

  /**
   * The time zone of the venue, by its IANA name such as `Europe/London`: of `between`, and of a better
   * time in `summary`, with `candidates` too. `UTC` when absent.
   */
  readonly time_zone?: string | undefined;

  /**
   * Also accepts a start up to 12 hours ago. The whole session is judged, by what is known of its hours
   * now. Off when absent.
   */
  readonly ongoing?: boolean | undefined;

  /**
   * Whether the venue has a roof, under which a tenth of the rain's weight is left and nothing gets wet.
   * As the sport assumes when absent, like the four facts that follow; one that the sport does not know
   * is refused. `/v1/sports` has what each sport assumes and knows.
   */
  readonly covered?: boolean | undefined;

  /**
   * Whether walls, hedges or stands keep wind off, so that 0.7 of wind and gusts count. As the sport
   * assumes when absent.
   */
  readonly sheltered?: boolean | undefined;

  /**
   * Whether there are lights, so that darkness costs nothing; without them at most 30 of 100 points are
   * left after dark. As the sport assumes when absent.
   */
  readonly floodlit?: boolean | undefined;

  /**
   * What the sport is played on, which says how wet rain leaves it: `hard`, `clay`, `grass`,
   * `artificial` or `rock`. As the sport assumes when absent.
   */
  readonly surface?: string | undefined;

  /**
   * How many °C to add to the temperatures that suit the sport, -10 to 10: -5 where people play when it
   * feels 5 °C colder. 0 when absent, or what an own sport has.
   */
  readonly temp_shift_c?: number | undefined;

  /**
   * The language of `summary`: `de`, `en`, `es`, `fr`, `it`, `nl`, `pt` or `sv`, with or without a
   * region, in any case. `en-GB` says mph, `en-US` mph, °F and soccer, `de-CH` has no ß; other regions
   * fall back on their language. The answer then has `Content-Language`. English in km/h and °C when
   * absent.
   */
  readonly lang?: string | undefined;

  /** Adds `receipt` to the answer. Off when absent. */
  readonly receipt?: boolean | undefined;

  /** What the caller calls the booking: the receipt has it as `sub`. Only with `receipt`. */
  readonly receipt_ref?: string | undefined;
}

/** The bookings to be reviewed. */
export interface ReviewBookingsQuery {
  /** The bookings, 1 to 20, of any places. */
  readonly bookings: readonly Booking[];

  /**
   * Adds a `receipt` to each `booking_confidence`, with the booking's `ref` as its `sub`. Off when
   * absent.
   */
  readonly receipt?: boolean | undefined;
}

export interface ForecastQuery {
  /** Latitude in decimal degrees, -90 to 90. */
  readonly lat: number;

  /** Longitude in decimal degrees, -180 to 180. */
  readonly lng: number;

  /** How many days of 24 hours, 1 to 7, 3 when absent. */
  readonly days?: number | undefined;

  /** The sport whose thresholds weight the score, `outdoor` when absent. */
  readonly sport?: SportName | undefined;

  /** How long a session lasts, in minutes, 1 to 1440. Adds `sessions` to the answer. */
  readonly duration_minutes?: number | undefined;

  /** Minutes from one start to the next: 15, 30 or 60, 60 when absent. Only with `duration_minutes`. */
  readonly step_minutes?: 15 | 30 | 60 | undefined;

  /** Adds `explanation` to the answer and to each hour, and `days`. Off when absent. */
  readonly explain?: boolean | undefined;

  /**
   * Whether the venue has a roof, under which a tenth of the rain's weight is left and nothing gets wet.
   * As the sport assumes when absent, like the four facts that follow; one that the sport does not know
   * is refused. `/v1/sports` has what each sport assumes and knows.
   */
  readonly covered?: boolean | undefined;

  /**
   * Whether walls, hedges or stands keep wind off, so that 0.7 of wind and gusts count. As the sport
   * assumes when absent.
   */
  readonly sheltered?: boolean | undefined;

  /**
   * Whether there are lights, so that darkness costs nothing; without them at most 30 of 100 points are
   * left after dark. As the sport assumes when absent.
   */
  readonly floodlit?: boolean | undefined;

  /**
   * What the sport is played on, which says how wet rain leaves it: `hard`, `clay`, `grass`,
   * `artificial` or `rock`. As the sport assumes when absent.
   */
  readonly surface?: string | undefined;

  /**
   * How many °C to add to the temperatures that suit the sport, -10 to 10: -5 where people play when it
   * feels 5 °C colder. 0 when absent, or what an own sport has.
   */
  readonly temp_shift_c?: number | undefined;
}

export interface SafeSlotsQuery {
  /** Latitude in decimal degrees, -90 to 90. */
  readonly lat: number;

  /** Longitude in decimal degrees, -180 to 180. */
  readonly lng: number;

  /**
   * The start times, ISO 8601 with a UTC offset, 1 to 20. Strings, because each is repeated in the
   * answer exactly as it was passed in.
   */
  readonly slots: readonly Time[];

  /** How long each session lasts, in minutes, 1 to 1440, 60 when absent. */
  readonly duration_minutes?: number | undefined;

  /** The sport whose thresholds apply, `outdoor` when absent. */
  readonly sport?: SportName | undefined;

  /** Adds `odds` to each slot. Off when absent. */
  readonly odds?: boolean | undefined;

  /** Adds `explanation` to the answer, and `explanation` and `summary` to each slot. Off when absent. */
  readonly explain?: boolean | undefined;

  /**
   * Whether the venue has a roof, under which a tenth of the rain's weight is left and nothing gets wet.
   * As the sport assumes when absent, like the four facts that follow; one that the sport does not know
   * is refused. `/v1/sports` has what each sport assumes and knows.
   */
  readonly covered?: boolean | undefined;

  /**
   * Whether walls, hedges or stands keep wind off, so that 0.7 of wind and gusts count. As the sport
   * assumes when absent.
   */
  readonly sheltered?: boolean | undefined;

  /**
   * Whether there are lights, so that darkness costs nothing; without them at most 30 of 100 points are
   * left after dark. As the sport assumes when absent.
   */
  readonly floodlit?: boolean | undefined;

  /**
   * What the sport is played on, which says how wet rain leaves it: `hard`, `clay`, `grass`,
   * `artificial` or `rock`. As the sport assumes when absent.
   */
  readonly surface?: string | undefined;

  /**
   * How many °C to add to the temperatures that suit the sport, -10 to 10: -5 where people play when it
   * feels 5 °C colder. 0 when absent, or what an own sport has.
   */
  readonly temp_shift_c?: number | undefined;

  /**
   * The language of each `summary`, and refused without `explain`: `de`, `en`, `es`, `fr`, `it`, `nl`,
   * `pt` or `sv`, with or without a region, in any case. `en-GB` says mph, `en-US` mph, °F and soccer,
   * `de-CH` has no ß; other regions fall back on their language. The answer then has `Content-Language`.
   * English in km/h and °C when absent.
   */
  readonly lang?: string | undefined;
}

export interface SportsQuery {
  /**
   * The language of labels: `de`, `en`, `es`, `fr`, `it`, `nl`, `pt` or `sv`, with or without a region,
   * in any case. Adds `verdicts` to the answer, which then has `Content-Language`. English labels and no
   * `verdicts` when absent.
   */
  readonly lang?: string | undefined;
}

export interface TrackRecordQuery {
  /** Latitude in decimal degrees, -90 to 90. */
  readonly lat: number;

  /** Longitude in decimal degrees, -180 to 180. */
  readonly lng: number;

  /**
   * The sport, `outdoor` when absent. A sport of the account's own has the record of the sport that it
   * is a change of.
   */
  readonly sport?: SportName | undefined;
}

/**
 * The verdict, always derived from the playability score. In JSON: the lower-case word, without the
 * prefix.
 * - `safe_to_book`: Score 80 or more: conditions look good.
 * - `proceed_with_caution`: Score 50 to 79: marginal conditions.
 * - `not_recommended`: Score below 50: a high risk of cancellation.
 */
export type Recommendation = "safe_to_book" | "proceed_with_caution" | "not_recommended";

/**
 * How much one factor endangers a session: the verdict it would get if that factor were the only one.
 * A high risk therefore always comes with `not_recommended`. In JSON: the lower-case word, without the
 * prefix.
 * - `low`: The factor alone would leave the session safe to book.
 * - `medium`: The factor alone would make it marginal.
 * - `high`: The factor alone rules the session out.
 */
export type RiskLevel = "low" | "medium" | "high";

/**
 * What can cost points. In JSON: the lower-case word, without the prefix.
 * - `rain`: Rain or snow.
 * - `wind`: Too much wind or gusts; for wind sports also too little.
 * - `temperature`: Too warm or too cold, as it feels.
 * - `cloud`: Overcast skies.
 * - `wet_surface`: Surfaces still wet from earlier rain.
 * - `fog`: Fog.
 * - `darkness`: Darkness, for sports that need daylight.
 * - `storm`: Thunderstorms, or freezing rain.
 */
export type Factor = "rain" | "wind" | "temperature" | "cloud" | "wet_surface" | "fog" | "darkness" | "storm";

/** What one factor cost. */
export interface PointsLost {
  /** The factor. */
  readonly factor: Factor;

  /** The points it cost, 1 to 100. */
  readonly points: number;
}

/**
 * An hour of weather as a score is made from it: no value is rounded. What the weather source does not
 * tell is absent, and the score does without it. Chance, amount, gusts and code are those of the hour,
 * the others those at its start.
 */
export interface ScoredHour {
  /** Start of the hour. */
  readonly time: string;

  /** The score of the whole hour, 0 to 100. Absent where too little is known of it. */
  readonly playability_score?: number;

  /** Air temperature, in °C. */
  readonly temp_c?: number;

  /**
   * The temperature as it feels, in °C, as the source tells it. Where it does not, the score works it
   * out.
   */
  readonly apparent_c?: number;

  /** Precipitation, in mm of water, at least 0. */
  readonly rain_mm?: number;

  /** The chance of precipitation, in %, 0 to 100. */
  readonly precip_prob_pct?: number;

  /** Mean wind at 10 m, in km/h, at least 0. */
  readonly wind_kmh?: number;

  /** The strongest gust, in km/h, at least 0. */
  readonly gust_kmh?: number;

  /** Share of the sky that is covered, in %, 0 to 100. */
  readonly cloud_cover_pct?: number;

  /** What the weather is, as a WMO code (table 4677), 0 to 99. */
  readonly weather_code?: number;

  /** Whether the sun is up. */
  readonly is_day?: boolean;

  /** How far one sees, in m, at least 0. */
  readonly visibility_m?: number;

  /** Relative humidity, in %, 0 to 100. */
  readonly humidity_pct?: number;

  /** Water that earlier rain has left on the sport's surface when the hour begins, in mm, at least 0. */
  readonly wet_mm: number;
}

/**
 * Why the score is what it is. The request and this suffice to work the score out again, months later;
 * for a sport of the account's own, with its definition.
 */
export interface Explanation {
  /**
   * The points lost to each factor that cost any, the costliest first; they add up to 100 less the
   * score.
   */
  readonly points_lost: readonly PointsLost[];

  /** When the forecast behind this answer was generated. */
  readonly forecast_at: string;

  /** Whose forecast it is, as in the header Weather-Source. */
  readonly source: string;

  /** Scores of different versions are not to be compared; as in the header Scoring-Model-Version. */
  readonly model_version: string;

  /** Every hour that the session touches, as it was scored. */
  readonly hours: readonly ScoredHour[];

  /** The hour before those: a thunderstorm in it costs points. Absent where the forecast begins later. */
  readonly hour_before?: ScoredHour;

  /**
   * The hour after those: a thunderstorm within 60 minutes of the end costs points. Absent where the
   * forecast ends earlier.
   */
  readonly hour_after?: ScoredHour;
}

/**
 * The chance that the weather of a session, looked at afterwards, deserves each verdict: three
 * hundredths that add up to 1, none of them 0 or 1. Fitted on one provider's forecasts for one city,
 * which `basis` names; what came is weather judged by the same thresholds, not whether people played.
 */
export interface Odds {
  /** The chance of a score of 80 or more, 0.01 to 0.98. */
  readonly safe_to_book: number;

  /** The chance of a score of 50 to 79, 0.01 to 0.98. */
  readonly proceed_with_caution: number;

  /** The chance of a score below 50, 0.01 to 0.98. */
  readonly not_recommended: number;

  /**
   * From `forecast_at` to the start of the session, in whole hours, at least 0. The more, the less a
   * score tells.
   */
  readonly lead_hours: number;

  /**
   * What the odds were fitted on: a provider, a place, and the last year. Ends in `+track-record` where
   * what came at this place in half a year or more corrects them.
   */
  readonly basis: string;
}

/** A better start for the same session. */
export interface Alternative {
  /** A candidate exactly as it was passed in; a start of the grid in UTC, as in `2026-11-21T14:00:00Z`. */
  readonly start_time: string;

  /** 0 to 100, higher is better. */
  readonly playability_score: number;

  /** The verdict that follows from the score. */
  readonly recommendation: Recommendation;
}

/**
 * Why a slot was not judged. In JSON: the lower-case word, without the prefix.
 * - `past`: It starts before the current hour.
 * - `beyond_horizon`: It starts more than 7 days (168 hours) ahead.
 * - `no_forecast`: The weather source has no usable forecast for at least half of it.
 */
export type SkipReason = "past" | "beyond_horizon" | "no_forecast";

/** One slot that was not judged. */
export interface SkippedSlot {
  /** The start time exactly as it was passed in. */
  readonly start_time: string;

  /** Why it was not judged. */
  readonly reason: SkipReason;
}

/** The verdict. */
export interface BookingConfidence {
  /** 0 to 100, higher is better. */
  readonly playability_score: number;

  /** The verdict that follows from the score. */
  readonly recommendation: Recommendation;

  /** How much rain (or snow) endangers the session. */
  readonly rain_risk: RiskLevel;

  /** How much wind endangers the session; for wind sports also how much its absence does. */
  readonly wind_risk: RiskLevel;

  /** Air temperature expected at the start of the session, in °C, to 0.1. */
  readonly temp_c: number;

  /**
   * One to five short sentences to be shown to end users as they are, in the language of `lang`, at most
   * 160 characters; English under 140.
   */
  readonly summary: string;

  /** When the forecast behind this answer was generated. */
  readonly forecast_at: string;

  /**
   * Where the missing points went, and what was known of the weather; only when asked for with
   * `explain`.
   */
  readonly explanation?: Explanation;

  /**
   * How likely each verdict is to hold; only when asked for with `odds`, and where the forecast has a
   * chance of rain.
   */
  readonly odds?: Odds;

  /**
   * The best other starts that are at least 10 points better, best first; then the nearer to the slot,
   * then the earlier. Only when asked for with `alternatives`, and empty where nothing is better.
   */
  readonly alternatives?: readonly Alternative[];

  /** The candidates that could not be judged; left out of JSON when there are none. */
  readonly skipped?: readonly SkippedSlot[];

  /**
   * The question, this answer and all that its score was made from, signed by the operator: a JSON Web
   * Signature (RFC 7515) in its compact form. The keys are at `/.well-known/jwks.json`. Only when asked
   * for with `receipt`.
   */
  readonly receipt?: string;
}

/** What a customer was told of a session: take it from the answer that you told it from. */
export interface Told {
  /** The verdict. Required, like the score and the time. */
  readonly recommendation?: Recommendation | undefined;

  /** The score, 0 to 100. */
  readonly playability_score?: number | undefined;

  /**
   * When the forecast behind it was generated. Unless today's forecast is newer, nothing is worth
   * telling.
   */
  readonly forecast_at?: Time | undefined;

  /**
   * The source of that forecast, from the header Weather-Source or an `explanation`; today's when
   * absent. If today's is another one, only the verdicts are compared, because the scores of two sources
   * differ even when the weather has not changed.
   */
  readonly source?: string | undefined;

  /**
   * The version of the scoring model, from the header Scoring-Model-Version or an `explanation`. Treated
   * as `source` is.
   */
  readonly model_version?: string | undefined;
}

/**
 * A session that somebody has booked, and what they were told of it. A value that is out of range is
 * an error of this booking alone.
 */
export interface Booking {
  /**
   * What you call it, 1 to 64 characters; repeated in the answer. No two bookings of a call may have the
   * same.
   */
  readonly ref: string;

  /** Latitude in decimal degrees, -90 to 90. Required, like `lng`, `start_time` and `duration_minutes`. */
  readonly lat?: number | undefined;

  /** Longitude in decimal degrees, -180 to 180. */
  readonly lng?: number | undefined;

  /** When the session starts: in the current hour at the earliest, at most 7 days (168 hours) ahead. */
  readonly start_time?: Time | undefined;

  /** How long the session lasts, in minutes, 1 to 1440. */
  readonly duration_minutes?: number | undefined;

  /** The sport whose thresholds apply, `outdoor` when absent. */
  readonly sport?: string | undefined;

  /**
   * What the customer was last told, which is not always what you last saw. Without it there is the
   * verdict alone.
   */
  readonly told?: Told | undefined;

  /**
   * The time zone of the venue, by its IANA name such as `Europe/London`: of the days in `message`.
   * `UTC` when absent.
   */
  readonly time_zone?: string | undefined;

  /** Whether the venue has a roof; like the four facts that follow as for booking-confidence. */
  readonly covered?: boolean | undefined;

  /** Whether walls, hedges or stands keep wind off. */
  readonly sheltered?: boolean | undefined;

  /** Whether there are lights. */
  readonly floodlit?: boolean | undefined;

  /** What the sport is played on: `hard`, `clay`, `grass`, `artificial` or `rock`. */
  readonly surface?: string | undefined;

  /** How many °C to add to the temperatures that suit the sport, -10 to 10. */
  readonly temp_shift_c?: number | undefined;

  /** The language of `message` and of `summary`, as for booking-confidence. */
  readonly lang?: string | undefined;
}

/**
 * How a verdict has changed. In JSON: the lower-case word, without the prefix.
 * - `unchanged`: It is the same.
 * - `better`: It is better.
 * - `worse`: It is worse.
 */
export type Change = "unchanged" | "better" | "worse";

/** A field of a booking that is at fault. */
export interface ReviewViolation {
  /** The field, such as `start_time`. */
  readonly field: string;

  /** What to change. */
  readonly description: string;

  /** Why, for a program. */
  readonly reason: string;
}

/** Why a booking could not be judged, with the members of a problem. */
export interface ReviewError {
  /** The HTTP status that booking-confidence would have had, 400 to 599. */
  readonly status: number;

  /** The gRPC code in snake_case. */
  readonly code: string;

  /** Why, for a program. */
  readonly reason: string;

  /** A sentence that says what to change. */
  readonly detail: string;

  /** The fields of the booking at fault; left out of JSON when there are none. */
  readonly violations?: readonly ReviewViolation[];

  /** How many seconds to wait before trying again, at least 0; where it is worth trying. */
  readonly retry_after_seconds?: number;
}

/** What became of one booking: its verdict, or why it has none. */
export interface BookingReview {
  /** The `ref` of the booking. */
  readonly ref: string;

  /** Exactly what booking-confidence says of the session now; absent where there is an `error`. */
  readonly booking_confidence?: BookingConfidence;

  /** How the verdict has changed since it was told; absent without `told`. */
  readonly change?: Change;

  /**
   * Whether the customer should hear of it: the word has moved well beyond the band that was told, by
   * two words, or a thunderstorm is new. Many a word flips and flips back.
   */
  readonly worth_telling?: boolean;

  /**
   * One to four short sentences for whoever booked, at most 160 characters, such as "On Tuesday it
   * looked good. Now it looks poor: rain expected in the last hour."; only where it is worth telling.
   */
  readonly message?: string;

  /** Why the booking could not be judged. */
  readonly error?: ReviewError;
}

/** What became of the bookings. */
export interface ReviewBookings {
  /** One for each booking, in the order of the request. */
  readonly reviews: readonly BookingReview[];
}

/** A point on Earth. */
export interface Location {
  /** Latitude in decimal degrees, -90 to 90. */
  readonly lat: number;

  /** Longitude in decimal degrees, -180 to 180. */
  readonly lng: number;
}

/**
 * The weather of an hour in one word: the first of storm, snow, rain, fog, cloudy and dry that is
 * true. In JSON: the lower-case word, without the prefix.
 * - `dry`: None of the others: clear, or at most 70 % of the sky covered, as far as that is known.
 * - `cloudy`: More than 70 % of the sky is covered at the start of the hour.
 * - `rain`: At least 0.1 mm of rain in the hour, or a chance of it of 50 % or more.
 * - `snow`: The same of snow.
 * - `storm`: A thunderstorm.
 * - `fog`: Fog at the start of the hour, or a visibility of less than 1000 m.
 */
export type Conditions = "dry" | "cloudy" | "rain" | "snow" | "storm" | "fog";

/** Why an hour has its score, and what else is known of it. */
export interface HourExplanation {
  /**
   * The points lost to each factor that cost any, the costliest first; they add up to 100 less the
   * score.
   */
  readonly points_lost: readonly PointsLost[];

  /** The verdict that follows from the score. */
  readonly recommendation: Recommendation;

  /**
   * The chance of precipitation during the hour, in %, 0 to 100. Absent where the weather source does
   * not say.
   */
  readonly precip_prob_pct?: number;

  /**
   * The strongest gust during the hour, in km/h, at least 0, to 0.1. Absent where the weather source
   * does not say.
   */
  readonly gust_kmh?: number;

  /** The temperature as it feels at the start of the hour, in °C, to 0.1. */
  readonly feels_like_c: number;

  /**
   * Whether the sun is up at the start of the hour. Absent where it is not known, and the hour counted
   * as day.
   */
  readonly is_day?: boolean;

  /** The weather of the hour in one word, as an icon shows it. Darkness is `is_day`. */
  readonly conditions: Conditions;
}

/** The hour that starts at `time`. */
export interface ForecastHour {
  /** Start of the hour. */
  readonly time: string;

  /** Air temperature at the start of the hour, in °C, to 0.1. */
  readonly temp_c: number;

  /** Precipitation expected during the hour, in mm of water, at least 0, to 0.1. */
  readonly rain_mm: number;

  /** Mean wind at 10 m at the start of the hour, in km/h, at least 0, to 0.1. */
  readonly wind_kmh: number;

  /**
   * Share of the sky that is covered at the start of the hour, in %, 0 to 100. Absent in the rare case
   * that the weather source does not say; the score then does without it.
   */
  readonly cloud_cover_pct?: number;

  /** 0 to 100, higher is better. */
  readonly playability_score: number;

  /** Why the score is what it is; only when asked for with `explain`. */
  readonly explanation?: HourExplanation;
}

/** A session of `duration_minutes` that starts at `start_time`. */
export interface ForecastSession {
  /** Start of the session. */
  readonly start_time: string;

  /** 0 to 100, higher is better. */
  readonly playability_score: number;

  /** The verdict that follows from the score. */
  readonly recommendation: Recommendation;
}

/** What all scores of an answer were made from. */
export interface Grounds {
  /** When the forecast behind this answer was generated. */
  readonly forecast_at: string;

  /** Whose forecast it is, as in the header Weather-Source. */
  readonly source: string;

  /** Scores of different versions are not to be compared; as in the header Scoring-Model-Version. */
  readonly model_version: string;
}

/** A day at the place asked about. Both times are to the minute: the air bends light by more or less. */
export interface Day {
  /** When the sun rises. */
  readonly sunrise: string;

  /** When the sun sets. */
  readonly sunset: string;
}

/** The hours, days x 24 of them. */
export interface Forecast {
  /** The point asked for, rounded to 0.0001 degrees. */
  readonly location: Location;

  /** One entry an hour without gaps, the current hour first. */
  readonly hours: readonly ForecastHour[];

  /**
   * What booking-confidence says of each start in these days, the current hour's first; only when asked
   * for with `duration_minutes`. A start that it would refuse, or has no forecast for, is left out.
   */
  readonly sessions?: readonly ForecastSession[];

  /** What the hours were scored from; only when asked for with `explain`. */
  readonly explanation?: Grounds;

  /**
   * The days that the hours touch, from midnight to midnight by the sun, in order; only when asked for
   * with `explain`. Days on which the sun does not rise or does not set are left out.
   */
  readonly days?: readonly Day[];
}

/** Why a slot has its score. */
export interface SlotExplanation {
  /**
   * The points lost to each factor that cost any, the costliest first; they add up to 100 less the
   * score.
   */
  readonly points_lost: readonly PointsLost[];
}

/** One judged slot. */
export interface RankedSlot {
  /** The start time exactly as it was passed in. */
  readonly start_time: string;

  /** 0 to 100, higher is better. */
  readonly playability_score: number;

  /** The verdict that follows from the score. */
  readonly recommendation: Recommendation;

  /** How much rain (or snow) endangers the session. */
  readonly rain_risk: RiskLevel;

  /** How much wind endangers the session; for wind sports also how much its absence does. */
  readonly wind_risk: RiskLevel;

  /** 1 for the best slot, then 2, 3 … without gaps; 1 to 20. */
  readonly rank: number;

  /**
   * How likely each verdict is to hold; only when asked for with `odds`, and where the forecast has a
   * chance of rain.
   */
  readonly odds?: Odds;

  /** One to five short sentences as booking-confidence has them; only when asked for with `explain`. */
  readonly summary?: string;

  /** Why the score is what it is; only when asked for with `explain`. */
  readonly explanation?: SlotExplanation;
}

/** The ranking. */
export interface SafeSlots {
  /**
   * The slots that were judged, best first. Equal scores: the earlier start first, then the order of the
   * request.
   */
  readonly slots: readonly RankedSlot[];

  /** The slots that could not be judged; left out of JSON when there are none. */
  readonly skipped?: readonly SkippedSlot[];

  /** What the slots were scored from; only when asked for with `explain`. */
  readonly explanation?: Grounds;
}

/**
 * Who defined a sport. In JSON: the lower-case word, without the prefix.
 * - `account`: The account, which alone has it.
 * - `operator`: The operator, for all accounts.
 * - `built_in`: It comes with the service.
 */
export type SportOrigin = "account" | "operator" | "built_in";

/** What a sport takes for granted of its venue, by the parameters that can say otherwise. */
export interface AssumedVenue {
  /** A roof. */
  readonly covered: boolean;

  /** A wind break. */
  readonly sheltered: boolean;

  /**
   * Lights: true where a fine hour after dark has 90 points or more, false where it has 30 or fewer,
   * absent in between.
   */
  readonly floodlit?: boolean;

  /** What it is played on; absent where the score is that of no one surface. */
  readonly surface?: string;

  /** By how many °C its temperatures are moved from those of its base, -10 to 10. */
  readonly temp_shift_c: number;
}

/** One sport. */
export interface Sport {
  /** What to send as `sport`. */
  readonly id: string;

  /**
   * Other names that it may be asked for by. Spaces, hyphens and capitals make no difference to any
   * name.
   */
  readonly aliases: readonly string[];

  /**
   * What English sentences call it where it is asked for by its id; an alias may have words of its own.
   * With `lang`, what the sport is called in that language; the label of an account's or the operator's
   * own sport stays as it was given.
   */
  readonly label: string;

  /** Who defined it. */
  readonly origin: SportOrigin;

  /** The built-in sport that it is a change of, or that it is. */
  readonly base: string;

  /** What the sport takes for granted of its venue. */
  readonly assumes: AssumedVenue;

  /**
   * The parameters that tell of another venue, such as `covered`, as far as the sport knows them; the
   * rest are refused.
   */
  readonly facts: readonly string[];

  /** What `surface` may be; empty where the sport does not know it. */
  readonly surfaces: readonly string[];
}

/** Each verdict in words, in the language of `lang`. */
export interface VerdictWords {
  /** A score of 80 to 100. */
  readonly safe_to_book: string;

  /** A score of 50 to 79. */
  readonly proceed_with_caution: string;

  /** A score of 0 to 49. */
  readonly not_recommended: string;
}

/** The sports. */
export interface Sports {
  /** Each name appears once: at the sport that a call with this name gets. */
  readonly sports: readonly Sport[];

  /** What to call each verdict where people read it; only when asked for with `lang`. */
  readonly verdicts?: VerdictWords;
}

/** How often one verdict came true. */
export interface VerdictRecord {
  /** Sessions that got this verdict, at least 0. */
  readonly said: number;

  /** Those for which it was right, at least 0. */
  readonly came: number;

  /** Their share, 0 to 1, to 0.01. Absent if no session got it. */
  readonly share?: number;

  /**
   * The lower end of its 95 % interval (Wilson), 0 to 1. The hours of a day share one weather, so that
   * the share is known less well than by as many days. Absent if no session got it.
   */
  readonly low?: number;

  /** The upper end, 0 to 1. Absent if no session got it. */
  readonly high?: number;
}

/** What came of forecasts that were made so many days before. */
export interface LeadRecord {
  /** Days from the forecast to the session by the sun's clock of the place, 0 to 6. */
  readonly days_ahead: number;

  /** Sessions that were said to be safe to book. */
  readonly safe_to_book: VerdictRecord;

  /** Sessions that were said to be possible with caution. */
  readonly proceed_with_caution: VerdictRecord;

  /** Sessions that were not recommended. */
  readonly not_recommended: VerdictRecord;
}

/**
 * Sessions of one sport whose hours are over, and the forecasts of the seven days up to them. A day is
 * judged a day after it is over; of each day there are starts at every hour from 8 to 20 by the sun's
 * clock, of 60 and 120 minutes.
 */
export interface TrackRecord {
  /** The first day that was judged, such as `2026-11-22`. Absent before there is one. */
  readonly since?: string;

  /** Days that were judged, at least 0. */
  readonly days: number;

  /** By days ahead, from 0 on. Absent before 30 days were judged. */
  readonly leads?: readonly LeadRecord[];

  /** Sessions that were forecast and could not be judged, as no source has told what came; at least 0. */
  readonly left_out: number;
}

/** What came of past forecasts. */
export interface TrackRecordAnswer {
  /** At the place. Absent where the account has not asked about it within 30 days. */
  readonly place?: TrackRecord;

  /** At all places together. */
  readonly fleet: TrackRecord;

  /** Whose analysis says what the weather was, in a sentence. */
  readonly basis: string;
}

/** What went wrong and what to change, as in RFC 9457. */
export interface Problem {
  /** Always about:blank; tell problems apart by `reason`. */
  readonly type: string;

  /** The HTTP status in words. */
  readonly title: string;

  /** The HTTP status. */
  readonly status: number;

  /** A sentence that says what to change. */
  readonly detail: string;

  /** The gRPC code in snake_case. */
  readonly code: string;

  /**
   * Why, for a program. There may be more of them one day.
   * - `OVERLOADED`: More is being asked than the service can answer. Try again when `Retry-After` says.
   * - `KEY_MISSING`: The call carries no API key. Send it in the header `X-API-Key`.
   * - `KEY_MALFORMED`: What was sent is no API key: it is mistyped or incomplete. Compare it with the
   * key you were given.
   * - `KEY_UNKNOWN`: The API key is unknown or has been revoked. Use a current key.
   * - `TOO_MANY_WRONG_KEYS`: Too many wrong keys came from your address. Check the key, and try again
   * when `Retry-After` says.
   * - `ACCOUNT_SUSPENDED`: The operator has suspended the account. Contact the operator.
   * - `ACCOUNT_CLOSED`: The account has been closed. Stop calling with its keys, or contact the
   * operator.
   * - `ORIGIN_NOT_ALLOWED`: A publishable key was used outside its pages, or `/mcp` was called by a page
   * that may not. Call from a page that may, or use a secret key on a server.
   * - `OPERATION_NOT_ALLOWED`: A publishable key is not good for this operation. Use the operations that
   * it was issued for.
   * - `UNKNOWN_PARAMETER`: There is no parameter of this name. Correct or leave out the parameters in
   * `violations`.
   * - `UNKNOWN_SPORT`: There is no sport of this name. Choose one of those that `/v1/sports` lists.
   * - `START_IN_PAST`: The session starts before the current hour, or with `ongoing` more than 12 hours
   * ago. Ask for a later start.
   * - `START_BEYOND_HORIZON`: The session starts more than 7 days from now. Ask again when it is less
   * far ahead.
   * - `INVALID_PARAMETER`: A parameter is missing, malformed or out of range, or several things are
   * wrong. Correct what `violations` lists.
   * - `RECEIPTS_NOT_SET_UP`: A receipt was asked for, and this service signs none. Ask without
   * `receipt`, or the operator to set receipts up.
   * - `UNREADABLE_MESSAGE`: The message is not the one that the method takes, has an unknown field, or
   * comes with a malformed header of its protocol. Compare it with the definitions in `proto/`.
   * - `FEATURE_NOT_IN_PLAN`: The account's plan does not have what was asked for. Ask for something
   * else, or the operator for a larger plan.
   * - `PLACE_NOT_ALLOWED`: A publishable key is not for this place. Ask about the places that it was
   * issued for.
   * - `TOO_MANY_CALLS_AT_ONCE`: As many calls of the account are under way as its plan allows. Wait for
   * answers before you send more.
   * - `UNCOUNTED_CALLS_LIMITED`: The account asks too often for what is not counted. Try again when
   * `Retry-After` says, and ask less often.
   * - `MONTHLY_QUOTA_EXHAUSTED`: All requests of this calendar month are used. Wait for the next month,
   * or ask the operator for a larger plan.
   * - `DAILY_LIMIT`: All calls that a publishable key has for this day (UTC) are used. Wait for the next
   * day, or ask for a key that has more.
   * - `NEW_PLACES_LIMITED`: The account has used up its fetches of new places for now. Try again when
   * `Retry-After` says.
   * - `PROVIDER_BUDGET_USED_UP`: The service may ask its weather source no more until midnight UTC, and
   * has no forecast for this place of late. Try again when `Retry-After` says.
   * - `FORECAST_UNAVAILABLE`: No weather source can answer for this place and time at the moment. Try
   * again when `Retry-After` says.
   * - `STORE_UNAVAILABLE`: Keys and quotas cannot be checked at the moment. Try again when `Retry-After`
   * says.
   * - `CORE_UNAVAILABLE`: The service cannot answer at the moment. Try again when `Retry-After` says.
   * - `DEADLINE_EXCEEDED`: The answer took longer than the call allows. Try again, with a longer
   * deadline if you set one.
   * - `CANCELED`: The call was given up before it was answered. Nothing: it was you, or a proxy on the
   * way.
   * - `INTERNAL`: The service failed because of a bug. It is our fault, not yours. Quote the request id
   * when you report it.
   * - `UNKNOWN_PATH`: There is nothing at this path, and no such method. Correct the path;
   * `/openapi.json` lists those there are.
   * - `METHOD_NOT_ALLOWED`: The path does not take this HTTP method. Use one that `Allow` lists.
   * - `MALFORMED_REQUEST`: The request is not valid HTTP, or its path, a header or the body's form is
   * wrong. Look at what your client sends.
   * - `UNSUPPORTED_MEDIA_TYPE`: The body's `Content-Type` is none that the method takes. Send JSON or
   * Protobuf, and say so.
   * - `UNSUPPORTED_COMPRESSION`: The message is compressed in a way that is not understood. Use gzip, or
   * none.
   * - `REQUEST_TOO_SLOW`: The request did not arrive in time. Send it at once.
   * - `BODY_TOO_LARGE`: The body is larger than any honest one. Send less.
   * - `URL_TOO_LONG`: The URL is longer than any honest one. Ask in several calls.
   * - `HEADERS_TOO_LONG`: The URL and the headers are too long together. Send fewer or shorter headers.
   */
  readonly reason:
    | "OVERLOADED"
    | "KEY_MISSING"
    | "KEY_MALFORMED"
    | "KEY_UNKNOWN"
    | "TOO_MANY_WRONG_KEYS"
    | "ACCOUNT_SUSPENDED"
    | "ACCOUNT_CLOSED"
    | "ORIGIN_NOT_ALLOWED"
    | "OPERATION_NOT_ALLOWED"
    | "UNKNOWN_PARAMETER"
    | "UNKNOWN_SPORT"
    | "START_IN_PAST"
    | "START_BEYOND_HORIZON"
    | "INVALID_PARAMETER"
    | "RECEIPTS_NOT_SET_UP"
    | "UNREADABLE_MESSAGE"
    | "FEATURE_NOT_IN_PLAN"
    | "PLACE_NOT_ALLOWED"
    | "TOO_MANY_CALLS_AT_ONCE"
    | "UNCOUNTED_CALLS_LIMITED"
    | "MONTHLY_QUOTA_EXHAUSTED"
    | "DAILY_LIMIT"
    | "NEW_PLACES_LIMITED"
    | "PROVIDER_BUDGET_USED_UP"
    | "FORECAST_UNAVAILABLE"
    | "STORE_UNAVAILABLE"
    | "CORE_UNAVAILABLE"
    | "DEADLINE_EXCEEDED"
    | "CANCELED"
    | "INTERNAL"
    | "UNKNOWN_PATH"
    | "METHOD_NOT_ALLOWED"
    | "MALFORMED_REQUEST"
    | "UNSUPPORTED_MEDIA_TYPE"
    | "UNSUPPORTED_COMPRESSION"
    | "REQUEST_TOO_SLOW"
    | "BODY_TOO_LARGE"
    | "URL_TOO_LONG"
    | "HEADERS_TOO_LONG"
    | (string & {});

  /** The parameters at fault, where there are any. */
  readonly violations?: readonly {
    /** The parameter. */
    readonly field: string;

    /** What to change. */
    readonly description: string;

    /** Why, for a program. */
    readonly reason: string;
  }[];

  /** Names the call, to quote when asking for help. */
  readonly request_id: string;
}

export interface SuitabilityClient {
  /**
   * The verdict for one slot. Call it when a user has picked a start time. Counts as one request of the
   * monthly quota once it is answered.
   */
  bookingConfidence(query: BookingConfidenceQuery, call?: CallOptions): Promise<BookingConfidence>;

  /**
   * What became of the verdicts of up to 20 bookings, and who should hear of it. Call it every hour for
   * the sessions of the next days. You bring what each customer was told; nothing of it is stored.
   * Counts as one request of the monthly quota once at least one booking is judged, however many there
   * are. A POST because the question is long: it changes nothing, and may be repeated.
   */
  reviewBookings(query: ReviewBookingsQuery, call?: CallOptions): Promise<ReviewBookings>;

  /**
   * Hourly weather with a score for each hour, from the current hour on. Call it when a calendar opens.
   * Counts as one request of the monthly quota once it is answered.
   */
  forecast(query: ForecastQuery, call?: CallOptions): Promise<Forecast>;

  /**
   * Judges up to 20 start times and ranks them. Call it when a day opens, and highlight rank 1. Counts
   * as one request of the monthly quota once it is answered, however many slots it has.
   */
  safeSlots(query: SafeSlotsQuery, call?: CallOptions): Promise<SafeSlots>;

  /**
   * Every sport that this key can ask about. Those of its account first, then those that the operator
   * shares, then the built-in ones. It is free: it does not count as a request, and is answered when the
   * quota is used up.
   */
  sports(query?: SportsQuery, call?: CallOptions): Promise<Sports>;

  /**
   * What was said of past sessions of a sport at a place, and what came. How many were said to be safe,
   * and how many of these were. Counts as one request of the monthly quota once it is answered.
   */
  trackRecord(query: TrackRecordQuery, call?: CallOptions): Promise<TrackRecordAnswer>;
}

export type Operation = keyof SuitabilityClient;

export const ROUTES: Readonly<Record<Operation, { readonly method: "GET" | "POST"; readonly path: string }>> =
  {
    bookingConfidence: { method: "GET", path: "/v1/booking-confidence" },
    reviewBookings: { method: "POST", path: "/v1/bookings:review" },
    forecast: { method: "GET", path: "/v1/forecast" },
    safeSlots: { method: "GET", path: "/v1/safe-slots" },
    sports: { method: "GET", path: "/v1/sports" },
    trackRecord: { method: "GET", path: "/v1/track-record" },
  };
