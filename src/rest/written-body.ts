import type { Message } from "@bufbuild/protobuf";
import { etagOf } from "./etag.ts";
import type { JsonWriter } from "./json.ts";

export interface WrittenBody {
  readonly text: string;
  readonly etag: string;
}

/** Writes a message as a body; one that is frozen, which says that it answers several calls, for the first of them only. */
export function createBodyWriter(writeJson: JsonWriter): (message: Message) => WrittenBody {
  const written = new WeakMap<Message, WrittenBody>();
  const write = (message: Message): WrittenBody => {
    const text = writeJson(message);
    return { text, etag: etagOf(text) };
  };
  return (message) => {
    if (!Object.isFrozen(message)) return write(message);
    const earlier = written.get(message);
    if (earlier !== undefined) return earlier;
    const body = write(message);
    written.set(message, body);
    return body;
  };
}
