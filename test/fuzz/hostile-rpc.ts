// Calls for the doors that take messages over HTTP: Connect and gRPC-Web.
import fc from "fast-check";
import { weighted } from "./choices.ts";
import { encodedBody, framed, type EncodedBody } from "./hostile-bytes.ts";
import { withHeaders } from "./hostile-headers.ts";
import { method } from "./hostile-http.ts";
import { hostileMessage } from "./hostile-message.ts";
import type { FuzzKeys } from "./hostile-text.ts";
import type { HttpRequest } from "./http-exchange.ts";

/** A message in either encoding, mostly undamaged. */
const encodedMessage = fc
  .tuple(hostileMessage, fc.constantFrom("proto", "json"))
  .chain(([message, encoding]) =>
    fc.record({
      path: fc.constant(`/${message.method.parent.typeName}/${message.method.name}`),
      encoding: fc.constant(encoding),
      body: encodedBody(encoding === "proto" ? message.binary : message.json),
    }),
  );

/** Connect by POST in both encodings, and by GET. */
export function connectRequest(keys: FuzzKeys): fc.Arbitrary<HttpRequest> {
  const jsonType = weighted(
    [12, fc.constant("application/json")],
    [1, fc.constantFrom("application/connect+json", "application/json; charset=x", "text/plain", "")],
  );
  const post = fc.tuple(encodedMessage, jsonType).chain(([{ path, encoding, body }, type]) =>
    fc.record({
      method: method("POST"),
      path: fc.constant(path),
      headers: withHeaders(keys, [
        ["content-type", encoding === "proto" ? "application/proto" : type],
        ["content-encoding", body.encoding],
      ]),
      body: fc.constant(body.bytes),
    }),
  );
  const form = fc.constantFrom<MessageForm>("base64url", "base64url", "text", "noise");
  const get = fc.tuple(encodedMessage, form).chain(([{ path, encoding, body }, form]) =>
    fc.record({
      method: method("GET"),
      path: fc.constant(`${path}?${getQuery(body, encoding, form)}`.slice(0, 9_000)),
      headers: withHeaders(keys, []),
    }),
  );
  return weighted([3, post], [1, get]);
}

type MessageForm = "base64url" | "text" | "noise";

function getQuery(body: EncodedBody, encoding: string, form: MessageForm): string {
  const bytes = Buffer.from(body.bytes);
  const text = encodeURIComponent(bytes.toString("latin1"));
  const message = {
    base64url: `base64=1&message=${bytes.toString("base64url")}`,
    text: `message=${text}`,
    noise: `base64=1&message=${text}`,
  }[form];
  const compression = body.encoding === undefined ? "" : `&compression=${body.encoding}`;
  return `connect=v1&encoding=${encoding}&${message}${compression}`;
}

/** gRPC-Web in both encodings; sometimes labelled as plain gRPC or as text. */
export function grpcWebRequest(keys: FuzzKeys): fc.Arbitrary<HttpRequest> {
  const type = weighted(
    [12, fc.constant("application/grpc-web")],
    [1, fc.constantFrom("application/grpc", "application/grpc-web-text")],
  );
  return fc.tuple(encodedMessage, type).chain(([{ path, encoding, body }, type]) =>
    fc.record({
      method: method("POST"),
      path: fc.constant(path),
      headers: withHeaders(keys, [
        ["content-type", `${type}+${encoding}`],
        ["grpc-encoding", body.encoding],
      ]),
      body: framed(body),
    }),
  );
}
