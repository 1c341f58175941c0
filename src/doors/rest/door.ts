// The routes of google.api.http, for any services.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../../lib/time/clock.ts";
import type { Answer, JsonBody } from "../../call/answer.ts";
import type { AnswerCall } from "../../call/call.ts";
import { createAnswerWriter } from "./answer-writer.ts";
import { setHeaders } from "./headers.ts";
import { type MethodPlan, methodPlans, readLater } from "./method-plan.ts";
import type { OpenApiOptions } from "./openapi/document.ts";
import type { JsonSchema } from "./openapi/json-schema.ts";
import { callFromRequest, type HttpDoorOptions } from "../http/call-head.ts";
import type { MistakenNames } from "./unknown-field.ts";
import { requestBytesMax } from "../request-bytes-max.ts";
import { readBody } from "./read-body.ts";
import { createSendFile } from "./send-file.ts";
import { sendRepresentation } from "./send-representation.ts";

interface RestRouteOptions extends HttpDoorOptions {
  readonly answerCall: AnswerCall;
  /** The HTTP status of an answer, 200 by default. */
  readonly statusOf?: Parameters<typeof createAnswerWriter>[1];
  /** For times in examples. */
  readonly clock: Clock;
  readonly mistakenNames?: MistakenNames;
}

export interface RestDoorOptions extends RestRouteOptions {
  readonly openApi: OpenApiOptions;
}

// The document changes only with a release; an hour keeps tools from fetching it each time.
const OPENAPI_CACHED = "max-age=3600";

/**
 * Adds the routes to an app of createHttpApp, which turns errors into problems. Throws for a route that it cannot serve.
 */
export function mountRestRoutes(app: FastifyInstance, options: RestRouteOptions): readonly MethodPlan[] {
  const plans = methodPlans(options.services, options);
  for (const plan of plans) {
    app.route({ method: plan.httpMethod, url: plan.route, handler: createHandler(plan, options) });
  }
  return plans;
}

/** Makes the document each time it is asked for, so that nobody keeps it who has made something else of it. */
export type OpenApiDocument = () => Promise<JsonSchema>;

/** Adds the same routes and their OpenAPI document, which it returns. Most processes are never asked for it. */
export function mountRestDoor(app: FastifyInstance, options: RestDoorOptions): OpenApiDocument {
  const plans = mountRestRoutes(app, options);
  const document = async () => {
    const { openApiDocument } = await import("./openapi/document.ts");
    return openApiDocument(plans, options.openApi);
  };
  const read = async () => Buffer.from(JSON.stringify(await document()));
  app.get("/openapi.json", createSendFile({ read, type: JSON_TYPE, headers: {}, cached: OPENAPI_CACHED }));
  return document;
}

const JSON_TYPE = "application/json; charset=utf-8";

function createHandler(plan: MethodPlan, options: RestRouteOptions) {
  const { answerCall, overloadRefusal, callerAddress } = options;
  const { method, readRequest, hasBody, httpMethod } = plan;
  const bytesMax = requestBytesMax(method);
  const writer = createAnswerWriter(method, options.statusOf);
  const send = (
    request: FastifyRequest,
    reply: FastifyReply,
    { body, headers }: Answer<JsonBody>,
  ): FastifyReply => {
    setHeaders(reply, headers);
    // An ETag is useful only if the answer can be fetched again by its URL (RFC 9110 section 13.1.2).
    if (httpMethod === "GET") {
      const { json, etag } = body;
      return sendRepresentation(request, reply, { body: json, type: JSON_TYPE, etag });
    }
    return reply
      .code(body.status ?? 200)
      .header("content-type", JSON_TYPE)
      .send(body.json);
  };
  return (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const refusal = overloadRefusal(method);
    if (refusal !== undefined) return refusal.then((error) => Promise.reject(error));
    const url = request.raw.url ?? "";
    const mark = url.indexOf("?");
    const query = mark < 0 ? "" : url.slice(mark + 1);
    const parts = { query, variables: request.params as Readonly<Record<string, string>> };
    // The call is made even with violations, so that the key is checked first.
    const read = hasBody
      ? readLater(plan, async () => ({ ...parts, body: await readBody(request, bytesMax) }))
      : readRequest(parts);
    const call = callFromRequest(request, reply, callerAddress, { method, request: read, writer });
    return answerCall(call).then((answer) => send(request, reply, answer));
  };
}
