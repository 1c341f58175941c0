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
   * When the session starts: in the current hour at the earliest, or with `ongoing` up to 12 hours ago;
   * at most 7 days (168 hours) ahead.
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
   * The largest number of better starts to return, 1 to 5. Adds `alternatives` to the answer. They are
   * chosen from `candidates`, or from a grid of starts between `earliest_start` and `latest_start`.
   */
  readonly alternatives?: number | undefined;

  /**
   * The starts to choose alternatives from, such as those that are free: ISO 8601 with a UTC offset, up
   * to 48. The answer repeats each one exactly as it was sent.
   */
  readonly candidates?: readonly Time[] | undefined;

  /** The first start of the grid. Starts in the past or more than 7 days ahead are left out. */
  readonly earliest_start?: Time | undefined;

  /** The grid has no start after this time. */
  readonly latest_start?: Time | undefined;

  /** Minutes from one start of the grid to the next, 15 to 240, 60 when absent. At most 48 starts in all. */
  readonly step_minutes?: number | undefined;

  /**
   * Keeps only the starts of the grid between these two times of day, both included, such as
   * `09:00-21:00`. `20:00-02:00` crosses midnight.
   */
  readonly between?: string | undefined;

  /**
   * The venue's time zone, as an IANA name such as `Europe/London`. It applies to `between`, and to a
   * better time that `summary` names. `UTC` when absent.
   */
  readonly time_zone?: string | undefined;

  /**
   * Also accepts a start up to 12 hours ago. The whole session is judged, by the latest data for its
   * hours. Off when absent.
   */
  readonly ongoing?: boolean | undefined;

  /**
   * Whether the venue has a roof. Under a roof, rain costs a tenth of what it otherwise would, and no
   * surface gets wet. If this parameter or one of the next four is absent, the sport's default applies.
   * A parameter that the sport does not take is refused. `/v1/sports` lists the parameters and defaults
   * of each sport.
   */
  readonly covered?: boolean | undefined;

  /**
   * Whether walls, hedges or stands keep the wind off. If so, wind and gusts are multiplied by 0.7. The
   * sport's default when absent.
   */
  readonly sheltered?: boolean | undefined;

  /**
   * Whether there are lights. With them, darkness costs no points; without them, a score after dark is
   * at most 30. The sport's default when absent.
   */
  readonly floodlit?: boolean | undefined;

  /**
   * The surface: `hard`, `clay`, `grass`, `artificial` or `rock`. It decides how long the venue stays
   * wet after rain, and whether water stands on it. The sport's default when absent.
   */
  readonly surface?: string | undefined;

  /**
   * Shifts the temperatures that suit the sport by this many °C, -10 to 10. Send -5 where people are
   * used to weather 5 °C colder. When absent: 0, or the shift that the account's own sport defines.
   */
  readonly temp_shift_c?: number | undefined;

  /**
   * The language of `summary`: `de`, `en`, `es`, `fr`, `it`, `nl`, `pt` or `sv`, with or without a
   * region, in upper or lower case. `en-GB` gives mph; `en-US` mph, °F and "soccer"; `de-CH` no ß; other
   * regions make no difference. The header `Content-Language` names what was used. English in km/h and
   * °C when absent.
   */
  readonly lang?: string | undefined;
}

/** The bookings to be reviewed. */
export interface ReviewBookingsQuery {
  /** The bookings, 1 to 20, at any places. */
  readonly bookings: readonly Booking[];
}

export interface ForecastQuery {
  /** Latitude in decimal degrees, -90 to 90. */
  readonly lat: number;

  /** Longitude in decimal degrees, -180 to 180. */
  readonly lng: number;

  /** How many days of 24 hours, 1 to 7, 3 when absent. */
  readonly days?: number | undefined;

  /** The sport whose thresholds apply, `outdoor` when absent. */
  readonly sport?: SportName | undefined;

  /** How long a session lasts, in minutes, 1 to 1440. Adds `sessions` to the answer. */
  readonly duration_minutes?: number | undefined;

  /** Minutes from one start to the next: 15, 30 or 60, 60 when absent. Only with `duration_minutes`. */
  readonly step_minutes?: 15 | 30 | 60 | undefined;

  /** Adds `explanation` to the answer and to each hour, and `days`. Off when absent. */
  readonly explain?: boolean | undefined;

  /** Adds `windows` to the answer. Only with `duration_minutes`. Off when absent. */
  readonly windows?: boolean | undefined;

  /**
   * Whether the venue has a roof. Under a roof, rain costs a tenth of what it otherwise would, and no
   * surface gets wet. If this parameter or one of the next four is absent, the sport's default applies.
   * A parameter that the sport does not take is refused. `/v1/sports` lists the parameters and defaults
   * of each sport.
   */
  readonly covered?: boolean | undefined;

  /**
   * Whether walls, hedges or stands keep the wind off. If so, wind and gusts are multiplied by 0.7. The
   * sport's default when absent.
   */
  readonly sheltered?: boolean | undefined;

  /**
   * Whether there are lights. With them, darkness costs no points; without them, a score after dark is
   * at most 30. The sport's default when absent.
   */
  readonly floodlit?: boolean | undefined;

  /**
   * The surface: `hard`, `clay`, `grass`, `artificial` or `rock`. It decides how long the venue stays
   * wet after rain, and whether water stands on it. The sport's default when absent.
   */
  readonly surface?: string | undefined;

  /**
   * Shifts the temperatures that suit the sport by this many °C, -10 to 10. Send -5 where people are
   * used to weather 5 °C colder. When absent: 0, or the shift that the account's own sport defines.
   */
  readonly temp_shift_c?: number | undefined;
}

export interface SafeSlotsQuery {
  /** Latitude in decimal degrees, -90 to 90. */
  readonly lat: number;

  /** Longitude in decimal degrees, -180 to 180. */
  readonly lng: number;

