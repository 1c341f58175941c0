// The `traceparent` header of W3C Trace Context (https://www.w3.org/TR/trace-context/).
import type { SpanContext } from "@opentelemetry/api";

/** Version, trace id, parent id, flags. Version ff and ids of zeros are invalid; versions after 00 may add fields. */
const TRACE_PARENT =
  /^(?:00(?=.{53}$)|(?!00|ff)[0-9a-f]{2})-(?<traceId>(?!0{32})[0-9a-f]{32})-(?<spanId>(?!0{16})[0-9a-f]{16})-(?<flags>[0-9a-f]{2})(?:-.*)?$/;

/** The flags this version knows: sampled, and (of level 2) that the trace id is random. Others are not passed on. */
const KNOWN_FLAGS = 0x03;

/** Where the call comes from; undefined when the header is malformed. */
export function spanContextFromTraceParent(text: string): SpanContext | undefined {
  const { traceId, spanId, flags } = TRACE_PARENT.exec(text)?.groups ?? {};
  if (traceId === undefined || spanId === undefined || flags === undefined) {
    return undefined;
  }
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & KNOWN_FLAGS, isRemote: true };
}

export function spanContextToTraceParent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-0${(traceFlags & KNOWN_FLAGS).toString(16)}`;
}
