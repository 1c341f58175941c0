// What a call is answered with, before and after it is written.
import type { Message } from "@bufbuild/protobuf";

/** Writes answers as a door sends them. */
export interface AnswerWriter<Body> {
  /** Called before the call is counted, with the request's message. Throws on a value that cannot be written. */
  write(answer: MessageAnswer, request: Message): Body;
  /** What becomes of JSON that a core has written; undefined if the door needs the message. */
  readonly fromJson?: (written: JsonBody) => Body;
}

/** An answer before it is written. */
export interface MessageAnswer {
  readonly message: Message;
  readonly headers: Readonly<Record<string, string>>;
}

/** An answer as its door sends it. */
export interface Answer<Body> {
  readonly body: Body;
  /** By lower-case name, without those that are the same for all answers of a door. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The JSON that /v1 sends. */
export interface JsonBody {
  /** The HTTP status, 200 by default. */
  readonly status?: number | undefined;
  /** Bytes if another process wrote it. */
  readonly json: string | Buffer;
  /** The ETag of these bytes; undefined if nobody may cache the answer. */
  readonly etag: string | undefined;
}