  /**
   * The start times, ISO 8601 with a UTC offset, 1 to 20. The answer repeats each one exactly as it was
   * sent.
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
   * Whether the venue has a roof. Under a roof, rain costs a tenth of what it otherwise would, and no
   * surface gets wet. If this parameter or one of the next four is absent, the sport's default applies.
   * A parameter that the sport does not take is refused. `/v1/sports` lists the parameters and defaults
   * of each sport.
   */
  readonly covered?: boolean | undefined;

  /**
   * Whether walls, hedges or stands keep the wind off. If so, wind and gusts are multiplied by 0.7. The
   * sport's default when absent.
   */
  readonly sheltered?: boolean | undefined;

  /**
   * Whether there are lights. With them, darkness costs no points; without them, a score after dark is
   * at most 30. The sport's default when absent.
   */
  readonly floodlit?: boolean | undefined;

  /**
   * The surface: `hard`, `clay`, `grass`, `artificial` or `rock`. It decides how long the venue stays
   * wet after rain, and whether water stands on it. The sport's default when absent.
   */
  readonly surface?: string | undefined;

  /**
   * Shifts the temperatures that suit the sport by this many °C, -10 to 10. Send -5 where people are
   * used to weather 5 °C colder. When absent: 0, or the shift that the account's own sport defines.
   */
  readonly temp_shift_c?: number | undefined;

  /**
   * The language of each `summary`: `de`, `en`, `es`, `fr`, `it`, `nl`, `pt` or `sv`, with or without a
   * region, in upper or lower case. Refused without `explain`. `en-GB` gives mph; `en-US` mph, °F and
   * "soccer"; `de-CH` no ß; other regions make no difference. The header `Content-Language` names what
   * was used. English in km/h and °C when absent.
   */
  readonly lang?: string | undefined;
}

/** The venues, and the session that is to be judged at each of them. */
export interface RankVenuesQuery {
  /** The venues, 1 to 20. */
  readonly venues: readonly Venue[];

  /** When the session starts: in the current hour at the earliest, at most 7 days (168 hours) ahead. */
  readonly start_time: Time;

  /** How long the session lasts, in minutes, 1 to 1440. */
  readonly duration_minutes: number;

  /** The sport whose thresholds apply, `outdoor` when absent. */
  readonly sport?: string | undefined;

  /** Adds `explanation` and `summary` to each venue. Off when absent. */
  readonly explain?: boolean | undefined;

  /**
   * The language of each `summary`: `de`, `en`, `es`, `fr`, `it`, `nl`, `pt` or `sv`, with or without a
   * region, in upper or lower case. Refused without `explain`. `en-GB` gives mph; `en-US` mph, °F and
   * "soccer"; `de-CH` no ß; other regions make no difference. The header `Content-Language` names what
   * was used. English in km/h and °C when absent.
   */
  readonly lang?: string | undefined;
}

export interface SportsQuery {
  /**
   * The language of labels: `de`, `en`, `es`, `fr`, `it`, `nl`, `pt` or `sv`, with or without a region,
   * in upper or lower case. Adds `verdicts` to the answer, and the header `Content-Language`. English
   * labels and no `verdicts` when absent.
   */
  readonly lang?: string | undefined;
}

export interface TrackRecordQuery {
  /** Latitude in decimal degrees, -90 to 90. */
  readonly lat: number;

  /** Longitude in decimal degrees, -180 to 180. */
  readonly lng: number;

  /** The sport, `outdoor` when absent. An account's own sport has the record of its base sport. */
  readonly sport?: SportName | undefined;
}

/**
 * The verdict, always derived from the playability score.
 * - `safe_to_book`: Score 80 or more: conditions look good.
 * - `proceed_with_caution`: Score 50 to 79: marginal conditions.
 * - `not_recommended`: Score below 50: a high risk of cancellation.
 */
export type Recommendation = "safe_to_book" | "proceed_with_caution" | "not_recommended";

/**
 * How much one factor endangers a session. It stands for the verdict that the session would get if no
 * other factor cost points, so a high risk always comes with `not_recommended`.
 * - `low`: The factor alone would leave the session safe to book.
 * - `medium`: The factor alone would make it marginal.
 * - `high`: The factor alone rules the session out.
 */
export type RiskLevel = "low" | "medium" | "high";

/**
 * What can cost points.
 * - `rain`: Rain or snow.
 * - `wind`: Too much wind or gusts; for wind sports also too little.
 * - `temperature`: Too warm or too cold, by the apparent temperature.
 * - `cloud`: Overcast skies.
 * - `wet_surface`: The ground after earlier rain or snow: still wet, waterlogged or icy.
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
 * The weather of one hour, unrounded, as the score used it. A value that the weather source does not
 * give is absent, and the score ignores it. `rain_mm`, `precip_prob_pct`, `gust_kmh` and
 * `weather_code` are for the whole hour. The other values are those at its start.
 */
export interface ScoredHour {
  /** Start of the hour. */
  readonly time: string;

  /** The score of the whole hour, 0 to 100. Absent if the forecast for it is too incomplete. */
  readonly playability_score?: number;

  /** Air temperature, in °C. */
  readonly temp_c?: number;

  /**
   * The apparent temperature from the weather source, in °C. If the source gives none, the score
   * computes it.
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

  /** The weather as a WMO code (table 4677), 0 to 99. */
  readonly weather_code?: number;

  /** Whether the sun is up. */
  readonly is_day?: boolean;

  /** Visibility, in m, at least 0. */
  readonly visibility_m?: number;

  /** Relative humidity, in %, 0 to 100. */
  readonly humidity_pct?: number;

  /**
   * Water that earlier rain or snow has left on the sport's surface when the hour begins, in mm, at
   * least 0.
   */
  readonly wet_mm: number;

  /**
   * Water that earlier rain or snow has left in the soil, in mm, at least 0. From 8 mm on, grass may be
   * waterlogged.
   */
  readonly soaked_mm: number;
}

