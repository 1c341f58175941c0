// Types of <suitability-calendar> and <suitability-badge>, which the service serves below /embed: their attributes, events and elements.

export type Recommendation = "safe_to_book" | "proceed_with_caution" | "not_recommended";

/** The attributes of both elements. */
export interface ForecastAttributes {
  /** Latitude and longitude in decimal degrees: `51.434,-0.214`. */
  readonly place: string;
  /** The address that forecasts are fetched from: a path of the site's own server, or the service. */
  readonly src?: string;
  /** A publishable key, `wpk_…`. */
  readonly "api-key"?: string;
  readonly sport?: string;
  /** Minutes. */
  readonly duration?: number | string;
  readonly lang?: string;
  readonly covered?: "true" | "false";
  readonly sheltered?: "true" | "false";
  readonly floodlit?: "true" | "false";
  readonly surface?: string;
  /** °C. */
  readonly "temp-shift-c"?: number | string;
}

export interface CalendarAttributes extends ForecastAttributes {
  readonly days?: number | string;
  /** Minutes from one start to the next: 15, 30 or 60. */
  readonly step?: number | string;
  /** Times of day at the venue: `08:00-21:00`. */
  readonly hours?: string;
  /** The site's free starts, separated by commas, in place of `step` and `hours`. */
  readonly slots?: string;
  /** An IANA name. */
  readonly "time-zone"?: string;
  readonly details?: boolean | "";
  readonly switches?: boolean | "";
  readonly "track-record"?: boolean | "";
}

export interface BadgeAttributes extends ForecastAttributes {
  /** ISO 8601, on a quarter of an hour. */
  readonly start: string;
}

interface Session {
  readonly lat: number;
  readonly lng: number;
  readonly sport: string;
  readonly durationMinutes: number;
}

/** The `detail` of `slot-chosen`. */
export interface SlotChosen extends Session {
  readonly startTime: string;
  readonly playabilityScore: number;
  readonly recommendation: Recommendation;
}

/** The `detail` of `loaded`. If a badge sends it, it also has the badge's start, score and verdict. */
export interface Loaded
  extends Session, Partial<Pick<SlotChosen, "startTime" | "playabilityScore" | "recommendation">> {
  /** The provider of the weather, as in the header `Weather-Source`. */
  readonly source: string | null;
  readonly ageSeconds: number;
}

/** The `detail` of `failed`. */
export interface Failed {
  /** The service's reason, or `NOT_SET_UP`, `UNREACHABLE`, `START_NOT_FORECAST`, or the status (`HTTP_502`) of an answer without one. */
  readonly reason: string;
  /** For developers. */
  readonly message: string;
}

export interface ForecastEventMap {
  readonly loaded: CustomEvent<Loaded>;
  readonly failed: CustomEvent<Failed>;
}

export interface CalendarEventMap extends ForecastEventMap {
  readonly "slot-chosen": CustomEvent<SlotChosen>;
}

interface ForecastElement<EventMap> extends HTMLElement {
  /** A publishable key; on pages that may hold a secret key, a secret key works too. */
  apiKey: string | undefined;
  addEventListener<Name extends keyof EventMap>(
    name: Name,
    listener: (event: EventMap[Name]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(...listener: Parameters<HTMLElement["addEventListener"]>): void;
}

export type SuitabilityCalendar = ForecastElement<CalendarEventMap>;
export type SuitabilityBadge = ForecastElement<ForecastEventMap>;

declare global {
  interface HTMLElementTagNameMap {
    "suitability-calendar": SuitabilityCalendar;
    "suitability-badge": SuitabilityBadge;
  }
}
