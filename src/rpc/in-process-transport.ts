// A Connect Transport that calls services in this process: neither bytes nor streams, only the interceptors.
import { create, type DescMessage, type DescMethod } from "@bufbuild/protobuf";
import {
  Code,
  ConnectError,
  type HandlerContext,
  type Interceptor,
  type MethodImplSpec,
  type Transport,
  type UnaryRequest,
  type UnaryResponse,
} from "@connectrpc/connect";
import { startDeadline } from "./deadline.ts";
import { composeUnaryCall, servedCall, unaryRequest, type UnaryCall } from "./unary-call.ts";

/**
 * The chain of interceptors is composed once per method, here; calling Connect's own invokeUnaryImplementation per call
 * cost a third of the throughput, and its createRouterTransport nine tenths. A call lasts `timeoutMs` at the most,
 * or as long as its caller allows if that is shorter; then its signal aborts with DEADLINE_EXCEEDED.
 */
export function createInProcessTransport(options: {
  methods: readonly MethodImplSpec[];
  interceptors: readonly Interceptor[];
  timeoutMs: number;
}): Transport {
  const calls = new Map<DescMethod, UnaryCall>();
  for (const spec of options.methods) {
    calls.set(spec.method, composeCall(spec, options.interceptors));
  }

  return {
    async unary<I extends DescMessage, O extends DescMessage>(
      ...[method, signal, timeoutMs, header, input, contextValues]: Parameters<Transport["unary"]>
    ) {
      const call = servedCall(calls, method);
      const deadline = startDeadline({
        signal,
        timeoutMs: Math.min(timeoutMs ?? Infinity, options.timeoutMs),
      });
      try {
        const request = unaryRequest({ method, signal: deadline.signal, header, input, contextValues });
        return (await call(request)) as UnaryResponse<I, O>;
      } finally {
        deadline.clear();
      }
    },
    async stream(method) {
      throw new ConnectError(`${method.name} streams, which is not served here`, Code.Unimplemented);
    },
  };
}

function composeCall(spec: MethodImplSpec, interceptors: readonly Interceptor[]): UnaryCall {
  if (spec.kind !== "unary") {
    throw new Error(`${spec.method.parent.typeName}/${spec.method.name} streams, which is not served here`);
  }
  const { impl, method } = spec;
  const innermost: UnaryCall = async (request) => {
    const context = createCallContext(request);
    return {
      stream: false,
      service: request.service,
      method,
      header: context.responseHeader,
      trailer: context.responseTrailer,
      message: create(method.output, await impl(request.message, context)),
    };
  };
  return composeUnaryCall(interceptors, innermost);
}

/** Everything a handler may ask for, as plain properties: nothing of it costs until it is used. */
function createCallContext(request: UnaryRequest): HandlerContext {
  return {
    method: request.method,
    service: request.service,
    signal: request.signal,
    timeoutMs: () => undefined,
    requestMethod: request.requestMethod,
    requestHeader: request.header,
    responseHeader: new Headers(),
    responseTrailer: new Headers(),
    protocolName: "in-process",
    values: request.contextValues,
    url: request.url,
  };
}
