import type { DescMethod, Message } from "@bufbuild/protobuf";
import type { AnswerWriter, JsonBody } from "../../call/answer.ts";
import { etagOf } from "./headers.ts";
import { compileJsonWriter } from "./json.ts";

/**
 * Compiles what writes a method's answers as JSON; throws if they cannot be written. `statusOf` gives the HTTP status of an
 * answer, 200 by default.
 */
export function createAnswerWriter(
  { input, output }: DescMethod,
  statusOf?: (message: Message) => number,
): AnswerWriter<JsonBody> {
  const writeJson = compileJsonWriter(output, input);
  return {
    write: ({ message, headers }, request) => {
      const json = writeJson(message, request);
      const isStored = headers["cache-control"] !== "no-store";
      return { json, etag: isStored ? etagOf(json) : undefined, status: statusOf?.(message) };
    },
    fromJson: (body) => body,
  };
}
