// The parts of a Call that come from its HTTP request.
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { DescMethod, DescMethodUnary, DescService } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { AnswerWriter } from "../../call/answer.ts";
import { Call, type CallHead, type CallRequest, type CallTrace } from "../../call/call.ts";
import { headerValues } from "../../lib/header-values.ts";

export interface HttpDoorOptions {
  readonly services: readonly DescService[];
  /** Called before anything else is done for a call. Returns the refusal if the process is overloaded. */
  readonly overloadRefusal: (method: DescMethod) => Promise<ConnectError> | undefined;
  readonly callerAddress: CallerAddressOf;
}

export type CallerAddressOf = (request: IncomingMessage) => string;

export function callHeadOf(request: FastifyRequest, callerAddress: CallerAddressOf): CallHead {
  const { headers, raw } = request;
  const { traceparent, tracestate, requestId } = traceOf(request);
  const { key, otherKey } = keysOf(headers);
  const address = callerAddress(raw);
  return { traceparent, tracestate, requestId, key, otherKey, address, origin: headers.origin };
}

/** The caller is gone if the connection closes before the whole answer was sent. */
export function callFromRequest<Body>(
  request: FastifyRequest,
  { raw }: FastifyReply,
  callerAddress: CallerAddressOf,
  parts: {
    readonly method: DescMethodUnary;
    readonly request: CallRequest;
    readonly writer: AnswerWriter<Body>;
  },
): Call<Body> {
  const { method, writer } = parts;
  const call = new Call({ method, head: callHeadOf(request, callerAddress), request: parts.request, writer });
  raw.on("close", () => {
    if (!raw.writableFinished) call.giveUp(new ConnectError("the caller has left", Code.Canceled));
  });
  return call;
}

const BEARER = /^Bearer +(\S+)$/i;

/** Whether a text begins like one of our keys; it may be mistyped, unknown or revoked. */
export function isLikeKey(text: string): boolean {
  return isLikeSecretKey(text) || text.startsWith("wpk_");
}

export function isLikeSecretKey(text: string): boolean {
  return text.startsWith("wsk_");
}

/**
 * The key in X-API-Key, or in a bearer token (RFC 6750): many clients can send nothing else. If a request has both, and only
 * the token looks like one of our keys, the token is the key, and X-API-Key is for a proxy in front. If both look like keys
 * and differ, the token is `otherKey`; so is another key in a second line of either header.
 */
export function keysOf(headers: IncomingHttpHeaders): Pick<CallHead, "key" | "otherKey"> {
  const [key, otherKey] = headerValues((headers["x-api-key"] as string | undefined) ?? "");
  const { authorization } = headers;
  if (otherKey !== undefined) return { key, otherKey };
  if (authorization === undefined) return { key, otherKey: undefined };
  const { token, otherToken } = tokensIn(authorization);
  if (key === undefined) return { key: token, otherKey: otherToken };
  if (token === undefined || !isLikeKey(token)) return { key, otherKey: undefined };
  if (otherToken !== undefined) return { key: token, otherKey: otherToken };
  if (token === key) return { key, otherKey: undefined };
  return isLikeKey(key) ? { key, otherKey: token } : { key: token, otherKey: undefined };
}

/** The bearer tokens of all lines of the header; if any looks like one of our keys, only those: others are for a proxy in front. */
function tokensIn(authorization: string) {
  const tokens = [...new Set(headerValues(authorization).flatMap((value) => BEARER.exec(value)?.[1] ?? []))];
  const ours = tokens.filter(isLikeKey);
  const [token, otherToken] = ours.length > 0 ? ours : tokens;
  return { token, otherToken };
}

/** The request id is Fastify's, which the answer carries too: the id that the caller sent may be malformed. */
export function traceOf({ headers, id }: FastifyRequest): CallTrace {
  const { traceparent, tracestate } = headers as Readonly<Record<string, string | undefined>>;
  return { traceparent, tracestate, requestId: id };
}
