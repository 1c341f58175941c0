import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import {
  INVALID_SPANID,
  trace,
  TraceFlags,
  type Attributes,
  type Context,
  type Span,
  type SpanContext,
  type SpanKind,
  context,
} from "@opentelemetry/api";
import { EMPTY_CONTEXT } from "./linked-context.ts";

// Uses an SDK as soon as one is registered.
const tracer = trace.getTracer("weather-suitability-service");

export interface TracedOptions {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes: Attributes;
  /** The trace to continue; an empty context starts a new one. */
  readonly parent: Context;
}

/** Starts a span, and makes the context for its work. The context has ids of its own even if no SDK records the span. */
export function startSpan({ name, kind, attributes, parent }: TracedOptions): {
  readonly span: Span;
  readonly current: Context;
} {
  const span = tracer.startSpan(name, { kind, attributes }, parent);
  const above = trace.getSpanContext(parent);
  const current = isIdentified(span, above)
    ? trace.setSpan(parent, span)
    : trace.setSpanContext(parent, childOf(above));
  return { span, current };
}

/** Runs the work as a span. The work itself sets the span's outcome. */
export function traced<T>(options: TracedOptions, work: (span: Span) => Promise<T>): Promise<T> {
  const { span, current } = startSpan(options);
  return runInContext(current, async () => {
    try {
      return await work(span);
    } finally {
      span.end();
    }
  });
}

/** Without an SDK, the API returns the parent's ids, or zeros. */
function isIdentified(span: Span, above: SpanContext | undefined): boolean {
  const { spanId } = span.spanContext();
  return spanId !== INVALID_SPANID && spanId !== above?.spanId;
}

/**
 * Whether a trace is sampled is decided where it begins, and passed on. A trace that begins here is not sampled: nobody
 * records this part, so callees should not record the rest.
 */
function childOf(above: SpanContext | undefined): SpanContext {
  const spanId = randomHex(8);
  return above === undefined
    ? { traceId: randomHex(16), spanId, traceFlags: TraceFlags.NONE }
    : { ...above, spanId, isRemote: false };
}

// Ids are cut from one text: asking the system for each id's bytes takes fifteen times as long.
const POOL_BYTES = 4_096;
let pool = "";
let used = 0;

/** Random bytes, at most 4,096, as lower-case hexadecimal. */
function randomHex(bytes: number): string {
  const digits = 2 * bytes;
  if (used + digits > pool.length) {
    pool = randomBytes(POOL_BYTES).toString("hex");
    used = 0;
  }
  used += digits;
  return pool.slice(used - digits, used);
}

// One for the process, like the API's own: it holds the context of the current call.
const storage = new AsyncLocalStorage<Context>();

/** Empty outside of a call. */
export function currentContext(): Context {
  return storage.getStore() ?? EMPTY_CONTEXT;
}

/** Runs the work, and everything asynchronous that it starts, in a context. */
export function runInContext<T>(current: Context, work: () => T): T {
  // With an SDK, the operator's other instrumentation finds the context too.
  return storage.run(current, () => context.with(current, work));
}

/** The trace fields of a log line, under OpenTelemetry's names; empty outside of a call. */
export function traceFields(): { trace_id?: string; span_id?: string } {
  const spanContext = trace.getSpanContext(currentContext());
  return spanContext === undefined ? {} : { trace_id: spanContext.traceId, span_id: spanContext.spanId };
}
