import { create, type DescMethodUnary } from "@bufbuild/protobuf";
import type {
  HandlerContext,
  Interceptor,
  MethodImplSpec,
  Transport,
  UnaryRequest,
} from "@connectrpc/connect";
import { createInterceptedTransport, type UnaryCall } from "./intercepted-transport.ts";

/** A Connect Transport to services in this process, behind interceptors: neither bytes nor streams. */
export function createInProcessTransport(options: {
  readonly methods: readonly MethodImplSpec[];
  readonly interceptors: readonly Interceptor[];
  readonly timeoutMs: number;
}): Transport {
  return createInterceptedTransport({ ...options, calls: options.methods.map(implementedCall) });
}

function implementedCall(spec: MethodImplSpec): readonly [DescMethodUnary, UnaryCall] {
  if (spec.kind !== "unary") {
    throw new Error(`${spec.method.parent.typeName}/${spec.method.name} streams, which is not served here`);
  }
  const { impl, method } = spec;
  const call: UnaryCall = async (request) => {
    const context = callContext(request);
    return {
      stream: false,
      service: request.service,
      method,
      header: context.responseHeader,
      trailer: context.responseTrailer,
      message: create(method.output, await impl(request.message, context)),
    };
  };
  return [method, call];
}

/** Everything a handler may ask for, as plain properties: nothing of it costs until it is used. */
function callContext(request: UnaryRequest): HandlerContext {
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
