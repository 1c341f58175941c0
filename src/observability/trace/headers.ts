// Trace headers of calls and of the calls made for them: W3C Trace Context (https://www.w3.org/TR/trace-context/).
import {
  createTraceState,
  defaultTextMapSetter,
  propagation,
  trace,
  type Context,
  type SpanContext,
} from "@opentelemetry/api";
import { EMPTY_CONTEXT } from "./linked-context.ts";

const TRACE_PARENT_HEADER = "traceparent";
const TRACE_STATE_HEADER = "tracestate";

/** Version, trace id, parent id, flags. Version ff and ids of zeros are invalid; versions after 00 may add fields. */
const TRACE_PARENT =
  /^(?:00(?=.{53}$)|(?!00|ff)[0-9a-f]{2})-(?<traceId>(?!0{32})[0-9a-f]{32})-(?<spanId>(?!0{16})[0-9a-f]{16})-(?<flags>[0-9a-f]{2})(?:-.*)?$/;

/** The flags that this version knows: sampled, and (level 2) random trace id. Others are not passed on. */
const DEFINED_FLAGS = 0x03;

export interface TraceHeaders {
  readonly traceparent?: string | undefined;
  readonly tracestate?: string | undefined;
}

/**
 * The caller's trace, or the empty context if the caller sent no well-formed trace. An SDK's propagator is not used, because
 * it would find no more: doors pass on only these two headers, so that no baggage travels.
 */
export function contextFromHeaders({ traceparent, tracestate }: TraceHeaders): Context {
  const spanContext = traceparent === undefined ? undefined : spanContextFromTraceParent(traceparent);
  if (spanContext === undefined) return EMPTY_CONTEXT;
  // The API's parser drops what is malformed or too long.
  const traceState = tracestate === undefined ? undefined : createTraceState(tracestate);
  return trace.setSpanContext(EMPTY_CONTEXT, { ...spanContext, ...(traceState && { traceState }) });
}

/** The headers for an outgoing call in this context; an SDK's propagators may add to them. */
export function contextToHeaders(context: Context): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  const spanContext = trace.getSpanContext(context);
  if (spanContext !== undefined) {
    headers[TRACE_PARENT_HEADER] = spanContextToTraceParent(spanContext);
    const state = spanContext.traceState?.serialize() ?? "";
    if (state !== "") headers[TRACE_STATE_HEADER] = state;
  }
  propagation.inject(context, headers, defaultTextMapSetter);
  return headers;
}

/** The caller's span; undefined if the header is malformed. */
function spanContextFromTraceParent(text: string): SpanContext | undefined {
  const { traceId, spanId, flags } = TRACE_PARENT.exec(text)?.groups ?? {};
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & DEFINED_FLAGS, isRemote: true };
}

function spanContextToTraceParent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-0${(traceFlags & DEFINED_FLAGS).toString(16)}`;
}
