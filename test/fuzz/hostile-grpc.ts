// Calls to the gRPC port: to methods of the service, to methods that many gRPC servers have, and to paths that are neither.
import fc from "fast-check";
import { weighted, wordOf, wordsIn } from "./choices.ts";
import type { GrpcRequest } from "./grpc-exchange.ts";
import { encodedBody, framed } from "./hostile-bytes.ts";
import { hostileMessage } from "./hostile-message.ts";
import { headerText, hostileKey, type FuzzKeys } from "./hostile-text.ts";

const OTHER_TYPES = "application/json application/grpc+json application/grpc-web APPLICATION/GRPC";

const contentType = weighted(
  [30, fc.constantFrom<string | undefined>("application/grpc", "application/grpc+proto")],
  [1, fc.constantFrom(undefined, "", ...wordsIn(OTHER_TYPES))],
);

const timeout = weighted(
  [10, fc.constant<string | undefined>(undefined)],
  [1, fc.constantFrom("", ...wordsIn("0n 1n 1m 5m 10S 99999999H 99999999m -1S 1 S 1x 999999999S"))],
);

/** Names that HTTP/2 allows; gRPC does not know all of them. */
const metadataName = fc.oneof(
  wordOf(`
    x-api-key x-request-id traceparent tracestate x-forwarded-for grpc-accept-encoding
    grpc-previous-rpc-attempts grpc-status grpc-message grpc-status-details-bin x-trace-bin user-agent
    cookie accept-encoding
  `),
  fc.stringMatching(/^[!#$%&'*+.^_`|~0-9a-z-]{1,20}$/).filter((name) => !OF_THE_CONNECTION.has(name)),
);

/** A wrong value of one of these headers ends the connection and all its calls; bare-sockets.far.test.ts sends such values. */
const OF_THE_CONNECTION = new Set(
  wordsIn(`
  connection content-length te upgrade http2-settings keep-alive proxy-connection transfer-encoding host
`),
);

const metadata = weighted(
  [3, fc.constant<[string, string][]>([])],
  [2, fc.array(fc.tuple(metadataName, headerText), { maxLength: 5 })],
  [
    1,
    fc
      .integer({ min: 1, max: 60 })
      .map((count) =>
        Array.from({ length: count }, (_, i): [string, string] => [`x-many-${i}`, "x".repeat(500)]),
      ),
  ],
);

const OTHER_PATHS = [
  ...wordsIn(`
    / /x * // /suitability.v1.ForecastService/ /suitability.v1.ForecastService/getForecast
    /suitability.v1.forecastservice/GetForecast /suitability.v1.ForecastService/GetForecast?x
    /suitability.v1.ForecastService/é /__proto__ /constructor/toString /grpc.health.v1.Health/Check
    /grpc.reflection.v1.ServerReflection/ServerReflectionInfo
    /grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo /grpc.channelz.v1.Channelz/GetServers
  `),
  `/${"x".repeat(3_000)}`,
];

/** Requests to the standard services, in their own messages: list, by file, by symbol, by extension. */
const standardMessage = fc
  .tuple(fc.constantFrom(0x0a, 0x1a, 0x22, 0x2a, 0x32, 0x3a, 0x42), fc.uint8Array({ maxLength: 40 }))
  .map(([tag, bytes]) => Uint8Array.from([tag, bytes.length, ...bytes]));

/** Any call. Most calls reach the check of the message. */
export function grpcRequest(keys: FuzzKeys): fc.Arbitrary<GrpcRequest> {
  const call = hostileMessage.chain(({ method, binary }) =>
    requestTo(keys, fc.constant(`/${method.parent.typeName}/${method.name}`), fc.constant(binary)),
  );
  const other = requestTo(
    keys,
    fc.constantFrom(...OTHER_PATHS),
    fc.oneof(standardMessage, fc.uint8Array({ maxLength: 60 })),
  );
  const large = requestTo(
    keys,
    fc.constant("/suitability.v1.ForecastService/GetForecast"),
    fc.constantFrom(4_096, 4_097, 65_537, 5 * 1024 * 1024).map((length) => new Uint8Array(length)),
  );
  return weighted([60, call], [10, other], [1, large]);
}

function requestTo(
  keys: FuzzKeys,
  path: fc.Arbitrary<string>,
  message: fc.Arbitrary<Uint8Array>,
): fc.Arbitrary<GrpcRequest> {
  const framing = message
    .chain((bytes) => encodedBody(bytes))
    .chain((encoded) => fc.record({ encoding: fc.constant(encoded.encoding), body: framed(encoded) }));
  return fc
    .record({
      path,
      framing,
      method: weighted([40, fc.constant("POST")], [1, fc.constantFrom("GET", "PUT", "X")]),
      type: contentType,
      key: hostileKey(keys),
      timeout,
      metadata,
      ending: weighted(
        [9, fc.constant<GrpcRequest["ending"]>("end")],
        [1, fc.constant<GrpcRequest["ending"]>("reset")],
      ),
    })
    .map((call) => {
      const { encoding, body } = call.framing;
      const own = {
        "content-type": call.type,
        "x-api-key": call.key,
        "grpc-timeout": call.timeout,
        "grpc-encoding": encoding,
      };
      const headers = Object.fromEntries(
        [...call.metadata, ...Object.entries(own)].filter(([, value]) => value !== undefined),
      ) as Record<string, string>;
      const { method, path: target, ending } = call;
      return { headers: { ":method": method, ":path": target, te: "trailers", ...headers }, body, ending };
    });
}