/**
 * The weather of a whole session, from the hours that it touches. Values at the start of an hour count
 * for the whole hour.
 */
export interface SessionWeather {
  /**
   * The chance of rain or snow in the session, in whole %: the highest chance of an hour, as the score
   * derives it from the stated chance and amount. 0 to 100.
   */
  readonly rain_chance_pct: number;

  /**
   * Precipitation during the session, in mm of water, to 0.1, at least 0, as the forecast states the
   * amounts. An hour that is partly in the session counts in part. Absent if the amount of an hour is
   * not known.
   */
  readonly rain_mm?: number;

  /**
   * Minutes of the session in hours with 0.1 mm or more and a chance of 50% or more, 0 to 1440. Absent
   * if the amount of an hour is not known.
   */
  readonly wet_minutes?: number;

  /**
   * The strongest mean wind of an hour at 10 m, in km/h, at least 0, to 0.1. Shelter at the venue does
   * not lower it.
   */
  readonly wind_kmh_max?: number;

  /** The strongest gust, in km/h, at least 0, to 0.1. Absent if it is not known for any hour. */
  readonly gust_kmh_max?: number;

  /** The lowest air temperature of an hour, in °C, to 0.1. Absent if it is not known for any hour. */
  readonly temp_c_min?: number;

  /** The highest air temperature of an hour, in °C, to 0.1. Absent if it is not known for any hour. */
  readonly temp_c_max?: number;

  /** Whether a thunderstorm is forecast for an hour of the session. */
  readonly storm: boolean;
}

/**
 * Which measure is moved.
 * - `mean_wind`: The mean wind; the gusts move in proportion. It moves up if the sport has too little
 * wind.
 * - `gusts`: The gusts, or the mean wind of an hour without them; the mean wind moves in proportion.
 * - `felt_temperature`: The apparent temperature as the score uses it: in the cold, no colder than the
 * air with its wind chill.
 * - `rain_chance`: The chance of rain or snow that the forecast states.
 */
export type LimitingMeasure = "mean_wind" | "gusts" | "felt_temperature" | "rain_chance";

/**
 * The one thing whose change alone would make a session `safe_to_book`: wind, temperature or rain, and
 * the costliest if several would. In every hour of the session that is beyond `needed`, the value is
 * moved to `needed`; all else stays as it is, amounts of rain included.
 */
export interface Limiting {
  /** The factor: `wind`, `temperature` or `rain`. */
  readonly factor: Factor;

  /** Which measure of the factor is moved. */
  readonly measure: LimitingMeasure;

  /** The worst value in the session, to 0.1, in the unit of `unit`; any value from -100 to 1000. */
  readonly value: number;

  /**
   * The whole number, in the same unit, from -100 to 1000, with which the session is safe. With the next
   * one towards `value` it is not.
   */
  readonly needed: number;

  /** The unit: `km/h`, `°C` or `%`. */
  readonly unit: string;
}

/**
 * Why the score is what it is. The request and this explanation are enough to recompute the score
 * months later; for an account's own sport, you also need its definition.
 */
export interface Explanation {
  /**
   * The points that each factor cost, the costliest first, without factors that cost none; they add up
   * to 100 minus the score.
   */
  readonly points_lost: readonly PointsLost[];

  /** When the forecast behind this answer was generated. */
  readonly forecast_at: string;

  /** Whose forecast it is, as in the header Weather-Source. */
  readonly source: string;

  /**
   * The version of the scoring model, as in the header Scoring-Model-Version. Do not compare scores of
   * different versions.
   */
  readonly model_version: string;

  /** Every hour that the session touches, as it was scored. */
  readonly hours: readonly ScoredHour[];

  /** The hour before those: a thunderstorm in it costs points. Absent if the forecast begins later. */
  readonly hour_before?: ScoredHour;

  /**
   * The hour after those: a thunderstorm within 60 minutes of the end costs points. Absent if the
   * forecast ends earlier.
   */
  readonly hour_after?: ScoredHour;

  /**
   * The hours after that one in which a thunderstorm costs points too: two for hiking and climbing, one
   * for sports on water, none for the others. Fewer if the forecast ends earlier.
   */
  readonly later_hours: readonly ScoredHour[];

  /**
   * For starts from this time on, `safe_to_book` often changes: for this sport it came true in fewer
   * than two out of three cases in the forecasts that the odds were fitted on. Absent if it came true
   * more often.
   */
  readonly safe_often_changes_from?: string;

  /** The weather of the whole session, from `hours`. */
  readonly session: SessionWeather;

  /**
   * The one thing that keeps the session from being `safe_to_book`. Absent if the session is safe, or if
   * no single change would make it safe.
   */
  readonly limiting?: Limiting;
}

/**
 * How likely each verdict is when the session is judged afterwards, by the actual weather. The three
 * values have two decimals, add up to 1, and are never 0 or 1. They are fitted on one provider's
 * forecasts for one city; `basis` names both. They tell how the same thresholds judge the actual
 * weather, not whether people played.
 */
export interface Odds {
  /** The chance of a score of 80 or more, 0.01 to 0.98. */
  readonly safe_to_book: number;

  /** The chance of a score of 50 to 79, 0.01 to 0.98. */
  readonly proceed_with_caution: number;

  /** The chance of a score below 50, 0.01 to 0.98. */
  readonly not_recommended: number;

  /**
   * Whole hours from `forecast_at` to the start of the session, at least 0. The longer it is, the less
   * certain the score.
   */
  readonly lead_hours: number;

  /**
   * What the odds were fitted on: a provider, a place and the last year of the data. It ends in
   * `+track-record` if the odds are corrected by the track record of this place over at least half a
   * year.
   */
  readonly basis: string;
}

/** A better start for the same session. */
export interface Alternative {
  /** A candidate exactly as it was sent, or a start of the grid in UTC, such as `2026-11-21T14:00:00Z`. */
  readonly start_time: string;

