// An API key as a store has it, and what a publishable one may do. Its text and its hash: api-key.ts.
import type { Account } from "./account.ts";
import { isOneLine } from "./one-line.ts";

export interface ApiKey {
  /** `key_` and random letters; names the key without revealing it. */
  readonly id: string;
  readonly accountId: string;
  /** The first characters of the key, to tell keys apart: `wsk_Ab12`. */
  readonly prefix: string;
  /** What its owner calls it, such as the site that uses it. */
  readonly label: string | undefined;
  /** Unix ms. */
  readonly createdAtMs: number;
  readonly revokedAtMs: number | undefined;
  /** Of a publishable key, for good; a secret one has none. */
  readonly restrictions?: KeyRestrictions | undefined;
}

/** What a key is stored with: its SHA-256 (lower-case hex), never the key. */
export interface NewApiKey {
  readonly accountId: string;
  readonly prefix: string;
  readonly sha256: string;
  readonly label?: string | undefined;
  readonly restrictions?: KeyRestrictions | undefined;
}

/** What a publishable key may do. It stands in pages, where everybody can read it, so it may do nothing else. */
export interface KeyRestrictions {
  /** Whose pages may call with it, as browsers send it: `https://club.example`. */
  readonly origins: readonly string[];
  /** Where it may ask about, as places rounded to 0.01° are written: `55.95,-3.19`. */
  readonly places: readonly string[];
  readonly operations: readonly KeyOperation[];
  /** Answered calls a UTC day. */
  readonly callsADay: number;
}

/** The RPCs that a publishable key can be good for, by the names that operators type. */
export const KEY_OPERATIONS = {
  "booking-confidence": "GetBookingConfidence",
  forecast: "GetForecast",
  "safe-slots": "RankSafeSlots",
} as const;

export type KeyOperation = keyof typeof KEY_OPERATIONS;

/** Whether a text is meant to be a publishable key, by how it begins; it may be mistyped, unknown or revoked all the same. */
export function isPublishableKey(text: string): boolean {
  return text.startsWith("wpk_");
}

/** A letter or digit first: a label may end up in a spreadsheet, where `=` begins a formula. */
const LABEL_FORM = /^[\p{L}\p{N}][^"]{0,59}$/u;

/** What a key's label has to be, for whoever has to be told. */
export const KEY_LABEL_FORM =
  "1 to 60 characters on one line that can be printed, beginning with a letter or a digit, without double quotes";

/** Whether a key may be called that. */
export function isKeyLabel(text: string): boolean {
  return isOneLine(text) && LABEL_FORM.test(text);
}

/** Who calls, and how much of the month's quota is used. One look at the store finds both. */
export interface Caller {
  readonly account: Account;
  readonly keyId: string;
  /** Of a publishable key. */
  readonly restrictions: KeyRestrictions | undefined;
  /** Answered calls in `month`. */
  readonly used: number;
  /** The one asked about; where the store's server has a clock, the one that it is by that. */
  readonly month: string;
}

/**
 * Who has the share that a call takes of what is bounded: its account. A publishable key has a share of its own, since anybody
 * may use it, and is to use up nothing of its account's.
 */
export function shareOwner({ account, keyId, restrictions }: Caller): string {
  return restrictions === undefined ? account.id : keyId;
}
