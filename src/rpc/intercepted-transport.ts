import type { DescMessage, DescMethod, DescService } from "@bufbuild/protobuf";
import {
  createContextKey,
  createContextValues,
  type Interceptor,
  type Transport,
  type UnaryResponse,
} from "@connectrpc/connect";
import { unaryMethods } from "./unary-methods.ts";
import { composeUnaryCall, servedCall, unaryRequest, type UnaryCall } from "./unary-call.ts";

/** Interceptors have no place for what a caller allows; it passes them by. */
const callerTimeoutMs = createContextKey<number | undefined>(undefined, {
  description: "the caller's deadline",
});

/** Aborts never; for calls that nobody can give up. */
const NEVER = new AbortController().signal;

/** A transport whose calls pass interceptors first. The chain is composed once per method, here. */
export function createInterceptedTransport(options: {
  transport: Transport;
  services: readonly DescService[];
  interceptors: readonly Interceptor[];
}): Transport {
  const { transport, services, interceptors } = options;
  const send: UnaryCall = ({ method, signal, header, message, contextValues }) =>
    transport.unary(method, signal, contextValues.get(callerTimeoutMs), header, message, contextValues);
  const calls = new Map<DescMethod, UnaryCall>(
    services.flatMap(unaryMethods).map((method) => [method, composeUnaryCall(interceptors, send)]),
  );

  return {
    async unary<I extends DescMessage, O extends DescMessage>(
      ...[method, signal, timeoutMs, header, input, contextValues]: Parameters<Transport["unary"]>
    ) {
      const call = servedCall(calls, method);
      const values = (contextValues ?? createContextValues()).set(callerTimeoutMs, timeoutMs);
      const request = unaryRequest({ method, signal: signal ?? NEVER, header, input, contextValues: values });
      return (await call(request)) as UnaryResponse<I, O>;
    },
    stream: (...call) => transport.stream(...call),
  };
}