  /** 0 to 100, higher is better. */
  readonly playability_score: number;

  /** The verdict that follows from the score. */
  readonly recommendation: Recommendation;
}

/**
 * Why a slot was not judged.
 * - `past`: It starts before the current hour.
 * - `beyond_horizon`: It starts more than 7 days (168 hours) ahead.
 * - `no_forecast`: The weather source has a usable forecast for less than half of it.
 */
export type SkipReason = "past" | "beyond_horizon" | "no_forecast";

/** One slot that was not judged. */
export interface SkippedSlot {
  /** The start time exactly as it was sent. */
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

  /** How much rain (or snow) endangers the session; at least medium if its chance is 40% or more. */
  readonly rain_risk: RiskLevel;

  /** How much wind endangers the session; for wind sports, too little wind counts as well. */
  readonly wind_risk: RiskLevel;

  /** Air temperature expected at the start of the session, in °C, to 0.1. */
  readonly temp_c: number;

  /**
   * One to five short sentences to show to end users unchanged, in the language of `lang`. At most 160
   * characters; in English fewer than 140.
   */
  readonly summary: string;

  /** When the forecast behind this answer was generated. */
  readonly forecast_at: string;

  /** What cost points, and the weather that the score was made from; only with `explain`. */
  readonly explanation?: Explanation;

  /**
   * How likely each verdict is to come true; only with `odds`, and only if the weather source gives a
   * chance of rain.
   */
  readonly odds?: Odds;

  /**
   * The best other starts with at least 10 points more, best first. Of equal scores, the start nearest
   * the one asked about comes first; of two equally near, the earlier. Only with `alternatives`; empty
   * if no start is that much better.
   */
  readonly alternatives?: readonly Alternative[];

  /** The candidates that could not be judged; left out of JSON if there are none. */
  readonly skipped?: readonly SkippedSlot[];
}

/** What a customer was told about a session. Copy it from the answer that the message was based on. */
export interface Told {
  /** The verdict. Required, like the score and the time. */
  readonly recommendation?: Recommendation | undefined;

  /** The score, 0 to 100. */
  readonly playability_score?: number | undefined;

  /**
   * When the forecast behind that answer was generated. If the current forecast is not newer, nothing is
   * worth telling.
   */
  readonly forecast_at?: Time | undefined;

  /**
   * The source of that forecast, from the header Weather-Source or an `explanation`; the current source
   * when absent. If the current source differs, only the verdicts are compared: scores of two sources
   * differ even in the same weather.
   */
  readonly source?: string | undefined;

  /**
   * The version of the scoring model, from the header Scoring-Model-Version or an `explanation`. It is
   * treated like `source`.
   */
  readonly model_version?: string | undefined;
}

/**
 * A session that a customer has booked, and what the customer was told of it. A value that is out of
 * range or (over /v1) of the wrong form fails only this booking.
 */
export interface Booking {
  /**
   * Your id of the booking, 1 to 64 characters. The answer repeats it. Each booking of a call needs its
   * own.
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
   * What the customer was last told, which is not always the last verdict that you received. Without it,
   * the review has no `change`, and nothing is worth telling.
   */
  readonly told?: Told | undefined;

  /**
   * The venue's time zone, as an IANA name such as `Europe/London`. `message` names days in it. `UTC`
   * when absent.
   */
  readonly time_zone?: string | undefined;

  /** Whether the venue has a roof. This and the next four mean the same as for booking-confidence. */
  readonly covered?: boolean | undefined;

  /** Whether walls, hedges or stands keep the wind off. */
  readonly sheltered?: boolean | undefined;

  /** Whether there are lights. */
  readonly floodlit?: boolean | undefined;

  /** The surface: `hard`, `clay`, `grass`, `artificial` or `rock`. */
  readonly surface?: string | undefined;

  /** Shifts the temperatures that suit the sport by this many °C, -10 to 10. */
  readonly temp_shift_c?: number | undefined;

  /** The language of `message` and of `summary`, as for booking-confidence. */
  readonly lang?: string | undefined;
}

/**
 * How a verdict has changed.
 * - `unchanged`: It is the same.
 * - `better`: It is better.
 * - `worse`: It is worse.
 */
export type Change = "unchanged" | "better" | "worse";

/** A wrong field of a booking. */
export interface ReviewViolation {
  /** The field, such as `start_time`. */
  readonly field: string;

  /** What to change. */
  readonly description: string;

  /** The reason, for programs. */
  readonly reason: string;
}

/** Why a booking could not be judged, with the fields of a problem document. */
export interface ReviewError {
  /** The HTTP status that booking-confidence would have returned, 400 to 599. */
  readonly status: number;

  /** The gRPC code in snake_case. */
  readonly code: string;

  /** The reason, for programs. */
  readonly reason: string;

  /** A sentence that says what to change. */
  readonly detail: string;

  /** The wrong fields of the booking; left out of JSON if there are none. */
  readonly violations?: readonly ReviewViolation[];

  /** How many seconds to wait before trying again, at least 0. Absent if trying again does not help. */
  readonly retry_after_seconds?: number;
}

/** One reviewed booking: its current verdict, or why it could not be judged. */
export interface BookingReview {
  /** The `ref` of the booking. */
  readonly ref: string;

  /** Exactly what booking-confidence answers for the session now; absent if there is an `error`. */
  readonly booking_confidence?: BookingConfidence;

  /** How the verdict has changed since the customer was told; absent without `told`. */
  readonly change?: Change;

  /**
   * Whether to tell the customer: the verdict has moved by two steps, or by one step and the score is
   * clearly past the bound between the two verdicts, or a thunderstorm is new. Smaller changes often
   * reverse. False without `told`.
   */
  readonly worth_telling?: boolean;

  /**
   * One to four short sentences for the customer, at most 160 characters, such as "On Tuesday it looked
   * good. Now it looks poor: rain expected in the final hour." Only if `worth_telling` is true.
   */
  readonly message?: string;

