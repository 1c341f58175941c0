// Requests for the HTTP doors: right names and wrong values, and everything between.
import { METHODS } from "node:http";
import fc from "fast-check";
import { weighted, wordsIn } from "./choices.ts";
import { usualMessage } from "./usual-message.ts";
import { withHeaders } from "./hostile-headers.ts";
import { nastyText, type FuzzKeys } from "./hostile-text.ts";
import type { HttpRequest } from "./http-exchange.ts";

/** Without CONNECT: Node's client takes the answer to it for a tunnel. hostile-http-bytes.ts sends CONNECT. */
const METHOD_NAMES = METHODS.filter((name) => name !== "CONNECT");

export const method = (usual: string) =>
  weighted(
    [20, fc.constant(usual)],
    [2, fc.constantFrom("HEAD", "OPTIONS", "POST", "GET")],
    [1, fc.constantFrom(...METHOD_NAMES)],
  );

const percentEncoded = (text: string) => encodeURIComponent(text.toWellFormed());

/** Percent-encoding, or hardly any. */
const escaped = fc.constantFrom(percentEncoded, (text: string) =>
  text.replaceAll(/[^!-~\u00a1-\u00ff]|#/g, "+"),
);

const otherPair = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(
        ...wordsIn("day utm_source __proto__ constructor lat slots startTime %zz"),
        "",
        "a".repeat(90),
      ),
      escaped,
      nastyText,
    )
    .map(([name, escape, value]) => `${name}=${escape(value)}`),
  fc.tuple(escaped, nastyText).map(([escape, text]) => escape(text)),
);

/** The paths of /v1 by the method's name in proto/. */
const REST_PATHS: Readonly<Record<string, string>> = {
  GetBookingConfidence: "/v1/booking-confidence",
  GetForecast: "/v1/forecast",
  RankSafeSlots: "/v1/safe-slots",
  ListSports: "/v1/sports",
};

/** A message as a query. In some queries a value is any text, a parameter is missing, or other parameters are added. */
const restPath = fc
  .record({
    message: usualMessage.filter(({ method: { name } }) => name in REST_PATHS),
    escape: weighted([9, fc.constant(percentEncoded)], [1, escaped]),
    spoilt: weighted([4, fc.constant(-1)], [1, fc.nat(6)]),
    value: nastyText,
    missing: weighted([4, fc.constant(-1)], [1, fc.nat(6)]),
    others: weighted([4, fc.constant<string[]>([])], [1, fc.array(otherPair, { maxLength: 3 })]),
  })
  .map(({ message: { method, json }, escape, spoilt, value, missing, others }) => {
    const parameters = Object.entries(JSON.parse(json.toString()) as Record<string, unknown>);
    const pairs = parameters
      .map(([name, right], i) => `${name}=${escape(i === spoilt ? value : String(right))}`)
      .filter((_, i) => i !== missing);
    return `${REST_PATHS[method.name]}?${[...pairs, ...others].join("&")}`;
  });

const KNOWN_PATHS = [
  ...wordsIn(`
    / /v1 /v1/ /v1/forecast/ //v1/forecast /V1/FORECAST /v1/%66orecast /v1/forecast;a /openapi.json
    /dashboard /dashboard/../v1/forecast * http://a.example/v1/forecast http://:99999999/v1/forecast
    http:/// /..%2f..%2fetc/passwd /% /%00
  `),
  `/v1/forecast?sport=${"x".repeat(9_000)}`,
];

const latin1Path = fc.string({
  unit: fc
    .integer({ min: 0x21, max: 0xff })
    .filter((code) => code < 0x7f || code > 0xa0)
    .map((code) => String.fromCharCode(code)),
  maxLength: 60,
});

const otherPath = fc.oneof(
  fc.constantFrom(...KNOWN_PATHS),
  latin1Path.map((text) => `/${text}`),
  latin1Path.map((text) => `/v1/forecast?${text}`),
);

/** Few requests have a body, and no door reads it. */
const oddBody = weighted(
  [20, fc.constant<Uint8Array | undefined>(undefined)],
  [2, fc.uint8Array({ maxLength: 50 })],
  [1, fc.constantFrom(65_536, 65_537, 200_000).map((length) => new Uint8Array(length))],
);

/** /v1 and everything else that is served by GET. */
export function restRequest(keys: FuzzKeys): fc.Arbitrary<HttpRequest> {
  return fc.record({
    method: method("GET"),
    path: weighted([8, restPath], [1, otherPath]),
    headers: withHeaders(keys, []),
    body: oddBody,
  });
}

/** Probes, scrapes, and other requests that somebody who finds the operations port may try. */
export function opsRequest(keys: FuzzKeys): fc.Arbitrary<HttpRequest> {
  return fc.record({
    method: method("GET"),
    path: weighted(
      [4, fc.constantFrom("/livez", "/readyz")],
      [1, fc.constantFrom("/metrics", "/metrics?name[]=x", "/livez/", "/debug/pprof")],
      [3, otherPath],
    ),
    headers: withHeaders(keys, []),
    body: weighted([3, oddBody], [1, fc.json().map((json) => Buffer.from(json))]),
  });
}
