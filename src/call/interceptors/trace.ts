// Traces a call across processes: its trace is continued from the caller or begun here.
import { Code, ConnectError } from "@connectrpc/connect";
import { SpanKind, SpanStatusCode, trace, type Context, type Span } from "@opentelemetry/api";
import { currentContext, traced, type TracedOptions } from "../../observability/trace/traced.ts";
import { contextToHeaders } from "../../observability/trace/headers.ts";
import type { DescMethod } from "@bufbuild/protobuf";

/** Failures of the server; all others are the caller's. */
const SERVER_FAILURES: ReadonlySet<Code> = new Set([
  Code.Unknown,
  Code.DeadlineExceeded,
  Code.Unimplemented,
  Code.Internal,
  Code.Unavailable,
  Code.DataLoss,
]);

const STATUS_CODE = "rpc.grpc.status_code";

/**
 * The span of a call. Attributes follow https://opentelemetry.io/docs/specs/semconv/rpc/grpc/ for every door; Connect's
 * codes have gRPC's numbers.
 */
export function callSpan(method: DescMethod, kind: SpanKind, parent: Context): TracedOptions {
  const service = method.parent.typeName;
  const attributes = { "rpc.system": "grpc", "rpc.service": service, "rpc.method": method.name };
  return { name: `${service}/${method.name}`, kind, attributes, parent };
}

/** Sets how the call of a span ended. On the client side, every code but OK is a failure. */
export function setOutcome(span: Span, kind: SpanKind, error?: unknown): void {
  if (error === undefined) {
    span.setAttribute(STATUS_CODE, 0);
    return;
  }
  const code = error instanceof ConnectError ? error.code : Code.Internal;
  span.setAttribute(STATUS_CODE, code);
  if (kind === SpanKind.CLIENT || SERVER_FAILURES.has(code)) {
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
}

/** The span of a call to a core. `work` gets the headers that continue the trace. */
export function traceCoreCall<Result>(
  method: DescMethod,
  work: (headers: Readonly<Record<string, string>>) => Promise<Result>,
): Promise<Result> {
  const parent = currentContext();
  // Without a recording parent, nobody would record this span, which costs as much as the rest of the call's tracing.
  if (trace.getSpan(parent)?.isRecording() !== true) return work(contextToHeaders(parent));
  return traced(callSpan(method, SpanKind.CLIENT, parent), async (span) => {
    try {
      const result = await work(contextToHeaders(currentContext()));
      setOutcome(span, SpanKind.CLIENT);
      return result;
    } catch (error) {
      setOutcome(span, SpanKind.CLIENT, error);
      throw error;
    }
  });
}