  /** Why the booking could not be judged. */
  readonly error?: ReviewError;
}

/** The reviewed bookings. */
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
 * The weather of an hour in one word: the first of storm, snow, rain, fog, cloudy and dry that
 * applies.
 * - `dry`: None of the others: clear, or at most 70% of the sky covered, as far as that is known.
 * - `cloudy`: More than 70% of the sky is covered at the start of the hour.
 * - `rain`: At least 0.1 mm of rain in the hour, or a chance of rain of 50% or more.
 * - `snow`: At least 0.1 mm (as water) of snow in the hour, or a chance of snow of 50% or more.
 * - `storm`: A thunderstorm.
 * - `fog`: Fog at the start of the hour, or a visibility of less than 1000 m.
 */
export type Conditions = "dry" | "cloudy" | "rain" | "snow" | "storm" | "fog";

/** Why an hour has its score, and more of its weather. */
export interface HourExplanation {
  /**
   * The points that each factor cost, the costliest first, without factors that cost none; they add up
   * to 100 minus the score.
   */
  readonly points_lost: readonly PointsLost[];

  /** The verdict that follows from the score. */
  readonly recommendation: Recommendation;

  /**
   * The chance of precipitation during the hour, in %, 0 to 100. Absent if the weather source does not
   * give it.
   */
  readonly precip_prob_pct?: number;

  /**
   * The strongest gust during the hour, in km/h, at least 0, to 0.1. Absent if the weather source does
   * not give it.
   */
  readonly gust_kmh?: number;

  /** The apparent temperature at the start of the hour, in °C, to 0.1. */
  readonly feels_like_c: number;

  /**
   * Whether the sun is up at the start of the hour. Absent if this is not known; the hour is then scored
   * as daytime.
   */
  readonly is_day?: boolean;

  /** The weather of the hour in one word, for an icon. For day or night, see `is_day`. */
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
   * that the weather source lacks it; the score then ignores it.
   */
  readonly cloud_cover_pct?: number;

  /** 0 to 100, higher is better. */
  readonly playability_score: number;

  /** Why the score is what it is; only with `explain`. */
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

/** The forecast and the scoring model behind all scores of an answer. */
export interface Grounds {
  /** When the forecast behind this answer was generated. */
  readonly forecast_at: string;

  /** Whose forecast it is, as in the header Weather-Source. */
  readonly source: string;

  /**
   * The version of the scoring model, as in the header Scoring-Model-Version. Do not compare scores of
   * different versions.
   */
  readonly model_version: string;

  /**
   * For starts from this time on, `safe_to_book` often changes: for this sport it came true in fewer
   * than two out of three cases in the forecasts that the odds were fitted on. Absent if it came true
   * more often.
   */
  readonly safe_often_changes_from?: string;
}

/**
 * A day at the place asked about. Both times are rounded to the minute. They can be wrong by a few
 * minutes, because refraction by the air varies.
 */
export interface Day {
  /** When the sun rises. */
  readonly sunrise: string;

  /** When the sun sets. */
  readonly sunset: string;
}

/**
 * Neighbouring starts of `sessions` with the same verdict. Each start stands for the time up to the
 * next one.
 */
export interface ForecastWindow {
  /** The first start. */
  readonly from: string;

  /** One step after the last start. If `sessions` has a start at this time, its verdict is different. */
  readonly until: string;

  /** The verdict on each start. */
  readonly recommendation: Recommendation;
}

/** The hours: 24 for each of `days`. */
export interface Forecast {
  /** The point asked for, rounded to 0.0001 degrees. */
  readonly location: Location;

  /** One entry an hour without gaps, the current hour first. */
  readonly hours: readonly ForecastHour[];

  /**
   * The verdict of booking-confidence for each start in these days, beginning with the current hour;
   * only with `duration_minutes`. A start that booking-confidence would refuse, or that has no forecast,
   * is left out.
   */
  readonly sessions?: readonly ForecastSession[];

  /** The forecast and the scoring model behind the hours; only with `explain`. */
  readonly explanation?: Grounds;

  /**
   * The days that the hours touch, from solar midnight to solar midnight, in order; only with `explain`.
   * Days on which the sun does not rise or does not set are left out.
   */
  readonly days?: readonly Day[];

  /**
   * Neighbouring starts with the same verdict, joined into stretches of time, in order; only with
   * `windows`. They are made from `sessions`, so the two never disagree.
   */
  readonly windows?: readonly ForecastWindow[];
}

/** Why a slot has its score. */
export interface SlotExplanation {
  /**
   * The points that each factor cost, the costliest first, without factors that cost none; they add up
   * to 100 minus the score.
   */
  readonly points_lost: readonly PointsLost[];

  /** The weather of the whole session. */
  readonly session: SessionWeather;

  /**
   * The one thing that keeps the session from being `safe_to_book`. Absent if the session is safe, or if
   * no single change would make it safe.
   */
  readonly limiting?: Limiting;
}

/** One judged slot. */
export interface RankedSlot {
  /** The start time exactly as it was sent. */
  readonly start_time: string;

  /** 0 to 100, higher is better. */
  readonly playability_score: number;

  /** The verdict that follows from the score. */
  readonly recommendation: Recommendation;

  /** How much rain (or snow) endangers the session; at least medium if its chance is 40% or more. */
  readonly rain_risk: RiskLevel;

  /** How much wind endangers the session; for wind sports, too little wind counts as well. */
  readonly wind_risk: RiskLevel;

  /** 1 for the best slot, then 2, 3 … without gaps; 1 to 20. */
  readonly rank: number;

  /**
   * How likely each verdict is to come true; only with `odds`, and only if the weather source gives a
   * chance of rain.
   */
  readonly odds?: Odds;

  /** One to five short sentences, as in booking-confidence; only with `explain`. */
  readonly summary?: string;

