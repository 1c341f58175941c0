// HTTP/1.1 as no client library writes it.
import fc from "fast-check";
import { weighted, wordOf, wordsIn } from "./choices.ts";
import { mutatedBytes } from "./hostile-bytes.ts";

const METHODS = wordsIn("GET POST HEAD OPTIONS CONNECT PRI get");

const PATHS = wordsIn(`
  /v1/forecast?lat=1&lng=2 /suitability.v1.ForecastService/GetForecast /openapi.json /livez /metrics
  /nowhere * a.example:80 http://a.example/v1/forecast
`);

const VERSIONS = ["HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "HTTP/9.9", "", "HTTP/1.1 x", "\r\n\r\nSM"];

const LONG_LINE = ["GET", `/${"x".repeat(20_000)}`, "HTTP/1.1"];

const ODD_HEADERS = [
  ..."5,0,-1,99999999999999999999,65537".split(",").map((length) => `Content-Length: ${length}`),
  "Content-Length: 5, 6",
  ..."chunked;chunked, identity;gzip, chunked".split(";").map((coding) => `Transfer-Encoding: ${coding}`),
  "Transfer-Encoding : chunked",
  "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA",
  "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: AAAA",
  "Connection: close",
  "Connection: keep-alive, close, x",
  "Expect: 100-continue",
  "Content-Type: application/json",
  "Content-Type: application/grpc-web+proto",
  "X-Folded: a\r\n b",
  " X-Leading: a",
  "X-No-Colon",
  ": no name",
  "X-Null: a\u0000b",
  "X-Bare: a\rb",
  `X-Long: ${"x".repeat(17_000)}`,
  "X-Forwarded-For: 127.0.0.1, ::1",
];

const header = weighted(
  [8, fc.constant("Host: a.example")],
  [4, fc.constantFrom(...ODD_HEADERS)],
  [1, fc.integer({ min: 1, max: 2_500 }).map((count) => "X: 1\r\n".repeat(count).trimEnd())],
);

const BODIES = [
  "5\r\nhello\r\n0\r\n\r\n",
  "5\r\nhel",
  "ffffffffffffffff\r\nx",
  "-1\r\n",
  "5;ext=1\r\nhello\r\n0\r\nTrailer: 1\r\n\r\n",
  "zz\r\n",
  '{"lat":1,"lng":2}',
];

const body = weighted(
  [3, fc.constant("")],
  [2, fc.constantFrom(...BODIES)],
  [1, fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString("latin1"))],
);

const line = weighted(
  [20, fc.tuple(fc.constantFrom(...METHODS), fc.constantFrom(...PATHS), fc.constantFrom(...VERSIONS))],
  [1, fc.constant(LONG_LINE)],
);

const request = fc
  .record({
    line: line.map((parts) => parts.join(" ")),
    headers: fc.array(header, { maxLength: 5 }),
    end: fc.constantFrom("\r\n", "\r\n", "\r\n", "\n", "\r\n\r\n"),
    body,
  })
  .map(({ line, headers, end, body: text }) =>
    Buffer.from([line, ...headers].map((part) => part + end).join("") + end + text, "latin1"),
  );

/** A valid request, perhaps with one odd header. */
const nearlyRight = fc
  .tuple(
    wordOf("GET HEAD OPTIONS POST"),
    fc.constantFrom(...PATHS),
    fc.oneof(fc.constant("X-Request-Id: 1"), header),
  )
  .map(([method, path, odd]) =>
    Buffer.from(`${method} ${path} HTTP/1.1\r\nHost: a.example\r\n${odd}\r\n\r\n`, "latin1"),
  );

/** Several requests in a row, a request with bytes changed, a request cut into two pieces, or any bytes. */
export const hostileHttpBytes: fc.Arbitrary<readonly Uint8Array[]> = weighted(
  [4, fc.array(nearlyRight, { minLength: 1, maxLength: 6 })],
  [4, fc.array(request, { minLength: 1, maxLength: 4 })],
  [3, mutatedBytes(request).map((bytes) => [bytes])],
  [1, fc.tuple(request, fc.nat(200)).map(([bytes, at]) => [bytes.subarray(0, at), bytes.subarray(at)])],
  [2, fc.array(fc.uint8Array({ maxLength: 200 }), { minLength: 1, maxLength: 3 })],
);
