import type { DescMethodUnary, DescService } from "@bufbuild/protobuf";
import type { Interceptor, Transport } from "@connectrpc/connect";
import { createInterceptedTransport, timeoutMsAllowed, type UnaryCall } from "./intercepted-transport.ts";
import { unaryMethods } from "../unary-methods.ts";

/** A Connect Transport that passes the calls of some services on to another, behind interceptors. */
export function createForwardingTransport(options: {
  readonly transport: Transport;
  readonly services: readonly DescService[];
  readonly interceptors: readonly Interceptor[];
  readonly timeoutMs: number;
}): Transport {
  const { transport, services } = options;
  const forward: UnaryCall = ({ method, signal, header, message, contextValues }) => {
    const timeoutMs = contextValues.get(timeoutMsAllowed);
    return transport.unary(method, signal, timeoutMs, header, message, contextValues);
  };
  const calls = services
    .flatMap(unaryMethods)
    .map((method): readonly [DescMethodUnary, UnaryCall] => [method, forward]);
  return createInterceptedTransport({ ...options, calls });
}