  /** Why the score is what it is; only with `explain`. */
  readonly explanation?: SlotExplanation;
}

/** The ranking. */
export interface SafeSlots {
  /**
   * The slots that were judged, best first. Of equal scores, the earlier start comes first; equal starts
   * keep the order of the request.
   */
  readonly slots: readonly RankedSlot[];

  /** The slots that could not be judged; left out of JSON if there are none. */
  readonly skipped?: readonly SkippedSlot[];

  /** The forecast and the scoring model behind the slots; only with `explain`. */
  readonly explanation?: Grounds;
}

/** A place to play. A value that is out of range or (over /v1) of the wrong form fails only this venue. */
export interface Venue {
  /** Your id of the venue, 1 to 64 characters. The answer repeats it. Each venue of a call needs its own. */
  readonly ref: string;

  /** Latitude in decimal degrees, -90 to 90. Required, like `lng`. */
  readonly lat?: number | undefined;

  /** Longitude in decimal degrees, -180 to 180. */
  readonly lng?: number | undefined;

  /** Whether the venue has a roof. This and the next four mean the same as for booking-confidence. */
  readonly covered?: boolean | undefined;

  /** Whether walls, hedges or stands keep the wind off. */
  readonly sheltered?: boolean | undefined;

  /** Whether there are lights. */
  readonly floodlit?: boolean | undefined;

  /** The surface: `hard`, `clay`, `grass`, `artificial` or `rock`. */
  readonly surface?: string | undefined;

  /** Shifts the temperatures that suit the sport by this many °C, -10 to 10. */
  readonly temp_shift_c?: number | undefined;
}

/** Why a venue has its score. Each venue has a forecast of its own. */
export interface VenueExplanation {
  /**
   * The points that each factor cost, the costliest first, without factors that cost none; they add up
   * to 100 minus the score.
   */
  readonly points_lost: readonly PointsLost[];

  /** When the forecast behind this score was generated. */
  readonly forecast_at: string;

  /** Whose forecast it is. */
  readonly source: string;

  /**
   * The version of the scoring model, as in the header Scoring-Model-Version. Do not compare scores of
   * different versions.
   */
  readonly model_version: string;

  /**
   * For starts from this time on, `safe_to_book` often changes: for this sport it came true in fewer
   * than two out of three cases in the forecasts that the odds were fitted on. Absent if it came true
   * more often.
   */
  readonly safe_often_changes_from?: string;

  /** The weather of the whole session. */
  readonly session: SessionWeather;

  /**
   * The one thing that keeps the session from being `safe_to_book`. Absent if the session is safe, or if
   * no single change would make it safe.
   */
  readonly limiting?: Limiting;
}

/** A wrong field of a venue. */
export interface VenueViolation {
  /** The field, such as `lat`. */
  readonly field: string;

  /** What to change. */
  readonly description: string;

  /** The reason, for programs. */
  readonly reason: string;
}

/** Why a venue could not be judged, with the fields of a problem document. */
export interface VenueError {
  /** The HTTP status that booking-confidence would have returned, 400 to 599. */
  readonly status: number;

  /** The gRPC code in snake_case. */
  readonly code: string;

  /** The reason, for programs. */
  readonly reason: string;

  /** A sentence that says what to change. */
  readonly detail: string;

  /** The wrong fields of the venue; left out of JSON if there are none. */
  readonly violations?: readonly VenueViolation[];

  /** How many seconds to wait before trying again, at least 0. Absent if trying again does not help. */
  readonly retry_after_seconds?: number;
}

/** One venue: its verdict, or why it could not be judged. */
export interface RankedVenue {
  /** The `ref` of the venue. */
  readonly ref: string;

  /**
   * 1 for the best venue, then 2, 3 … without gaps; 1 to 20. Absent, like all that follows, if there is
   * an `error`.
   */
  readonly rank?: number;

  /** 0 to 100, higher is better. */
  readonly playability_score?: number;

  /** The verdict that follows from the score. */
  readonly recommendation?: Recommendation;

  /** How much rain (or snow) endangers the session; at least medium if its chance is 40% or more. */
  readonly rain_risk?: RiskLevel;

  /** How much wind endangers the session; for wind sports, too little wind counts as well. */
  readonly wind_risk?: RiskLevel;

  /** One to five short sentences, as in booking-confidence; only with `explain`. */
  readonly summary?: string;

  /** Why the score is what it is; only with `explain`. */
  readonly explanation?: VenueExplanation;

  /** Why the venue could not be judged. */
  readonly error?: VenueError;
}

/** The ranked venues. */
export interface RankVenues {
  /**
   * One for each venue of the request: those that were judged, best first by the score before it is
   * rounded, then those that could not be judged. Venues with equal scores, and those that could not be
   * judged, are in the order of the request.
   */
  readonly venues: readonly RankedVenue[];
}

/**
 * Who defined a sport.
 * - `account`: The account, for itself alone.
 * - `operator`: The operator, for all accounts.
 * - `built_in`: It comes with the service.
 */
export type SportOrigin = "account" | "operator" | "built_in";

/** A sport's defaults for the venue. Each field has the name of the parameter that overrides it. */
export interface AssumedVenue {
  /** A roof. */
  readonly covered: boolean;

  /** A wind break. */
  readonly sheltered: boolean;

  /**
   * Lights: true if a fine hour after dark has 90 points or more, false if it has 30 or fewer, absent in
   * between.
   */
  readonly floodlit?: boolean;

  /** The surface; absent if no particular surface is assumed. */
  readonly surface?: string;

  /** How far its temperatures are shifted from those of its base, in °C, -10 to 10. */
  readonly temp_shift_c: number;
}

/** One sport. */
export interface Sport {
  /** What to send as `sport`. */
  readonly id: string;

  /**
   * Other names that may be sent as `sport`. Spaces, hyphens and capitals make no difference in any
   * name.
   */
  readonly aliases: readonly string[];

