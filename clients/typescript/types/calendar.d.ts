// <suitability-calendar> and <suitability-badge>, which the service serves in its folder /embed: their attributes, events and
// elements. Nothing of this is there at run time.

export type Recommendation = "safe_to_book" | "proceed_with_caution" | "not_recommended";

/** What calendar and badge have in common. */
export interface ForecastAttributes {
  /** Latitude and longitude in decimal degrees: `51.434,-0.214`. */
  readonly place: string;
  /** Where forecasts come from: a path of the site's own server, or the service. */
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
  /** The site's own free starts, instead of those of `step` and `hours`, with commas between them. */
  readonly slots?: string;
  /** An IANA name. */
  readonly "time-zone"?: string;
  readonly details?: boolean | "";
  readonly switches?: boolean | "";
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

/** The `detail` of `loaded`; a badge has its start and verdict besides. */
export interface Loaded
  extends Session, Partial<Pick<SlotChosen, "startTime" | "playabilityScore" | "recommendation">> {
  /** Whose weather it is, as in the header `Weather-Source`. */
  readonly source: string | null;
  readonly ageSeconds: number;
}

/** The `detail` of `failed`. */
export interface Failed {
  /** The service's, or `NOT_SET_UP`, `UNREACHABLE`, `START_NOT_FORECAST`, or `HTTP_502` and the like where nobody gives one. */
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
  /** Takes secret keys too, for pages that may hold one. */
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
