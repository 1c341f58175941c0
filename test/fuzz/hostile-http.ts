// Requests for the HTTP doors: right names and wrong values, and everything between.
import { METHODS } from "node:http";
import fc from "fast-check";
import { encodedBody, framed, type EncodedBody } from "./encoded-body.ts";
import { withHeaders } from "./hostile-headers.ts";
import type { FuzzKeys } from "./hostile-key.ts";
import { hostileMessage, type HostileMessage } from "./hostile-message.ts";
import { goodLat, goodLng, goodSport, goodTime, nastyText } from "./hostile-text.ts";
import type { HttpRequest } from "./http-exchange.ts";
import { weighted } from "./weighted.ts";
import { wordsIn } from "./words.ts";

/** Node's client takes what answers CONNECT for a tunnel, so that one comes in hostile-http-bytes.ts alone. */
const METHOD_NAMES = METHODS.filter((name) => name !== "CONNECT");

const method = (usual: string) =>
  weighted(
    [20, fc.constant(usual)],
    [2, fc.constantFrom("HEAD", "OPTIONS", "POST", "GET")],
    [1, fc.constantFrom(...METHOD_NAMES)],
  );

/** Percent-encoding, or hardly any. */
const escaped = fc.constantFrom(
  (text: string) => encodeURIComponent(text.toWellFormed()),
  (text: string) => text.replaceAll(/[^!-~\u00a1-\u00ff]|#/g, "+"),
);

const pair = (name: string, good: fc.Arbitrary<string>) =>
  fc
    .tuple(
      weighted([30, good], [1, nastyText]),
      weighted([9, fc.constant((text: string) => encodeURIComponent(text.toWellFormed()))], [1, escaped]),
    )
    .map(([value, escape]) => `${name}=${escape(value)}`);

const lat = pair("lat", goodLat);
const lng = pair("lng", goodLng);
const sport = pair("sport", goodSport);
const duration = pair("duration_minutes", fc.constantFrom("60", "90", "1440"));
const slots = pair(
  "slots",
  fc.array(goodTime, { minLength: 1, maxLength: 21 }).map((times) => times.join(",")),
);

const venue = fc.oneof(
  pair("covered", fc.constantFrom("true", "false")),
  pair("sheltered", fc.constantFrom("true", "false")),
  pair("floodlit", fc.constantFrom("true", "false")),
  pair("surface", fc.constantFrom("hard", "clay", "grass", "artificial", "rock", "constructor")),
  pair("temp_shift_c", fc.constantFrom("0", "-10", "2.5")),
);

const lang = pair("lang", fc.constantFrom("de", "en-US", "pt-br", "de_DE", "constructor"));

const QUERIES: Readonly<Record<string, readonly fc.Arbitrary<string>[]>> = {
  "/v1/booking-confidence": [
    lat,
    lng,
    pair("start_time", goodTime),
    duration,
    sport,
    lang,
    pair("explain", fc.constantFrom("true", "false")),
    pair("alternatives", fc.constantFrom("1", "5")),
    pair("earliest_start", goodTime),
    pair("latest_start", goodTime),
    pair("between", fc.constantFrom("09:00-21:00", "20:00-02:00")),
    pair("time_zone", fc.constantFrom("Europe/London", "Pacific/Apia")),
  ],
  "/v1/forecast": [lat, lng, pair("days", fc.constantFrom("1", "3", "7")), sport, duration],
  "/v1/safe-slots": [lat, lng, slots, duration, sport, pair("explain", fc.constant("true")), lang],
  "/v1/sports": [],
};

const otherPair = fc.oneof(
  venue,
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

const restPath = fc
  .constantFrom(...Object.entries(QUERIES))
  .chain(([path, known]) =>
    fc
      .tuple(
        fc.tuple(...known),
        weighted([4, fc.constant<string[]>([])], [1, fc.array(otherPair, { maxLength: 3 })]),
        weighted([4, fc.constant(-1)], [1, fc.nat(6)]),
      )
      .map(
        ([pairs, others, missing]) =>
          `${path}?${[...pairs.filter((_, i) => i !== missing), ...others].join("&")}`,
      ),
  );

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
export const opsRequest: fc.Arbitrary<HttpRequest> = fc.record({
  method: method("GET"),
  path: weighted(
    [4, fc.constantFrom("/livez", "/readyz")],
    [1, fc.constantFrom("/metrics", "/metrics?name[]=x", "/livez/", "/debug/pprof")],
    [3, otherPath],
  ),
  headers: withHeaders({ good: "x", suspended: "y", usedUp: "z", publishable: "p" }, []),
  body: weighted([3, oddBody], [1, fc.json().map((json) => Buffer.from(json))]),
});

const nameOf = ({ method: { parent, name } }: HostileMessage) => `/${parent.typeName}/${name}`;

const typed = (
  type: string,
  encoding: string | undefined,
  encodingHeader: string,
): HttpRequest["headers"] => [
  ["content-type", type],
  ...(encoding === undefined ? [] : [[encodingHeader, encoding] as const]),
];

/** Connect by POST in both encodings, and by GET. */
export function connectRequest(keys: FuzzKeys): fc.Arbitrary<HttpRequest> {
  const post = fc
    .tuple(
      hostileMessage,
      fc.boolean(),
      weighted(
        [12, fc.constant("application/json")],
        [1, fc.constantFrom("application/connect+json", "application/json; charset=x", "text/plain", "")],
      ),
    )
    .chain(([message, isBinary, jsonType]) =>
      encodedBody(isBinary ? message.binary : message.json).chain(({ encoding, bytes }) =>
        fc.record({
          method: method("POST"),
          path: fc.constant(nameOf(message)),
          headers: withHeaders(
            keys,
            typed(isBinary ? "application/proto" : jsonType, encoding, "content-encoding"),
          ),
          body: fc.constant(bytes),
        }),
      ),
    );
  const get = fc
    .tuple(hostileMessage, fc.boolean(), fc.constantFrom("base64url", "base64url", "text", "noise"))
    .chain(([message, isBinary, form]) =>
      encodedBody(isBinary ? message.binary : message.json).chain((body) =>
        fc.record({
          method: method("GET"),
          path: fc.constant(`${nameOf(message)}?${getQuery(body, isBinary, form)}`.slice(0, 9_000)),
          headers: withHeaders(keys, []),
        }),
      ),
    );
  return weighted([3, post], [1, get]);
}

function getQuery({ encoding, bytes }: EncodedBody, isBinary: boolean, form: string): string {
  const text = Buffer.from(bytes);
  const messages: Readonly<Record<string, string>> = {
    base64url: `base64=1&message=${text.toString("base64url")}`,
    text: `message=${encodeURIComponent(text.toString("latin1"))}`,
    noise: `base64=1&message=${encodeURIComponent(text.toString("latin1"))}`,
  };
  return `connect=v1&encoding=${isBinary ? "proto" : "json"}&${messages[form]}${encoding === undefined ? "" : `&compression=${encoding}`}`;
}

/** gRPC-Web in both encodings; sometimes said to be gRPC proper, or text. */
export function grpcWebRequest(keys: FuzzKeys): fc.Arbitrary<HttpRequest> {
  return fc
    .tuple(
      hostileMessage,
      fc.boolean(),
      weighted(
        [12, fc.constant("application/grpc-web")],
        [1, fc.constantFrom("application/grpc", "application/grpc-web-text")],
      ),
    )
    .chain(([message, isBinary, type]) =>
      encodedBody(isBinary ? message.binary : message.json).chain((encoded) =>
        fc.record({
          method: method("POST"),
          path: fc.constant(nameOf(message)),
          headers: withHeaders(
            keys,
            typed(`${type}+${isBinary ? "proto" : "json"}`, encoded.encoding, "grpc-encoding"),
          ),
          body: framed(encoded),
        }),
      ),
    );
}
