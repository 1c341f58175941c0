import { AsyncLocalStorage } from "node:async_hooks";
import { context, ROOT_CONTEXT, trace, type Context } from "@opentelemetry/api";

// One for the process, as the API's own are: what it holds belongs to the call that is being worked on.
const storage = new AsyncLocalStorage<Context>();

/** The context of the call that is being worked on; empty outside any. */
export function currentContext(): Context {
  return storage.getStore() ?? ROOT_CONTEXT;
}

/** Does the work, and all that follows from it asynchronously, in a context. */
export function runInContext<T>(current: Context, work: () => T): T {
  // Where an SDK is registered, the operator's other instrumentation is to find the context too.
  return storage.run(current, () => context.with(current, work));
}

/** What a log line says of the call during which it is written, under OpenTelemetry's names; nothing outside any. */
export function traceFields(): { trace_id?: string; span_id?: string } {
  const spanContext = trace.getSpanContext(currentContext());
  return spanContext === undefined ? {} : { trace_id: spanContext.traceId, span_id: spanContext.spanId };
}
