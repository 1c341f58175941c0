// A method called as its route calls it, for whoever has a query: text in, text out.
import { create } from "@bufbuild/protobuf";
import type { AnswerCall, Call } from "../../call/call.ts";
import { invalidArgument } from "../../fault.ts";
import type { MethodPlan } from "./method-plan.ts";

/** Calls a method with what follows the "?", still percent-encoded. */
export type MethodCall = (
  query: string,
  call: Omit<Call, "method" | "question">,
) => Promise<{ readonly text: string; readonly headers: Readonly<Record<string, string>> }>;

export function createMethodCall(
  { method, parseQuery, writeJson }: MethodPlan,
  answerCall: AnswerCall,
): MethodCall {
  return async (query, call) => {
    const parsed = parseQuery(query);
    // Of a query that cannot be read the call is made all the same, so that whoever checks the key does so first.
    const isRead = parsed.kind === "Parsed";
    const question = isRead ? parsed.message : create(method.input);
    const unreadable = isRead ? undefined : invalidArgument(parsed.violations);
    const { message, headers } = await answerCall({ ...call, method, question, unreadable });
    return { text: writeJson(message, question), headers };
  };
}
