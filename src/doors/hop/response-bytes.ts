import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import type { Status } from "#gen/google/rpc/status_pb.ts";
import { CallsResponseSchema } from "#gen/suitability/internal/v1/calls_pb.ts";

/** An answer to be sent. */
export interface OutgoingAnswer {
  readonly id: number;
  /** Empty for a refusal. */
  readonly json: Buffer;
  readonly etag?: string;
  readonly headers?: Record<string, string>;
  readonly refusal?: Status;
}

const { number: JSON_FIELD } = CallsResponseSchema.field.json;

/**
 * Writes a CallsResponse. Its JSON, which may be long, is copied once: a message is its fields, concatenated in any order. The
 * library's writer would copy it into buffers that it has to enlarge.
 */
export function responseToBytes(answers: readonly OutgoingAnswer[]): Buffer {
  const heads = answers.map(({ json, ...head }) => ({ ...head, jsonBytes: json.length }));
  const jsonBytes = heads.reduce((sum, head) => sum + head.jsonBytes, 0);
  const jsonHead = new BinaryWriter().tag(JSON_FIELD, WireType.LengthDelimited).uint32(jsonBytes);
  const others = toBinary(CallsResponseSchema, create(CallsResponseSchema, { answers: heads }));
  return Buffer.concat([others, jsonHead.finish(), ...answers.map(({ json }) => json)]);
}

/** Reads a CallsResponse. Throws if the bytes are not one, or its JSON is longer or shorter than its answers say. */
export function responseFromBytes(bytes: Buffer) {
  const { answers, draining, json } = fromBinary(CallsResponseSchema, bytes);
  let at = 0;
  const whole = answers.map(({ id, etag, headers, refusal, jsonBytes }) => {
    const ownJson = Buffer.from(json.buffer, json.byteOffset + at, jsonBytes);
    at += jsonBytes;
    return { id, etag, headers, refusal, json: ownJson };
  });
  if (at !== json.length) throw new Error("the answers have another length than their JSON");
  return { answers: whole, draining };
}

export type ReceivedAnswer = ReturnType<typeof responseFromBytes>["answers"][number];
