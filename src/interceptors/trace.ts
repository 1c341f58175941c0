// What tells of a call across processes: its trace, continued from the caller or begun here.
import { Code, ConnectError, type Interceptor } from "@connectrpc/connect";
import { SpanKind, SpanStatusCode, type Context } from "@opentelemetry/api";
import { currentContext, traced } from "../ops/trace/traced.ts";
import { contextFromHeaders, contextToHeaders } from "../ops/trace/headers.ts";

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
export const traceCall: Interceptor = (next) => (request) =>
  tracedCall(next, request, { kind: SpanKind.SERVER, parent: contextFromHeaders(request.header) });

/** A call passed on to a core, which hears of the trace in the headers. */
export const traceCoreCall: Interceptor = (next) => (request) =>
  tracedCall(
    (passedOn) => {
      for (const [name, value] of Object.entries(contextToHeaders(currentContext()))) {
        passedOn.header.set(name, value);
      }
      return next(passedOn);
    },
    request,
    { kind: SpanKind.CLIENT, parent: currentContext() },
  );

/**
 * As https://opentelemetry.io/docs/specs/semconv/rpc/grpc/ has it, whichever door the call came in by; Connect's codes
 * have gRPC's numbers. To a client every code but OK is a failure.
 */
function tracedCall(
  next: Parameters<Interceptor>[0],
  request: Parameters<ReturnType<Interceptor>>[0],
  { kind, parent }: { readonly kind: SpanKind; readonly parent: Context },
) {
  const service = request.service.typeName;
  const method = request.method.name;
  const attributes = { "rpc.system": "grpc", "rpc.service": service, "rpc.method": method };
  return traced({ name: `${service}/${method}`, kind, attributes, parent }, async (span) => {
    try {
      const response = await next(request);
      span.setAttribute(STATUS_CODE, 0);
      return response;
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
