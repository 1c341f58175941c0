// Headers of requests to the HTTP doors: a key, the headers that the request needs, and other headers, right or wrong.
import fc from "fast-check";
import { weighted, wordOf, wordsIn } from "./choices.ts";
import { headerText, hostileKey, type FuzzKeys } from "./hostile-text.ts";
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

/** Headers that mean something to a door, with good values or with any, and headers with any name. */
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

/** Node's client sets the headers that frame the body; bare-sockets.far.test.ts sends wrong ones. */
const OF_THE_WIRE = new Set(wordsIn("host connection content-length transfer-encoding keep-alive trailer"));

/** A request's own headers, a key, and others, which may repeat or replace them. */
export function withHeaders(keys: FuzzKeys, own: readonly (readonly [string, string | undefined])[]) {
  return fc.tuple(host, hostileKey(keys), otherHeaders).map(([name, key, others]) =>
    [["host", name] as const, ["x-api-key", key] as const, ...own]
      .flatMap(([header, value]): Headers => (value === undefined ? [] : [[header, value]]))
      .filter(([header]) => !others.some(([other]) => other.toLowerCase() === header))
      .concat(others.filter(([header]) => !OF_THE_WIRE.has(header.toLowerCase()))),
  );
}
