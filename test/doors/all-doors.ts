import type { Service } from "../../src/compose.ts";
import { createConnectCallers } from "./connect-caller.ts";
import type { Door } from "./door.ts";
import { createGrpcCaller } from "./grpc-caller.ts";
import { createRestCaller } from "./rest-caller.ts";

/** Every way in to a running service. */
export function allDoors(ports: Service["ports"]): readonly Door[] {
  return [createRestCaller(ports.http), createGrpcCaller(ports.grpc), ...createConnectCallers(ports.http)];
}
