// What tells of a call across processes: its trace, continued from the caller or begun here.
import {
  Code,
  ConnectError,
  type Interceptor,
  type UnaryRequest,
  type StreamRequest,
} from "@connectrpc/connect";
import { SpanKind, SpanStatusCode, type Attributes, type Span } from "@opentelemetry/api";
import { currentContext } from "../trace/current-context.ts";
import { contextFromHeaders, contextToHeaders } from "../trace/headers.ts";
import { traced } from "../trace/traced.ts";

/** A server's own failures; what else goes wrong with a call is its caller's doing. */
const SERVER_FAILURES: ReadonlySet<Code> = new Set([
  Code.Unknown,
  Code.DeadlineExceeded,
  Code.Unimplemented,
  Code.Internal,
  Code.Unavailable,
  Code.DataLoss,
]);

/** The whole of a call, as part of the trace its headers name. */
export const traceCall: Interceptor = (next) => (request) =>
  traced(
    {
      name: spanName(request),
      kind: SpanKind.SERVER,
      attributes: spanAttributes(request),
      parent: contextFromHeaders(request.header),
    },
    (span) =>
      record(
        span,
        () => next(request),
        (code) => SERVER_FAILURES.has(code),
      ),
  );

/** A call passed on to a core, which hears of the trace in the headers. */
export const traceCoreCall: Interceptor = (next) => (request) =>
  traced(
    {
      name: spanName(request),
      kind: SpanKind.CLIENT,
      attributes: spanAttributes(request),
      parent: currentContext(),
    },
    (span) => {
      for (const [name, value] of Object.entries(contextToHeaders(currentContext()))) {
        request.header.set(name, value);
      }
      return record(
        span,
        () => next(request),
        () => true,
      );
    },
  );

type Request = UnaryRequest | StreamRequest;

function spanName({ service, method }: Request): string {
  return `${service.typeName}/${method.name}`;
}

/** Whichever door it came in by: the method is one of gRPC's, and so is the code it ends with. */
function spanAttributes({ service, method }: Request): Attributes {
  return { "rpc.system": "grpc", "rpc.service": service.typeName, "rpc.method": method.name };
}

const STATUS_CODE = "rpc.grpc.status_code";

/** As https://opentelemetry.io/docs/specs/semconv/rpc/grpc/ has it; Connect's codes have gRPC's numbers. */
async function record<T>(span: Span, call: () => Promise<T>, isFailure: (code: Code) => boolean): Promise<T> {
  try {
    const response = await call();
    span.setAttribute(STATUS_CODE, 0);
    return response;
  } catch (error) {
    const code = error instanceof ConnectError ? error.code : Code.Internal;
    span.setAttribute(STATUS_CODE, code);
    if (isFailure(code)) {
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    throw error;
  }
}
