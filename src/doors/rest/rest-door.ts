// The GET routes of google.api.http, for any services.
import type { DescMethod, DescService } from "@bufbuild/protobuf";
import type { ConnectError } from "@connectrpc/connect";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../../clock.ts";
import type { AnswerCall, JsonAnswer } from "../../call/call.ts";
import { cachePublicly, etagOf, isNamed, sendable } from "./headers.ts";
import { type MethodPlan, methodPlans } from "./method-plan.ts";
import { type OpenApiOptions, openApiDocument } from "./openapi/document.ts";
import type { JsonSchema } from "./openapi/json-schema.ts";
import { createMethodCall } from "./method-call.ts";
import type { CallerAddressOf } from "../http-call-head.ts";
import { callFromRequest } from "./call-from-request.ts";

export interface RestDoorOptions {
  readonly answerInJson: AnswerCall<JsonAnswer>;
  readonly services: readonly DescService[];
  /** Asked before anything is done for a call: the error to refuse it with, if there is too much to do. */
  readonly overloadRefusal: (method: DescMethod) => Promise<ConnectError> | undefined;
  readonly callerAddress: CallerAddressOf;
  /** For the times of examples. */
  readonly clock: Clock;
  readonly openApi: OpenApiOptions;
}

// The document changes with a release only; an hour keeps tools from fetching it each time and is soon over.
const OPENAPI_CACHED = "max-age=3600";

/**
 * Adds the routes to an app of createHttpApp, which turns what they throw into problems, and returns their description.
 * Throws at a route it cannot serve.
 */
export function mountRestDoor(app: FastifyInstance, options: RestDoorOptions): JsonSchema {
  const plans = methodPlans(options.services, options.clock);
  for (const plan of plans) app.get(plan.path, createHandler(plan, options));
  const document = openApiDocument(plans, options.openApi);
  // As bytes, which all who are sent it share: of a text each would have a copy until it is read.
  const text = Buffer.from(JSON.stringify(document));
  const etag = etagOf(text);
  app.get("/openapi.json", (request, reply) =>
    sendJson(request, cachePublicly(reply, OPENAPI_CACHED), { json: text, etag }),
  );
  return document;
}

const JSON_TYPE = "application/json; charset=utf-8";

function createHandler(plan: MethodPlan, options: RestDoorOptions) {
  const { answerInJson, overloadRefusal, callerAddress } = options;
  const call = createMethodCall(plan, answerInJson);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const refusal = overloadRefusal(plan.method);
    if (refusal !== undefined) throw await refusal;
    const url = request.raw.url ?? "";
    const mark = url.indexOf("?");
    const query = mark < 0 ? "" : url.slice(mark + 1);
    const answer = await call(query, callFromRequest(request, reply, callerAddress));
    reply.headers(sendable(answer.headers));
    return sendJson(request, reply, answer);
  };
}

/** The body, or 304 to a caller who has it already; the call was made all the same. */
function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  { json, etag }: Pick<JsonAnswer, "json" | "etag">,
): FastifyReply {
  reply.header("etag", etag);
  const isCached = isNamed(etag, request.headers["if-none-match"]);
  if (isCached) reply.code(304);
  // Fastify takes the length for a HEAD from the body that it is given. It must be that of the 200 (RFC 9110 8.6), so the
  // body is given though it is not sent, and with its type: Fastify would call it plain.
  if (isCached && request.method !== "HEAD") return reply.send();
  return reply.header("content-type", JSON_TYPE).send(json);
}
