// The Model Context Protocol at POST /mcp: a read-only tool for each method, behind the checks that every call passes. There
// are no sessions: each request is answered by itself, in the revision of 2026-07-28 and in those before it.
import { create, type DescMethod, type DescMethodUnary, type DescService } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../../clock.ts";
import type { AnswerCall, Call, JsonAnswer } from "../../call/call.ts";
import { explained, fault, plainFault } from "../../fault.ts";
import { methodPlans } from "../rest/method-plan.ts";
import { openApiDocument, type OpenApiOptions } from "../rest/openapi/document.ts";
import { createMethodCall, type MethodCall } from "../rest/method-call.ts";
import type { CallerAddressOf } from "../http-call-head.ts";
import { callFromRequest } from "../rest/call-from-request.ts";
import { sendable } from "../rest/headers.ts";
import { answerMessage, type McpAnswer, type McpServerDescription, readMessage } from "./message.ts";
import {
  jsonBytesMax,
  queryFromArguments,
  toolError,
  toolOf,
  toolResult,
  type DescribedOperation,
  type Tool,
  type ToolResult,
} from "./tool.ts";

export interface McpDoorOptions {
  readonly answerInJson: AnswerCall<JsonAnswer>;
  /** Each of their methods is a tool. */
  readonly services: readonly DescService[];
  /**
   * Called for what is no call of a tool. It does not count: so the caller's key is checked and how often he asks is
   * bounded, as of all that is not counted.
   */
  readonly freeMethod: DescMethodUnary;
  /** Asked before anything is done for a call: the error to refuse it with, if there is too much to do. */
  readonly overloadRefusal: (method: DescMethod) => Promise<ConnectError> | undefined;
  readonly callerAddress: CallerAddressOf;
  /** For the times of examples. */
  readonly clock: Clock;
  /** Of pages that may ask, `*` for all. */
  readonly origins: readonly string[];
  readonly openApi: OpenApiOptions;
}

/** Adds the route to an app of createHttpApp, which turns what it throws into problems. */
export function mountMcpDoor(app: FastifyInstance, options: McpDoorOptions): void {
  const { answerInJson, freeMethod, overloadRefusal, callerAddress } = options;
  const tools = createTools(options);
  const description: McpServerDescription = {
    ...options.openApi.info,
    tools: Array.from(tools.values(), ({ tool }) => tool),
  };

  const callFreely = async (call: Circumstances) => {
    await answerInJson({ ...call, method: freeMethod, question: create(freeMethod.input) });
  };

  app.post("/mcp", async (request, reply) => {
    refuseOrigin(request, options.origins);
    const { text, tool } = await readMessage(request, tools);
    const called = tools.get(tool ?? "");
    const refusal = overloadRefusal(called?.method ?? freeMethod);
    if (refusal !== undefined) throw await refusal;
    const circumstances = callFromRequest(request, reply, callerAddress);
    const message = { request, text, description };
    if (called === undefined) await callFreely(circumstances);
    const answer =
      called === undefined
        ? await answerMessage({ ...message, callTool: async () => toolError(unknownTool(tools), request.id) })
        : await callTool(called, message, { reply, circumstances });
    if (answer.type !== null) reply.header("content-type", answer.type);
    return reply.code(answer.status).send(answer.text === "" ? undefined : answer.text);
  });
}

/** All of a call but what is asked. */
type Circumstances = Omit<Call, "method" | "question">;

interface ServedTool {
  readonly tool: Tool;
  readonly method: DescMethodUnary;
  readonly call: MethodCall;
  readonly argumentBytesMax: number;
}

/**
 * Calls a tool, whose message the protocol reads once it is known who calls and that he may: it takes many times as long as a
 * refusal.
 */
async function callTool(
  { call }: ServedTool,
  message: Omit<Parameters<typeof answerMessage>[0], "callTool">,
  { reply, circumstances }: { readonly reply: FastifyReply; readonly circumstances: Circumstances },
): Promise<McpAnswer> {
  const result = Promise.withResolvers<ToolResult>();
  let answer: Promise<McpAnswer> | undefined;
  const query = () =>
    new Promise<string>((resolve, reject) => {
      const whenCalled = (given: Readonly<Record<string, unknown>>) => {
        resolve(queryFromArguments(given));
        return result.promise;
      };
      answer = answerMessage({ ...message, callTool: whenCalled });
      // It refuses the message where it has not called the tool by then.
      answer.then(() => reject(plainFault("UNREADABLE_MESSAGE")), reject);
    });
  try {
    const answered = await call(query, circumstances);
    reply.headers(sendable(answered.headers)).header("cache-control", "no-store");
    result.resolve(toolResult(answered));
  } catch (error) {
    // The protocol waits for it, also where nobody reads it.
    result.resolve(toolError(explained(error), message.request.id));
    // Not for the model to know: the protocol's own errors would tell too much.
    const isForModel = error instanceof ConnectError && error.code !== Code.Unauthenticated;
    if (answer === undefined || !isForModel) throw error;
  }
  return answer as Promise<McpAnswer>;
}

function createTools(options: McpDoorOptions): ReadonlyMap<string, ServedTool> {
  const plans = methodPlans(options.services, options.clock);
  const document = openApiDocument(plans, options.openApi) as unknown as {
    readonly paths: Readonly<Record<string, { readonly get: DescribedOperation }>>;
    readonly components: { readonly schemas: Parameters<typeof toolOf>[1] };
  };
  return new Map(
    plans.flatMap((plan) => {
      const operation = document.paths[plan.path]?.get;
      if (operation === undefined) return [];
      const tool = toolOf(operation, document.components.schemas);
      const call = createMethodCall(plan, options.answerInJson);
      const argumentBytesMax = jsonBytesMax(tool.inputSchema);
      return [[tool.name, { tool, method: plan.method, call, argumentBytesMax }]];
    }),
  );
}

function unknownTool(tools: ReadonlyMap<string, unknown>): ConnectError {
  const sentence = `There is no such tool. The tools are ${[...tools.keys()].join(", ")}.`;
  return fault({ reason: "UNKNOWN_PATH", sentence });
}

/** A page that is not meant to ask could do so in its reader's name, also at an address inside of his network. */
function refuseOrigin({ headers }: FastifyRequest, origins: readonly string[]): void {
  const { origin } = headers;
  if (origin === undefined || origins.includes("*") || origins.includes(origin)) return;
  throw fault({ reason: "ORIGIN_NOT_ALLOWED", sentence: "Pages of this origin may not ask here." });
}
