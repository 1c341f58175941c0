import type { Message } from "@bufbuild/protobuf";
import { onceForFrozen } from "../once-for-frozen.ts";
import { etagOf } from "./etag.ts";
import type { JsonWriter } from "./json.ts";

export interface WrittenBody {
  readonly text: string;
  readonly etag: string;
}

/** Writes a message as a body; one that is frozen, which says that it answers several calls, for the first of them only. */
export function createBodyWriter(writeJson: JsonWriter): (message: Message) => WrittenBody {
  return onceForFrozen((message) => {
    const text = writeJson(message);
    return { text, etag: etagOf(text) };
  });
}
