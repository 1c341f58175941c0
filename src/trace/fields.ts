import { trace } from "@opentelemetry/api";
import { currentContext } from "./current-context.ts";

/** What a log line says of the call during which it is written, under OpenTelemetry's names; nothing outside any. */
export function traceFields(): { trace_id?: string; span_id?: string } {
  const spanContext = trace.getSpanContext(currentContext());
  return spanContext === undefined ? {} : { trace_id: spanContext.traceId, span_id: spanContext.spanId };
}
