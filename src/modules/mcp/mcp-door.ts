// The Model Context Protocol at POST /mcp: a read-only tool for each GET method, behind the same checks as every call.
// There are no sessions: each request is answered by itself, in the revision of 2026-07-28 and earlier ones.
import { create } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import type { FastifyReply, FastifyRequest } from "fastify";
import { BookingConfidenceService } from "#gen/suitability/v1/booking_confidence_pb.ts";
import { ForecastService } from "#gen/suitability/v1/forecast_pb.ts";
import { SafeSlotsService } from "#gen/suitability/v1/safe_slots_pb.ts";
import { FREE_METHOD } from "../../api/methods.ts";
import type { RouteContext } from "../../app/module.ts";
import type { Config } from "../../app/settings/core-config.ts";
import type { Answer, AnswerWriter, JsonBody } from "../../call/answer.ts";
import { explained, fault, plainFault } from "../../errors/fault.ts";
import { callFromRequest, isLikeSecretKey, keysOf } from "../../doors/http/call-head.ts";
import { createAnswerWriter } from "../../doors/rest/answer-writer.ts";
import { setHeaders } from "../../doors/rest/headers.ts";
import { type MethodPlan, methodPlans, type Parts, readLater } from "../../doors/rest/method-plan.ts";
import { openApiDocument } from "../../doors/rest/openapi/document.ts";
import { answerMessage, type McpAnswer, type McpServerDescription, readMessage } from "./message.ts";
import {
  jsonBytesMax,
  queryFromArguments,
  toolError,
  toolOf,
  toolResult,
  type Tool,
  type ToolResult,
} from "./tool.ts";

/** Each of their GET methods is a tool. */
const SERVICES = [BookingConfidenceService, ForecastService, SafeSlotsService];

export interface DoorContext extends Pick<
  RouteContext,
  "answerCall" | "overloadRefusal" | "callerAddress" | "clock" | "mistakenNames" | "openApi"
> {
  readonly config: Pick<Config, "corsOrigins">;
}

/** What answers POST /mcp. */
export function createMcpDoor(context: DoorContext) {
  const { answerCall, overloadRefusal, callerAddress, config } = context;
  const tools = createTools(context);
  // Called for messages that call no tool: it checks the key and has the rate limit of free calls.
  const free = {
    method: FREE_METHOD,
    request: { message: create(FREE_METHOD.input) },
    writer: createAnswerWriter(FREE_METHOD),
  };
  const description: McpServerDescription = {
    ...context.openApi.info,
    tools: Array.from(tools.values(), ({ tool }) => tool),
  };

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    refuseOrigin(request, config.corsOrigins);
    const { text, tool } = await readMessage(request, tools);
    const called = tools.get(tool ?? "");
    const refusal = overloadRefusal(called?.plan.method ?? FREE_METHOD);
    if (refusal !== undefined) throw await refusal;
    const call = (parts: Parameters<typeof callFromRequest<JsonBody>>[3]) =>
      answerCall(callFromRequest(request, reply, callerAddress, parts));
    const message = { request, text, description };
    let answer: McpAnswer;
    if (called === undefined) {
      await call(free);
      answer = await answerMessage({
        ...message,
        callTool: async () => toolError(unknownTool(tools), request.id),
      });
    } else {
      const { plan, writer } = called;
      const { method } = plan;
      const read = (parts: () => Promise<Parts>) => call({ method, request: readLater(plan, parts), writer });
      answer = await callTool(read, message, reply);
    }
    if (answer.type !== null) reply.header("content-type", answer.type);
    return reply.code(answer.status).send(answer.text === "" ? undefined : answer.text);
  };
}

interface ServedTool {
  readonly tool: Tool;
  readonly plan: MethodPlan;
  readonly writer: AnswerWriter<JsonBody>;
  readonly argumentBytesMax: number;
}

/**
 * Calls a tool. The SDK reads the message only once the caller is known and allowed, because reading takes many times as
 * long as a refusal.
 */
async function callTool(
  call: (parts: () => Promise<Parts>) => Promise<Answer<JsonBody>>,
  message: Omit<Parameters<typeof answerMessage>[0], "callTool">,
  reply: FastifyReply,
): Promise<McpAnswer> {
  const result = Promise.withResolvers<ToolResult>();
  let answer: Promise<McpAnswer> | undefined;
  const parts = () =>
    new Promise<Parts>((resolve, reject) => {
      const whenCalled = (given: Readonly<Record<string, unknown>>) => {
        resolve({ query: queryFromArguments(given) });
        return result.promise;
      };
      answer = answerMessage({ ...message, callTool: whenCalled });
      // If no tool was called, the SDK has refused the message.
      answer.then(() => reject(plainFault("UNREADABLE_MESSAGE")), reject);
    });
  try {
    const answered = await call(parts);
    setHeaders(reply, answered.headers).header("cache-control", "no-store");
    result.resolve(toolResult(answered));
  } catch (error) {
    // The SDK waits for a result even if nobody reads it.
    result.resolve(toolError(explained(error), message.request.id));
    // Bugs and wrong keys become HTTP errors, which are not for the model.
    const isForModel = error instanceof ConnectError && error.code !== Code.Unauthenticated;
    if (answer === undefined || !isForModel) throw error;
  }
  return answer as Promise<McpAnswer>;
}

function createTools({ clock, mistakenNames, openApi }: DoorContext): ReadonlyMap<string, ServedTool> {
  const plans = methodPlans(SERVICES, { clock, mistakenNames }).filter(
    ({ httpMethod }) => httpMethod === "GET",
  );
  const document = openApiDocument(plans, openApi);
  return new Map(
    plans.flatMap((plan) => {
      const operation = document.paths[plan.path]?.["get"];
      if (operation === undefined) return [];
      const tool = toolOf(operation, document.components.schemas);
      return [
        [
          tool.name,
          {
            tool,
            plan,
            writer: createAnswerWriter(plan.method),
            argumentBytesMax: jsonBytesMax(tool.inputSchema),
          },
        ],
      ];
    }),
  );
}

function unknownTool(tools: ReadonlyMap<string, unknown>): ConnectError {
  const sentence = `There is no such tool. The tools are ${[...tools.keys()].join(", ")}.`;
  return fault({ reason: "UNKNOWN_PATH", sentence });
}

/** Without this check, a page could call in its reader's name, even at an address inside the reader's network. */
function refuseOrigin({ headers }: FastifyRequest, origins: readonly string[]): void {
  const { origin } = headers;
  if (origin === undefined || origins.includes("*") || origins.includes(origin)) return;
  const { key = "" } = keysOf(headers);
  if (isLikeSecretKey(key)) throw plainFault("SECRET_KEY_IN_BROWSER");
  throw fault({ reason: "ORIGIN_NOT_ALLOWED", sentence: "Pages of this origin may not call /mcp." });
}
