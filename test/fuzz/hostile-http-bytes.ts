// HTTP/1.1 as no client library writes it.
import fc from "fast-check";
import { weighted, wordsIn } from "./choices.ts";
import { mutatedBytes } from "./hostile-bytes.ts";

/** The lines of a text, which stands for a list of them. */
const linesOf = (text: string) =>
  text
    .trim()
    .split("\n")
    .map((line) => line.trim());

const PATHS = wordsIn(`
  /v1/forecast?lat=1&lng=2 /suitability.v1.ForecastService/GetForecast /openapi.json /livez /metrics
  /nowhere * a.example:80 http://a.example/v1/forecast
`);

const requestLine = weighted(
  [
    6,
    fc
      .tuple(
        fc.constantFrom("GET", "POST", "HEAD", "OPTIONS", "CONNECT", "PRI"),
        fc.constantFrom(...PATHS),
        fc.constantFrom("HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "HTTP/9.9", ""),
      )
      .map((parts) => parts.join(" ")),
  ],
  [
    1,
    fc.constantFrom(
      ...linesOf(`
        GET
        GET /
        GET  /  HTTP/1.1
        get / HTTP/1.1
        GET / HTTP/1.1 x
      `),
      "",
      "PRI * HTTP/2.0\r\n\r\nSM",
      `GET /${"x".repeat(20_000)} HTTP/1.1`,
    ),
  ],
);

const ODD_HEADERS = [
  ...linesOf(`
    Content-Length: 5
    Content-Length: 0
    Content-Length: -1
    Content-Length: 5, 6
    Content-Length: 99999999999999999999
    Content-Length: 65537
    Transfer-Encoding: chunked
    Transfer-Encoding: chunked, identity
    Transfer-Encoding: gzip, chunked
    Transfer-Encoding : chunked
    Connection: close
    Connection: keep-alive, close, x
    Expect: 100-continue
    Content-Type: application/json
    Content-Type: application/grpc-web+proto
    X-No-Colon
    : no name
    X-Forwarded-For: 127.0.0.1, ::1
  `),
  "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA",
  "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: AAAA",
  "X-Folded: a\r\n b",
  " X-Leading: a",
  "X-Null: a\u0000b",
  "X-Bare: a\rb",
  `X-Long: ${"x".repeat(17_000)}`,
];

const header = weighted(
  [8, fc.constant("Host: a.example")],
  [4, fc.constantFrom(...ODD_HEADERS)],
  [1, fc.integer({ min: 1, max: 2_500 }).map((count) => "X: 1\r\n".repeat(count).trimEnd())],
);

const CHUNKS = ["5", "hello", "0", "", ""].join("\r\n");

const body = weighted(
  [3, fc.constant("")],
  [1, fc.constantFrom(CHUNKS, CHUNKS.slice(0, 6), CHUNKS.replace("5", "5;ext=1"), "hello", '{"lat":1}')],
  [1, fc.constantFrom("ffffffffffffffff\r\nx", "-1\r\n", "zz\r\n", "0\r\nTrailer: 1\r\n\r\n", "0\r\n\r\n")],
  [1, fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString("latin1"))],
);

const request = fc
  .record({
    line: requestLine,
    headers: fc.array(header, { maxLength: 5 }),
    end: fc.constantFrom("\r\n", "\r\n", "\r\n", "\n", "\r\n\r\n"),
    body,
  })
  .map(({ line, headers, end, body: text }) =>
    Buffer.from([line, ...headers].map((part) => part + end).join("") + end + text, "latin1"),
  );

/** In order but for one header, and one after another on one connection. */
const nearlyRight = fc.array(
  fc
    .tuple(
      fc.constantFrom("GET", "HEAD", "OPTIONS", "POST"),
      fc.constantFrom(...PATHS),
      fc.oneof(fc.constant("X-Request-Id: 1"), header),
    )
    .map(([method, path, odd]) =>
      Buffer.from(`${method} ${path} HTTP/1.1\r\nHost: a.example\r\n${odd}\r\n\r\n`, "latin1"),
    ),
  { minLength: 1, maxLength: 6 },
);

/** Several in a row, as they are or with bytes changed, cut into pieces anywhere; or bytes that are anything. */
export const hostileHttpBytes: fc.Arbitrary<readonly Uint8Array[]> = weighted(
  [4, nearlyRight],
  [4, fc.array(request, { minLength: 1, maxLength: 4 })],
  [3, mutatedBytes(request).map((bytes) => [bytes])],
  [1, fc.tuple(request, fc.nat(200)).map(([bytes, at]) => [bytes.subarray(0, at), bytes.subarray(at)])],
  [2, fc.array(fc.uint8Array({ maxLength: 200 }), { minLength: 1, maxLength: 3 })],
);
