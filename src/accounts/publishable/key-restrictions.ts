// What a publishable key may do. It stands in pages, where everybody can read it, so it may do nothing else.

/** The RPCs that a publishable key can be good for, by the names that operators type. */
export const KEY_OPERATIONS = {
  "booking-confidence": "GetBookingConfidence",
  forecast: "GetForecast",
  "safe-slots": "RankSafeSlots",
} as const;

export type KeyOperation = keyof typeof KEY_OPERATIONS;

export interface KeyRestrictions {
  /** Whose pages may call with it, as browsers send it: `https://club.example`. */
  readonly origins: readonly string[];
  /** Where it may ask about, as places rounded to 0.01° are written: `55.95,-3.19`. */
  readonly places: readonly string[];
  readonly operations: readonly KeyOperation[];
  /** Answered calls a UTC day. */
  readonly callsADay: number;
}
