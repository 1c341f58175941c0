// Values and keys as callers write them: right, nearly right, and anything else.
import fc from "fast-check";
import { createApiKey } from "../../src/accounts/api-key.ts";
import { HOUR_MS } from "../../src/lib/time/clock.ts";
import { isoTime } from "../../src/lib/time/iso-time.ts";
import { NOW_MS } from "../support/service/test-service.ts";
import { weighted, wordOf, wordsIn } from "./choices.ts";

/** Within the horizon of a service whose clock stands at NOW_MS. */
export const goodTime = fc.integer({ min: 0, max: 160 }).map((hours) => isoTime(NOW_MS + hours * HOUR_MS));

export const goodSport = wordOf("outdoor tennis golf soccer Tee-Time sailing centre-court");

/** Few places, so that most answers come from cached forecasts. */
export const goodLat = fc.constantFrom("51.5074", "48.21", "-33.9", "0", "90", "-90", "1e-7");
export const goodLng = fc.constantFrom("-0.1278", "16.37", "18.4", "0", "180", "-180");

const NASTY = [
  ...wordsIn(`
    0 -0 1e309 -1 NaN Infinity 0x10 null true [] {} __proto__ constructor toString centre-court2 outd00r
    CENTRE_COURT 2026-11-21 2026-02-30T10:00:00Z 2026-11-21T14:00:00+02:00 2026-11-21T14:00:00
    0001-01-01T00:00:00Z 9999-12-31T23:59:59.999999999Z 2026-11-21T14:00:60Z <script>alert(1)</script>
    ../../etc/passwd %00 %ff%fe %
  `),
  "",
  " ",
  "9".repeat(400),
  "' OR 1=1 --",
  "\u0000",
  "\ud800",
  "\udc00\ud800",
  "😀".repeat(33),
  "é".repeat(64),
  "a".repeat(65),
  "${7*7}",
  "\r\nX-Injected: 1",
];

/** Any text, lone surrogates and control characters included. */
export const nastyText = weighted(
  [3, fc.constantFrom(...NASTY)],
  [1, fc.string({ unit: "binary", maxLength: 80 })],
  [1, fc.double().map(String)],
  [1, fc.string({ maxLength: 80 })],
  // Halves of surrogate pairs: JSON can write them, UTF-8 cannot.
  [
    1,
    fc
      .array(fc.integer({ min: 0xd7f0, max: 0xe00f }), { maxLength: 70 })
      .map((units) => String.fromCharCode(...units)),
  ],
);

/** What a header value can carry over HTTP/1.1: tabs, and all of Latin-1 that is not a control character. */
export const headerText = fc.oneof(
  fc.constantFrom("", "x".repeat(300), "é\u00ff", ...wordsIn('0 * , ; " a,b a;q=1 é -1 1e9 NaN')),
  fc.string({
    unit: fc.constantFrom(...printable(0x20, 0x7e), ...printable(0xa0, 0xff), "\t"),
    maxLength: 60,
  }),
);

function printable(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, i) => String.fromCharCode(from + i));
}

/** Keys of every kind of caller. */
export interface FuzzKeys {
  readonly good: string;
  readonly suspended: string;
  readonly usedUp: string;
  /** For pages of https://a.example. */
  readonly publishable: string;
}

/** Mostly a good key, so that most calls pass the check of the key; undefined sends no key. */
export function hostileKey({
  good,
  suspended,
  usedUp,
  publishable,
}: FuzzKeys): fc.Arbitrary<string | undefined> {
  return weighted(
    [16, fc.constant(good)],
    [2, fc.constantFrom(suspended, usedUp, publishable)],
    [1, fc.constant(createApiKey())],
    [
      1,
      fc.constantFrom(
        undefined,
        "",
        ` ${good}`,
        `${good}, ${good}`,
        good.slice(1),
        good.toLowerCase(),
        `${good.slice(0, -1)}!`,
      ),
    ],
    [1, headerText],
  );
}
