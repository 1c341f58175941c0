// A method called as its route calls it, for whoever has a query.
import { create } from "@bufbuild/protobuf";
import type { AnswerCall, Call, JsonAnswer } from "../../call/call.ts";
import type { MethodPlan } from "./method-plan.ts";

/** Calls a method with what follows the "?", still percent-encoded; or with what reads that, once it is known who calls. */
export type MethodCall = (
  query: string | (() => Promise<string>),
  call: Omit<Call, "method" | "question">,
) => Promise<JsonAnswer>;

export function createMethodCall(
  { method, parseQuery }: MethodPlan,
  answerInJson: AnswerCall<JsonAnswer>,
): MethodCall {
  // Where something is wrong the call is made all the same, so that whoever checks the key does so first.
  const parsed = (text: string): Pick<Call, "question" | "misread"> => {
    const { message, violations } = parseQuery(text);
    return { question: message, misread: violations.length === 0 ? undefined : violations };
  };
  return (query, call) => {
    if (typeof query === "string") return answerInJson({ ...call, method, ...parsed(query) });
    let read: ReturnType<typeof parsed> = { question: create(method.input) };
    return answerInJson({
      ...call,
      method,
      // What was read by then: an answer is written as its question asks for it.
      get question() {
        return read.question;
      },
      read: async () => (read = parsed(await query())),
    });
  };
}
