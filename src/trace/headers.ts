// The trace a call belongs to, in the headers it comes with and in those of the calls made for it.
import {
  createTraceState,
  defaultTextMapSetter,
  propagation,
  ROOT_CONTEXT,
  trace,
  type Context,
} from "@opentelemetry/api";
import { spanContextFromTraceParent, spanContextToTraceParent } from "./parent.ts";

const TRACE_PARENT_HEADER = "traceparent";
const TRACE_STATE_HEADER = "tracestate";

/**
 * The caller's trace, or the empty context if it names none that is well-formed. Read here rather than by a propagator
 * of the operator's, which would find no more: doors pass on these two headers alone, so that nobody's baggage travels.
 */
export function contextFromHeaders(headers: Headers): Context {
  const traceParent = headers.get(TRACE_PARENT_HEADER);
  const spanContext = traceParent === null ? undefined : spanContextFromTraceParent(traceParent);
  if (spanContext === undefined) {
    return ROOT_CONTEXT;
  }
  const state = headers.get(TRACE_STATE_HEADER);
  // The API's parser leaves out what is malformed or too long.
  const traceState = state === null ? undefined : createTraceState(state);
  return trace.setSpanContext(ROOT_CONTEXT, { ...spanContext, ...(traceState && { traceState }) });
}

/** What to send along with a call made in this context; an SDK's propagators may add to it. */
export function contextToHeaders(context: Context): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  const spanContext = trace.getSpanContext(context);
  if (spanContext !== undefined) {
    headers[TRACE_PARENT_HEADER] = spanContextToTraceParent(spanContext);
    const state = spanContext.traceState?.serialize() ?? "";
    if (state !== "") {
      headers[TRACE_STATE_HEADER] = state;
    }
  }
  propagation.inject(context, headers, defaultTextMapSetter);
  return headers;
}