  /**
   * The sport's name in English sentences when you send its id; an alias may have a name of its own.
   * With `lang`, the name in that language. A sport that the account or the operator defined always has
   * the label of its definition.
   */
  readonly label: string;

  /** Who defined it. */
  readonly origin: SportOrigin;

  /** The built-in sport that it is derived from. For a built-in sport, its own id. */
  readonly base: string;

  /** The sport's defaults for the venue. */
  readonly assumes: AssumedVenue;

  /** The venue's parameters that the sport takes, such as `covered`. Others are refused. */
  readonly facts: readonly string[];

  /** The values that `surface` may have; empty if the sport does not take this parameter. */
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
  /** Each id and each alias is listed once, with the sport that a call with this name gets. */
  readonly sports: readonly Sport[];

  /** Each verdict in words for people; only with `lang`. */
  readonly verdicts?: VerdictWords;
}

/** How often one verdict came true. */
export interface VerdictRecord {
  /** Sessions that got this verdict, at least 0. */
  readonly said: number;

  /** How many of these it was right for, by the actual weather; at least 0. */
  readonly came: number;

  /** The share `came` / `said`, 0 to 1, to 0.01. Absent if no session got this verdict. */
  readonly share?: number;

  /**
   * The lower end of the 95% confidence interval of `share` (Wilson), 0 to 1. The interval treats
   * sessions as independent. Sessions of one day have much the same weather, so the real uncertainty is
   * larger. Absent if no session got this verdict.
   */
  readonly low?: number;

  /** The upper end of that interval, 0 to 1. Absent if no session got this verdict. */
  readonly high?: number;
}

/** The record of forecasts that were made this many days before the session. */
export interface LeadRecord {
  /** Days from the forecast to the session in solar time, 0 to 6. */
  readonly days_ahead: number;

  /** Sessions with the verdict `safe_to_book`. */
  readonly safe_to_book: VerdictRecord;

  /** Sessions with the verdict `proceed_with_caution`. */
  readonly proceed_with_caution: VerdictRecord;

  /** Sessions with the verdict `not_recommended`. */
  readonly not_recommended: VerdictRecord;
}

/**
 * Past sessions of one sport, and the forecasts of the seven days before them. A day is judged one day
 * after it ends. Each day has sessions of 60 and of 120 minutes, which start every hour from 8 to 20
 * solar time.
 */
export interface TrackRecord {
  /** The first day that was judged, such as `2026-11-22`. Absent until there is one. */
  readonly since?: string;

  /** How many days have been judged, at least 0. */
  readonly days: number;

  /** By days ahead, from 0 on. Absent until 30 days have been judged. */
  readonly leads?: readonly LeadRecord[];

  /**
   * Sessions that had a forecast but could not be judged, because no source sent the actual weather; at
   * least 0.
   */
  readonly left_out: number;
}

/** How past verdicts compare with the actual weather. */
export interface TrackRecordAnswer {
  /** At the place. Absent if the account has not asked about the place in the last 30 days. */
  readonly place?: TrackRecord;

  /** At all places together. */
  readonly fleet: TrackRecord;

