import type { Message } from "@bufbuild/protobuf";
import type { AnswerWriter, JsonBody } from "../../call/answer.ts";

/** As at every door: an unknown field is refused, and zeros are written. */
export const JSON_OPTIONS = { ignoreUnknownFields: false, alwaysEmitImplicit: true };

/**
 * Connect writes an answer only after the call, and takes no bytes. So the answer is first written as /v1 writes it, which takes
 * a tenth of Connect's time, and the text is dropped: an answer that cannot be written is not counted. What that writer
 * accepts, Connect can write in each of its encodings.
 */
export function createAnswerWriter({ write }: AnswerWriter<JsonBody>): AnswerWriter<Message> {
  return {
    write: (answer, request) => {
      write(answer, request);
      return answer.message;
    },
  };
}
