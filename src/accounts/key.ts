// An API key as a store has it, and what a publishable one may do. api-key.ts has its text and hash.
import type { Account } from "./account.ts";
import { isOneLine } from "./one-line.ts";

export interface ApiKey {
  /** `key_` and random letters; identifies the key without revealing it. */
  readonly id: string;
  readonly accountId: string;
  /** The first characters of the key, to tell keys apart: `wsk_Ab12`. */
  readonly prefix: string;
  /** The owner's name for it, such as the site that uses it. */
  readonly label: string | undefined;
  /** Unix ms. */
  readonly createdAtMs: number;
  readonly revokedAtMs: number | undefined;
  /** Only for publishable keys. Restrictions never change. */
  readonly restrictions?: KeyRestrictions | undefined;
}

/** A key as it is stored: its SHA-256 (lower-case hex), never the key. */
export type NewApiKey = Pick<ApiKey, "accountId" | "prefix" | "restrictions"> & {
  readonly sha256: string;
  readonly label?: string | undefined;
};

/** All that a publishable key may do: it stands in pages, where everybody can read it. */
export interface KeyRestrictions {
  /** Origins of pages that may call with it, as browsers send them: `https://club.example`. */
  readonly origins: readonly string[];
  /** Places it may ask about, rounded to 0.01°: `55.95,-3.19`. */
  readonly places: readonly string[];
  readonly operations: readonly KeyOperation[];
  /** Answered calls a UTC day. */
  readonly callsADay: number;
}

/** The RPCs that a publishable key can allow, by the names that operators type. */
export const KEY_OPERATIONS = {
  "booking-confidence": "GetBookingConfidence",
  forecast: "GetForecast",
  "safe-slots": "RankSafeSlots",
  venues: "RankVenues",
  "track-record": "GetTrackRecord",
} as const;

export type KeyOperation = keyof typeof KEY_OPERATIONS;

/** Whether a text begins like a publishable key; it may be mistyped, unknown or revoked. */
export function isPublishableKey(text: string): boolean {
  return text.startsWith("wpk_");
}

/** Begins with a letter or digit: in a spreadsheet, `=` would begin a formula. */
const LABEL_FORM = /^[\p{L}\p{N}][^"]{0,59}$/u;

export const KEY_LABEL_FORM =
  "1 to 60 printable characters on one line, beginning with a letter or a digit, without double quotes";

export function isKeyLabel(text: string): boolean {
  return isOneLine(text) && LABEL_FORM.test(text);
}

/** Who calls, and how much of the month's quota is used. One query finds both. */
export interface Caller {
  readonly account: Account;
  readonly keyId: string;
  /** Only for publishable keys. */
  readonly restrictions: KeyRestrictions | undefined;
  /** Answered calls in `month`. */
  readonly used: number;
  /** The month of `used`: by the clock of the store's server if there is a server, otherwise the requested month. */
  readonly month: string;
}

/**
 * The id by which concurrent calls and rates are limited: the account's id, or the id of a publishable key, because anybody
 * may use such a key and must not exhaust its account's limits.
 */
export function shareOwner({ account, keyId, restrictions }: Caller): string {
  return restrictions === undefined ? account.id : keyId;
}
