// Writes answers as JSON. The process that makes an answer usually writes it; a sidecar writes the answers that its core
// sends as messages.
import type { DescMethod } from "@bufbuild/protobuf";
import type { Answer, Call, JsonAnswer } from "../../call/call.ts";
import { etagOf } from "./headers.ts";
import { compileJsonWriter } from "./json.ts";

/** Compiles the writers of these methods' answers; throws if one cannot be written as JSON. */
export function createWriteAnswer(methods: readonly DescMethod[]) {
  const writers = new Map(methods.map((method) => [method, compileJsonWriter(method.output, method.input)]));
  return (call: Pick<Call, "method" | "question">, { message, headers }: Answer): JsonAnswer => {
    const { method, question } = call;
    const write = writers.get(method);
    if (write === undefined) throw new Error(`the JSON of ${method.name} was not compiled`);
    const json = write(message, question);
    const isStored = headers["cache-control"] !== "no-store";
    return { json, etag: isStored ? etagOf(json) : undefined, headers };
  };
}
