// The Model Context Protocol at POST /mcp: a read-only tool for each method, behind the checks that every call passes. There
// are no sessions: each request is answered by itself, in the revision of 2026-07-28 and in those before it.
import { create, type DescMethod, type DescMethodUnary, type DescService } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { AnswerCall, Call, RefusalOf } from "../../call/call.ts";
import { fault } from "../../fault.ts";
import { methodPlans } from "../rest/method-plan.ts";
import { openApiDocument, type OpenApiOptions } from "../rest/openapi/document.ts";
import { createMethodCall } from "../rest/method-call.ts";
import type { CallerAddressOf } from "../http-call-head.ts";
import { callFromRequest } from "../rest/call-from-request.ts";
import { sendable } from "../rest/headers.ts";
import { answerMessage, readMessage, type McpServerDescription } from "./message.ts";
import {
  queryFromArguments,
  toolError,
  toolOf,
  toolResult,
  type DescribedOperation,
  type ToolResult,
} from "./tool.ts";

export interface McpDoorOptions {
  readonly answerCall: AnswerCall;
  /** Each of their methods is a tool. */
  readonly services: readonly DescService[];
  /**
   * Called for what is no call of a tool. It does not count: so the caller's key is checked and how often he asks is
   * bounded, as of all that is not counted.
   */
  readonly freeMethod: DescMethodUnary;
  readonly refusalOf: RefusalOf;
  /** Asked before anything is done for a call: the error to refuse it with, if there is too much to do. */
  readonly overloadRefusal: (method: DescMethod) => Promise<ConnectError> | undefined;
  readonly callerAddress: CallerAddressOf;
  /** Of pages that may ask, `*` for all. */
  readonly origins: readonly string[];
  readonly openApi: OpenApiOptions;
}

/** Adds the route to an app of createHttpApp, which turns what it throws into problems. */
export function mountMcpDoor(app: FastifyInstance, options: McpDoorOptions): void {
  const { answerCall, freeMethod, refusalOf, overloadRefusal, callerAddress } = options;
  const tools = createTools(options);
  const description: McpServerDescription = {
    ...options.openApi.info,
    tools: Array.from(tools.values(), ({ tool }) => tool),
  };

  const callFreely = async (call: Circumstances, refusal?: Call["refusal"]) => {
    await answerCall({ ...call, method: freeMethod, question: create(freeMethod.input), refusal });
  };

  /** Before the protocol reads a message, which takes many times as long as a refusal. */
  const refuseUnknownCaller = async (call: Circumstances) => {
    const refusal = await refusalOf(call);
    if (refusal !== undefined) await callFreely(call, refusal);
  };

  app.post("/mcp", async (request, reply) => {
    refuseOrigin(request, options.origins);
    const { text, tool } = await readMessage(request);
    const called = tools.get(tool ?? "");
    const refusal = overloadRefusal(called?.method ?? freeMethod);
    if (refusal !== undefined) throw await refusal;
    const circumstances = keyed(callFromRequest(request, reply, callerAddress), request);
    if (called === undefined) await callFreely(circumstances);
    else await refuseUnknownCaller(circumstances);
    let isCalled = called === undefined;
    // What is not for the model to know: it is thrown once the protocol has had its say, whose errors tell too much.
    let thrown: unknown;
    const callTool = async (given: Readonly<Record<string, unknown>>) => {
      isCalled = true;
      try {
        if (called === undefined) throw fault({ reason: "UNKNOWN_PATH", sentence: unknownTool(tools) });
        const answer = await called.call(queryFromArguments(given), circumstances);
        reply.headers(sendable(answer.headers)).header("cache-control", "no-store");
        return toolResult(answer);
      } catch (error) {
        if (error instanceof ConnectError && error.code !== Code.Unauthenticated) {
          return toolError(error, request.id);
        }
        thrown = error;
        return NO_RESULT;
      }
    };
    const response = await answerMessage({ request, text, description, callTool });
    // Earlier revisions stream their answer, and call the tool while it is read.
    const answer = await response.text();
    if (thrown !== undefined) throw thrown;
    // The protocol has refused the message: nothing else bounds how often.
    if (!isCalled) await callFreely(circumstances);
    const type = response.headers.get("content-type");
    if (type !== null) reply.header("content-type", type);
    return reply.code(response.status).send(answer === "" ? undefined : answer);
  });
}

/** All of a call but what is asked. */
type Circumstances = Omit<Call, "method" | "question">;

const NO_RESULT: ToolResult = { content: [], isError: true };

function createTools(options: McpDoorOptions) {
  const plans = methodPlans(options.services);
  const document = openApiDocument(plans, options.openApi) as unknown as {
    readonly paths: Readonly<Record<string, { readonly get: DescribedOperation }>>;
    readonly components: { readonly schemas: Parameters<typeof toolOf>[1] };
  };
  return new Map(
    plans.flatMap((plan) => {
      const operation = document.paths[plan.path]?.get;
      if (operation === undefined) return [];
      const tool = toolOf(operation, document.components.schemas);
      return [[tool.name, { tool, method: plan.method, call: createMethodCall(plan, options.answerCall) }]];
    }),
  );
}

function unknownTool(tools: ReadonlyMap<string, unknown>): string {
  return `There is no such tool. The tools are ${[...tools.keys()].join(", ")}.`;
}

/** A page that is not meant to ask could do so in its reader's name, also at an address inside of his network. */
function refuseOrigin({ headers }: FastifyRequest, origins: readonly string[]): void {
  const { origin } = headers;
  if (origin === undefined || origins.includes("*") || origins.includes(origin)) return;
  throw fault({ reason: "ORIGIN_NOT_ALLOWED", sentence: "Pages of this origin may not ask here." });
}

/** Many clients can send a key as a bearer's token only. */
function keyed(call: Circumstances, { headers }: FastifyRequest): Circumstances {
  const [, token] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? "") ?? [];
  return { ...call, key: call.key ?? token };
}
