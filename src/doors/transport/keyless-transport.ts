import type { DescService } from "@bufbuild/protobuf";
import type { Transport } from "@connectrpc/connect";

/** One transport of two: calls of `service` take the way of those that need no key. */
export function createKeylessTransport(options: {
  readonly service: DescService;
  readonly keyless: Transport;
  readonly checked: Transport;
}): Transport {
  const { service, keyless, checked } = options;
  return {
    unary: (method, ...call) => (method.parent === service ? keyless : checked).unary(method, ...call),
    stream: (method, ...call) => checked.stream(method, ...call),
  };
}
