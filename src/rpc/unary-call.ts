import {
  create,
  type DescMessage,
  type DescMethod,
  type DescMethodUnary,
  type MessageInitShape,
} from "@bufbuild/protobuf";
import {
  Code,
  ConnectError,
  createContextValues,
  type ContextValues,
  type Interceptor,
  type UnaryRequest,
  type UnaryResponse,
} from "@connectrpc/connect";

/** A call with everything around it, or what is left of it behind an interceptor. */
export type UnaryCall = (request: UnaryRequest) => Promise<UnaryResponse>;

/** The chain of interceptors around a call, the first outermost. To be composed once per method, not per call. */
export function composeUnaryCall(interceptors: readonly Interceptor[], innermost: UnaryCall): UnaryCall {
  // Interceptors are typed for streams too; on these chains there is never one.
  return interceptors.reduceRight((next, intercept) => intercept(next as never) as UnaryCall, innermost);
}

/** The call of a method; UNIMPLEMENTED where a transport serves no such method. */
export function servedCall(calls: ReadonlyMap<DescMethod, UnaryCall>, method: DescMethod): UnaryCall {
  const call = calls.get(method);
  if (call === undefined) {
    throw new ConnectError(`${method.parent.typeName}/${method.name} is not served here`, Code.Unimplemented);
  }
  return call;
}

/** What a transport is given, as the request that interceptors see. */
export function unaryRequest(given: {
  method: DescMethodUnary;
  signal: AbortSignal;
  header: ConstructorParameters<typeof Headers>[0];
  input: MessageInitShape<DescMessage>;
  contextValues: ContextValues | undefined;
}): UnaryRequest {
  const { method, signal, header, input, contextValues } = given;
  return {
    stream: false,
    service: method.parent,
    method,
    requestMethod: "POST",
    url: `/${method.parent.typeName}/${method.name}`,
    signal,
    header: header instanceof Headers ? header : new Headers(header),
    contextValues: contextValues ?? createContextValues(),
    message: create(method.input, input),
  };
}
