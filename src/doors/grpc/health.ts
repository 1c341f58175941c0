// The standard health service (https://grpc.io/docs/guides/health-checking/). Of our own, as the one of the package that
// defines it keeps every name that anybody has ever watched.
import {
  status,
  type sendUnaryData,
  type Server,
  type ServerUnaryCall,
  type ServerWritableStream,
} from "@grpc/grpc-js";
import { service } from "grpc-health-check";
import { createStreamLimit, http2StreamOf } from "./stream-limit.ts";

interface HealthRequest {
  readonly service: string;
}
interface HealthAnswer {
  readonly status: "SERVING" | "NOT_SERVING" | "SERVICE_UNKNOWN";
}
interface HealthList {
  readonly statuses: Readonly<Record<string, HealthAnswer>>;
}
type Watch = ServerWritableStream<HealthRequest, HealthAnswer>;

export interface Health {
  setServing(isServing: boolean): void;
  addToServer(server: Server): void;
}

/** All services stand and fall together, and with them the server, whose name is empty. */
export function createHealth(services: readonly string[]): Health {
  const known = new Set(["", ...services]);
  const watches = new Set<Watch>();
  const mayOpen = createStreamLimit();
  let answer: HealthAnswer = { status: "NOT_SERVING" };

  return {
    setServing: (isServing) => {
      const next = isServing ? "SERVING" : "NOT_SERVING";
      if (next === answer.status) return;
      answer = { status: next };
      for (const watch of watches) watch.write(answer);
    },
    addToServer: (server) =>
      server.addService(service, {
        Check: (
          call: ServerUnaryCall<HealthRequest, HealthAnswer>,
          callback: sendUnaryData<HealthAnswer>,
        ) => {
          if (known.has(call.request.service)) callback(null, answer);
          else callback({ code: status.NOT_FOUND, details: "The server has no service of that name." });
        },
        List: (_call: unknown, callback: sendUnaryData<HealthList>) =>
          callback(null, { statuses: Object.fromEntries([...known].map((name) => [name, answer])) }),
        Watch: (call: Watch) => {
          if (!mayOpen(call)) return;
          if (!known.has(call.request.service)) {
            // The stream stays open, as the standard asks, but no service comes later.
            call.write({ status: "SERVICE_UNKNOWN" });
            return;
          }
          call.write(answer);
          watches.add(call);
          http2StreamOf(call).once("close", () => watches.delete(call));
        },
      }),
  };
}
