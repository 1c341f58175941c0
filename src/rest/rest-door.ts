// The GET routes of google.api.http, for any Connect services behind any Connect transport.
import type { IncomingMessage } from "node:http";
import type { DescMethod, DescService } from "@bufbuild/protobuf";
import { create } from "@bufbuild/protobuf";
import type { ContextKey, Transport } from "@connectrpc/connect";
import { Code, ConnectError, createContextValues } from "@connectrpc/connect";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { invalidArgument } from "../fault.ts";
import { REQUEST_ID_HEADER } from "../request-id.ts";
import { cachePublicly } from "./cache-publicly.ts";
import { etagOf, isNamed } from "./etag.ts";
import type { MethodPlan } from "./method-plan.ts";
import { methodPlans } from "./method-plan.ts";
import type { OpenApiOptions } from "./openapi/document.ts";
import { openApiDocument } from "./openapi/document.ts";
import { sendableHeaders } from "./sendable-headers.ts";

export interface RestDoorOptions {
  readonly services: readonly DescService[];
  /** Called once a request; what it throws is the answer. */
  readonly transport: Transport;
  /**
   * Where the error of an unreadable query is put. The call is then made with an empty message, so that whoever checks
   * the key does so first and the error is thrown in its turn.
   */
  readonly unreadable: ContextKey<ConnectError | undefined>;
  /** Asked before anything is done for a call: the error to refuse it with, if there is too much to do. */
  readonly overloadRefusal: (method: DescMethod) => Promise<ConnectError> | undefined;
  /** Where the transport looks for the caller's address, and who that is. */
  readonly peerAddress: ContextKey<string>;
  readonly callerAddress: (request: IncomingMessage) => string;
  /** Lower-case names of the request headers that the call needs; the request id goes with it anyway. */
  readonly passedHeaders: readonly string[];
  readonly openApi: OpenApiOptions;
}

// The document changes with a release only; an hour keeps tools from fetching it each time and is soon over.
const OPENAPI_CACHED = "max-age=3600";

/** Adds the routes to an app of createHttpApp, which turns what they throw into problems. Throws at a route it cannot serve. */
export function mountRestDoor(app: FastifyInstance, options: RestDoorOptions): void {
  const plans = methodPlans(options.services);
  for (const plan of plans) app.get(plan.path, createHandler(plan, options));
  const text = JSON.stringify(openApiDocument(plans, options.openApi));
  const etag = etagOf(text);
  app.get("/openapi.json", (request, reply) =>
    sendJson(request, cachePublicly(reply, OPENAPI_CACHED), { text, etag }),
  );
}

const JSON_TYPE = "application/json; charset=utf-8";

function createHandler(plan: MethodPlan, options: RestDoorOptions) {
  const { method, parseQuery, writeJson } = plan;
  const { transport, unreadable, overloadRefusal, peerAddress, callerAddress, passedHeaders } = options;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const refusal = overloadRefusal(method);
    if (refusal !== undefined) throw await refusal;
    const url = request.raw.url ?? "";
    const mark = url.indexOf("?");
    const query = parseQuery(mark < 0 ? "" : url.slice(mark + 1));
    const isRead = query.kind === "Parsed";
    const values = createContextValues().set(peerAddress, callerAddress(request.raw));
    if (!isRead) values.set(unreadable, invalidArgument(query.violations));
    const asked = isRead ? query.message : create(method.input);
    const response = await transport.unary(
      method,
      disconnection(reply),
      undefined,
      callHeaders(request, passedHeaders),
      asked,
      values,
    );
    const text = writeJson(response.message, asked);
    reply.headers(sendableHeaders(response.header));
    return sendJson(request, reply, { text, etag: etagOf(text) });
  };
}

/** The body, or 304 to a caller who has it already; the call was made all the same. */
function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  { text, etag }: { readonly text: string; readonly etag: string },
): FastifyReply {
  reply.header("etag", etag);
  const isCached = isNamed(etag, request.headers["if-none-match"]);
  if (isCached) reply.code(304);
  // Fastify takes the length for a HEAD from the body that it is given. It must be that of the 200 (RFC 9110 8.6), so the
  // text is given though it is not sent, and with its type: Fastify would call it plain.
  if (isCached && request.method !== "HEAD") return reply.send();
  return reply.header("content-type", JSON_TYPE).send(text);
}

/** Aborted when the caller leaves before the answer is out. */
function disconnection(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once("close", () => {
    // Aborting builds a reason and an event, which the many calls that were answered need not pay for.
    if (!reply.raw.writableFinished) controller.abort(new ConnectError("the caller has left", Code.Canceled));
  });
  return controller.signal;
}

/** A plain object: the transport builds its Headers from it once, where Headers would be copied. */
function callHeaders(request: FastifyRequest, names: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of names) {
    const value = request.headers[name];
    if (value !== undefined) headers[name] = String(value);
  }
  // Last, as the id that came with the request may be unfit, and the caller is told this one.
  headers[REQUEST_ID_HEADER] = request.id;
  return headers;
}
