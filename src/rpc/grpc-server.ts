// gRPC on grpc-js, with the standard health and reflection services.
import type { DescService } from "@bufbuild/protobuf";
import { Server, ServerCredentials, type UntypedServiceImplementation } from "@grpc/grpc-js";
import { HealthImplementation } from "grpc-health-check";
import { createGrpcHandler, grpcMethodDefinition, type GrpcHandlerOptions } from "./grpc-handler.ts";
import { createReflection } from "./grpc-reflection.ts";
import { unaryMethods } from "./unary-methods.ts";

/** Requests are a few hundred bytes; 64 KiB is far above any honest one. */
const REQUEST_BYTES_MAX = 64 * 1024;

export interface GrpcServer {
  /** Resolves to the port once calls are accepted. */
  listen(address: { readonly host: string; readonly port: number }): Promise<number>;
  /** What the standard health service says of the server and of each service. */
  setServing(isServing: boolean): void;
  /** Takes no new calls and resolves when those under way are answered, or after `timeoutMs` with the rest cut off. */
  close(timeoutMs: number): Promise<void>;
}

export function createGrpcServer(
  options: GrpcHandlerOptions & { readonly services: readonly DescService[] },
): GrpcServer {
  const server = new Server({ "grpc.max_receive_message_length": REQUEST_BYTES_MAX });
  for (const service of options.services) {
    addService(server, service, options);
  }
  createReflection(options.services).addToServer(server);
  const health = new HealthImplementation();
  const setServing = (isServing: boolean) => {
    for (const name of ["", ...options.services.map(({ typeName }) => typeName)]) {
      health.setStatus(name, isServing ? "SERVING" : "NOT_SERVING");
    }
  };
  setServing(false);
  health.addToServer(server);

  return {
    listen: ({ host, port }) =>
      new Promise((resolve, reject) => {
        // An IPv6 address needs its brackets back.
        const address = `${host.includes(":") ? `[${host}]` : host}:${port}`;
        server.bindAsync(address, ServerCredentials.createInsecure(), (error, boundPort) =>
          error === null ? resolve(boundPort) : reject(error),
        );
      }),
    setServing,
    close: (timeoutMs) => closeServer(server, timeoutMs),
  };
}

function addService(server: Server, service: DescService, options: GrpcHandlerOptions): void {
  const methods = unaryMethods(service);
  const definition = Object.fromEntries(
    methods.map((method) => [method.localName, grpcMethodDefinition(method)]),
  );
  const handlers: UntypedServiceImplementation = Object.fromEntries(
    methods.map((method) => [method.localName, createGrpcHandler(method, options)]),
  );
  server.addService(definition, handlers);
}

/** tryShutdown waits for ever for a client that keeps its connection (grpc-node issues 1458, 2953): hence the bound. */
function closeServer(server: Server, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      server.forceShutdown();
      resolve();
    }, timeoutMs);
    server.tryShutdown(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
