import { type DescMethodUnary, type Message, toBinary, toJsonString } from "@bufbuild/protobuf";
import type { FastifyRequest } from "fastify";
import type { AnswerWriter } from "../../call/answer.ts";

/** As at every door: an unknown field is refused, and zeros are written. */
export const JSON_OPTIONS = { ignoreUnknownFields: false, alwaysEmitImplicit: true };

/**
 * Connect writes an answer only after the call, and takes no bytes. So the answer is first written here, by the functions that
 * Connect calls, and the bytes are dropped: an answer that cannot be written is not counted.
 */
export function writerOf({ output }: DescMethodUnary, isJson: boolean): AnswerWriter<Message> {
  return {
    write: ({ message }) => {
      if (isJson) toJsonString(output, message, JSON_OPTIONS);
      else toBinary(output, message);
      return message;
    },
  };
}

/** Connect and gRPC-Web answer in the encoding of the request; a GET has it as a parameter. */
export function isJsonRequest({ raw }: FastifyRequest): boolean {
  const encoding =
    raw.method === "GET"
      ? URL.parse(raw.url ?? "", "http://localhost")?.searchParams.get("encoding")
      : raw.headers["content-type"];
  return /json/i.test(encoding ?? "");
}
