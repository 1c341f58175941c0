// An answer as this door sends it, made where it is answered: here, or at the core of a sidecar.
import type { DescMethod } from "@bufbuild/protobuf";
import type { Answer, Call, JsonAnswer } from "../../call/call.ts";
import { etagOf } from "./headers.ts";
import { compileJsonWriter } from "./json.ts";

export type WriteAnswer = (call: Pick<Call, "method" | "question">, answer: Answer) => JsonAnswer;

/** Compiles what writes the answers of these methods; throws where one has something that JSON cannot hold. */
export function createWriteAnswer(methods: readonly DescMethod[]): WriteAnswer {
  const writers = new Map(methods.map((method) => [method, compileJsonWriter(method.output, method.input)]));
  return ({ method, question }, { message, headers }) => {
    const write = writers.get(method);
    if (write === undefined) throw new Error(`the JSON of ${method.name} was not compiled`);
    const json = write(message, question);
    return { json, etag: etagOf(json), headers };
  };
}