  /** A sentence that names the weather analysis by which past sessions are judged. */
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
   * The reason, for programs. More reasons may be added.
   * - `OVERLOADED`: The service gets more calls than it can answer. Try again when `Retry-After` says.
   * - `KEY_MISSING`: The call carries no API key. Send it in the header `X-API-Key`.
   * - `KEY_MALFORMED`: The API key is mistyped or incomplete. Compare it with the key you were given.
   * - `TOO_MANY_WRONG_KEYS`: Too many wrong keys came from your address. Check the key, and try again
   * when `Retry-After` says.
   * - `KEY_UNKNOWN`: The API key is unknown or has been revoked. Use a current key.
   * - `ACCOUNT_CLOSED`: The account has been closed. Stop calling with its keys, or contact the
   * operator.
   * - `ACCOUNT_SUSPENDED`: The operator has suspended the account. Contact the operator.
   * - `SECRET_KEY_IN_BROWSER`: A page called with a secret key (`wsk_…`), which everybody who opens the
   * page can read. Use a publishable key (`wpk_…`) in the page, or have it ask your own server, which
   * keeps the key.
   * - `ORIGIN_NOT_ALLOWED`: A publishable key was used outside its pages, or a page called without being
   * allowed to. Call from an allowed page, or use a secret key on a server.
   * - `OPERATION_NOT_ALLOWED`: The publishable key was not issued for this operation. Use the operations
   * that it was issued for.
   * - `UNREADABLE_MESSAGE`: The message is not of the method's type, contains an unknown field, or came
   * with a malformed header of its protocol. Compare it with the definition of the method.
   * - `UNKNOWN_PARAMETER`: No parameter has this name. Correct or leave out the parameters in
   * `violations`.
   * - `UNKNOWN_SPORT`: No sport has this name. Choose a sport from `/v1/sports`.
   * - `START_IN_PAST`: The session starts before the current hour, or with `ongoing` more than 12 hours
   * ago. Ask for a later start.
   * - `START_BEYOND_HORIZON`: The session starts more than 7 days from now. Ask again nearer the time.
   * - `INVALID_PARAMETER`: A parameter is missing, malformed or out of range, or several things are
   * wrong. Correct what `violations` lists.
   * - `FEATURE_NOT_IN_PLAN`: The account's plan does not include what was asked for. Ask for something
   * else, or ask the operator for a larger plan.
   * - `PLACE_NOT_ALLOWED`: The publishable key was not issued for this place. Ask about the places that
   * it was issued for.
   * - `TOO_MANY_CALLS_AT_ONCE`: The account has as many calls in flight as its plan allows. Wait for
   * answers before you send more.
   * - `UNCOUNTED_CALLS_LIMITED`: The account makes too many calls that do not count. Try again when
   * `Retry-After` says, and ask less often.
   * - `MONTHLY_QUOTA_EXHAUSTED`: All requests of this calendar month are used. Wait for the next month,
   * or ask the operator for a larger plan.
   * - `DAILY_LIMIT`: The publishable key has used all its calls of this day (UTC). Wait for the next
   * day, or ask for a key with more calls a day.
   * - `NEW_PLACES_LIMITED`: The account has used up its fetches of new places for now. Try again when
   * `Retry-After` says.
   * - `PROVIDER_BUDGET_USED_UP`: The service has used up its calls to the weather source until midnight
   * UTC, and has no recent forecast for this place. Try again when `Retry-After` says.
   * - `FORECAST_UNAVAILABLE`: No weather source can answer for this place and time at the moment. Try
   * again when `Retry-After` says.
   * - `STORE_UNAVAILABLE`: Keys and quotas cannot be checked at the moment. Try again when `Retry-After`
   * says.
   * - `CORE_UNAVAILABLE`: The service cannot answer at the moment. Try again when `Retry-After` says.
   * - `DEADLINE_EXCEEDED`: The answer took longer than the call allows. Try again, with a longer
   * deadline if you set one.
   * - `CANCELED`: The call was cancelled before it was answered. Nothing, if you cancelled it; otherwise
   * look at the proxies on the way.
   * - `INTERNAL`: The service failed because of a bug. It is our fault, not yours. Quote the request id
   * when you report it.
   * - `UNKNOWN_PATH`: There is nothing at this path, or no such method. Correct the path;
   * `/openapi.json` lists all paths.
   * - `METHOD_NOT_ALLOWED`: The path does not take this HTTP method. Use one of the methods in `Allow`.
   * - `MALFORMED_REQUEST`: The request is not valid HTTP, or its path, a header or the body's form is
   * wrong. Check what your client sends.
   * - `UNSUPPORTED_MEDIA_TYPE`: The method does not take the body's `Content-Type`. Send JSON or
   * Protobuf, and name it in `Content-Type`.
   * - `UNSUPPORTED_COMPRESSION`: The message is compressed by an unknown method. Use gzip, or no
   * compression.
   * - `REQUEST_TOO_SLOW`: The request did not arrive in time. Send the whole request without pauses.
   * - `BODY_TOO_LARGE`: The body is larger than any valid one. Send less.
   * - `URL_TOO_LONG`: The URL is longer than any valid one. Ask in several calls.
   * - `HEADERS_TOO_LONG`: The URL and the headers are too long together. Send fewer or shorter headers.
   */
  readonly reason:
    | "OVERLOADED"
    | "KEY_MISSING"
    | "KEY_MALFORMED"
    | "TOO_MANY_WRONG_KEYS"
    | "KEY_UNKNOWN"
    | "ACCOUNT_CLOSED"
    | "ACCOUNT_SUSPENDED"
    | "SECRET_KEY_IN_BROWSER"
    | "ORIGIN_NOT_ALLOWED"
    | "OPERATION_NOT_ALLOWED"
    | "UNREADABLE_MESSAGE"
    | "UNKNOWN_PARAMETER"
    | "UNKNOWN_SPORT"
    | "START_IN_PAST"
    | "START_BEYOND_HORIZON"
    | "INVALID_PARAMETER"
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

  /** The wrong parameters, if any. */
  readonly violations?: readonly {
    /** The parameter. */
    readonly field: string;

    /** What to change. */
    readonly description: string;

    /** The reason, for programs. */
    readonly reason: string;
  }[];

  /** Identifies the call. Quote it when you ask for help. */
  readonly request_id: string;
}

export interface SuitabilityClient {
  /**
   * The verdict for one slot. Call it when a user has picked a start time. Counts as one request against
   * the monthly quota once it is answered.
   */
  bookingConfidence(query: BookingConfidenceQuery, call?: CallOptions): Promise<BookingConfidence>;

  /**
   * Judges up to 20 booked sessions again, and says which customers should be told of a change. Call it
   * every hour for the sessions of the next days. You send what each customer was told; the service
   * stores nothing. Counts as one request against the monthly quota once at least one booking is judged,
   * however many there are. It is a POST only because the request is long: it changes nothing and may be
   * repeated.
   */
  reviewBookings(query: ReviewBookingsQuery, call?: CallOptions): Promise<ReviewBookings>;

  /**
   * Hourly weather with a score for each hour, from the current hour on. Call it when a calendar opens.
   * Counts as one request against the monthly quota once it is answered.
   */
  forecast(query: ForecastQuery, call?: CallOptions): Promise<Forecast>;

  /**
   * Judges up to 20 start times and ranks them. Call it when a day opens, and highlight rank 1. Counts
   * as one request against the monthly quota once it is answered, however many slots you send.
   */
  safeSlots(query: SafeSlotsQuery, call?: CallOptions): Promise<SafeSlots>;

  /**
   * Judges a session at up to 20 venues and ranks them. Call it when somebody searches for a place to
   * play. Counts as one request against the monthly quota once at least one venue is judged, however
   * many there are. Each place that is new to the account counts against its limit on new places. It is
   * a POST only because the request is long: it changes nothing and may be repeated.
   */
  rankVenues(query: RankVenuesQuery, call?: CallOptions): Promise<RankVenues>;

  /**
   * Every sport that this key can ask about. Those of its account first, then those that the operator
   * shares, then the built-in ones. It is free: it does not count as a request, and is answered even
   * when the quota is used up.
   */
  sports(query?: SportsQuery, call?: CallOptions): Promise<Sports>;

  /**
   * How the verdicts on past sessions of a sport at a place compare with the actual weather. How many
   * sessions got each verdict, and for how many of these it was right. Counts as one request against the
   * monthly quota once it is answered.
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
    rankVenues: { method: "POST", path: "/v1/venues:rank" },
    sports: { method: "GET", path: "/v1/sports" },
    trackRecord: { method: "GET", path: "/v1/track-record" },
  };
