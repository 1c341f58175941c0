// What tells of a call across processes: its trace, continued from the caller or begun here.
import { Code, ConnectError } from "@connectrpc/connect";
import { SpanKind, SpanStatusCode, trace, type Context } from "@opentelemetry/api";
import { currentContext, traced } from "../../ops/trace/traced.ts";
import { contextFromHeaders, contextToHeaders } from "../../ops/trace/headers.ts";
import type { Call } from "../call.ts";

/** A server's own failures; what else goes wrong with a call is its caller's doing. */
const SERVER_FAILURES: ReadonlySet<Code> = new Set([
  Code.Unknown,
  Code.DeadlineExceeded,
  Code.Unimplemented,
  Code.Internal,
  Code.Unavailable,
  Code.DataLoss,
]);

const STATUS_CODE = "rpc.grpc.status_code";

/** The whole of a call, as part of the trace its headers name. */
export function traceCall<Result>(call: Call, work: () => Promise<Result>): Promise<Result> {
  return tracedCall(call, work, { kind: SpanKind.SERVER, parent: contextFromHeaders(call) });
}

/** A call passed on to a core, which hears of the trace in the headers that `work` gets. */
export function traceCoreCall<Result>(
  call: Call,
  work: (headers: Readonly<Record<string, string>>) => Promise<Result>,
): Promise<Result> {
  const parent = currentContext();
  // Of a call that nobody records nobody would record this step, which costs as much as all of the call's own tracing.
  if (trace.getSpan(parent)?.isRecording() !== true) return work(contextToHeaders(parent));
  const passOn = () => work(contextToHeaders(currentContext()));
  return tracedCall(call, passOn, { kind: SpanKind.CLIENT, parent });
}

/**
 * As https://opentelemetry.io/docs/specs/semconv/rpc/grpc/ has it, whichever door the call came in by; Connect's codes
 * have gRPC's numbers. To a client every code but OK is a failure.
 */
function tracedCall<Result>(
  { method }: Call,
  work: () => Promise<Result>,
  { kind, parent }: { readonly kind: SpanKind; readonly parent: Context },
): Promise<Result> {
  const service = method.parent.typeName;
  const attributes = { "rpc.system": "grpc", "rpc.service": service, "rpc.method": method.name };
  return traced({ name: `${service}/${method.name}`, kind, attributes, parent }, async (span) => {
    try {
      const result = await work();
      span.setAttribute(STATUS_CODE, 0);
      return result;
    } catch (error) {
      const code = error instanceof ConnectError ? error.code : Code.Internal;
      span.setAttribute(STATUS_CODE, code);
      if (kind === SpanKind.CLIENT || SERVER_FAILURES.has(code)) {
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      throw error;
    }
  });
}
