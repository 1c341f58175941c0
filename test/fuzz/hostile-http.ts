// Requests for the HTTP doors: right names and wrong values, and everything between.
import { METHODS } from "node:http";
import fc from "fast-check";
import { weighted, wordOf, wordsIn } from "./choices.ts";
import { usualMessage } from "./hostile-message.ts";
import { headerText, hostileKey, nastyText, type FuzzKeys } from "./hostile-text.ts";
import type { HttpRequest } from "./http-exchange.ts";

type Headers = HttpRequest["headers"];

const OTHER_HEADERS = `
  accept accept-encoding accept-language access-control-request-headers access-control-request-method
  authorization cache-control connect-protocol-version connect-timeout-ms content-encoding content-type
  cookie expect forwarded grpc-timeout if-none-match if-modified-since origin range te traceparent
  tracestate upgrade user-agent x-forwarded-for x-forwarded-host x-grpc-web x-http-method-override
  x-request-id
`;

const telling = fc.constantFrom<[string, string]>(
  ["expect", "a miracle"],
  ["traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"],
  ["origin", "https://a.example"],
  ["content-type", "application/json; charset=utf-16"],
  ...wordsIn(`
    expect=100-continue upgrade=h2c upgrade=websocket connect-timeout-ms=0 connect-timeout-ms=1
    connect-timeout-ms=9999999999 connect-timeout-ms=-1 grpc-timeout=0n grpc-timeout=99999999H grpc-timeout=1x
    traceparent=ff-0-0-0 x-request-id=id-1 accept-encoding=gzip content-encoding=gzip
    connect-protocol-version=2 range=bytes=0-1
  `).map((header): [string, string] => {
    const end = header.indexOf("=");
    return [header.slice(0, end), header.slice(end + 1)];
  }),
);

/** Those that mean something to one of the doors, with values that do not, and others. */
const otherHeader = weighted(
  [2, telling],
  [2, fc.tuple(wordOf(OTHER_HEADERS), headerText)],
  [1, fc.tuple(fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,20}$/), headerText)],
);

const otherHeaders = weighted(
  [3, fc.constant<[string, string][]>([])],
  [2, fc.array(otherHeader, { maxLength: 4 })],
);

const host = weighted(
  [40, fc.constant<string | undefined>("service.example")],
  [1, fc.constantFrom(undefined, "", "[", "a b", ":99999999", "a/b", "%", "é", "a@b", "..", "[::1]:80")],
);

/** What frames the body is Node's to say here; lies about it are told on bare sockets. */
const OF_THE_WIRE = new Set(wordsIn("host connection content-length transfer-encoding keep-alive trailer"));

/** A request's own headers with a key and others, which may be repeated or replaced by what is none. */
export function withHeaders(keys: FuzzKeys, own: readonly (readonly [string, string | undefined])[]) {
  return fc.tuple(host, hostileKey(keys), otherHeaders).map(([name, key, others]) =>
    [["host", name] as const, ["x-api-key", key] as const, ...own]
      .flatMap(([header, value]): Headers => (value === undefined ? [] : [[header, value]]))
      .filter(([header]) => !others.some(([other]) => other.toLowerCase() === header))
      .concat(others.filter(([header]) => !OF_THE_WIRE.has(header.toLowerCase()))),
  );
}

/** Node's client takes what answers CONNECT for a tunnel, so that one comes in hostile-http-bytes.ts alone. */
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

/** Those of /v1, by the names that proto/ has. */
const REST_PATHS: Readonly<Record<string, string>> = {
  GetBookingConfidence: "/v1/booking-confidence",
  GetForecast: "/v1/forecast",
  RankSafeSlots: "/v1/safe-slots",
  ListSports: "/v1/sports",
};

/** A message as a query: with a value that is any text, with one parameter less, or with others. */
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

/** Few have a body, and it is never read. */
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

/** Probes, scrapes, and what else somebody who finds the operations port may try. */
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
