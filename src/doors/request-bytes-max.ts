import { type DescMethod, getOption } from "@bufbuild/protobuf";
import type { ConnectError } from "@connectrpc/connect";
import { http } from "#gen/google/api/annotations_pb.ts";
import { fault } from "../errors/fault.ts";
import { BODY_BYTES_MAX } from "./hardening/http1/request-bounds.ts";

/** The largest honest query, with all of its start times at full length, has 3.5 kB in binary. */
export const QUERY_BYTES_MAX = 4 * 1024;

/**
 * How many bytes a method's request may have as a binary message; over gRPC, after decompression. If the method has an HTTP
 * body, as many as that body may have.
 */
export function requestBytesMax(method: DescMethod): number {
  return getOption(method, http).body === "" ? QUERY_BYTES_MAX : BODY_BYTES_MAX;
}

/**
 * Whether a method's messages are read only after their caller is known: 64 kB may hold 30,000 bookings, and reading those
 * costs more than a refusal.
 */
export function isReadLate(method: DescMethod): boolean {
  return requestBytesMax(method) > QUERY_BYTES_MAX;
}

export function tooLarge(bytesMax: number): ConnectError {
  return fault({
    reason: "BODY_TOO_LARGE",
    sentence: `The request is too large: its message may have at most ${bytesMax} bytes. Send less.`,
  });
}
