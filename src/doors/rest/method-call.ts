// A method called as its route calls it, for whoever has a query: text in, text out.
import { create } from "@bufbuild/protobuf";
import type { AnswerCall, Call } from "../../call/call.ts";
import type { MethodPlan } from "./method-plan.ts";

/** Calls a method with what follows the "?", still percent-encoded; or with what reads that, once it is known who calls. */
export type MethodCall = (
  query: string | (() => Promise<string>),
  call: Omit<Call, "method" | "question">,
) => Promise<{ readonly text: string; readonly headers: Readonly<Record<string, string>> }>;

export function createMethodCall(
  { method, parseQuery, writeJson }: MethodPlan,
  answerCall: AnswerCall,
): MethodCall {
  return async (query, call) => {
    let question = create(method.input);
    // Where something is wrong the call is made all the same, so that whoever checks the key does so first.
    const parsed = (text: string): Pick<Call, "question" | "misread"> => {
      const { message, violations } = parseQuery(text);
      question = message;
      return { question, misread: violations.length === 0 ? undefined : violations };
    };
    const asked =
      typeof query === "string" ? parsed(query) : { question, read: async () => parsed(await query()) };
    const { message, headers } = await answerCall({ ...call, method, ...asked });
    return { text: writeJson(message, question), headers };
  };
}
