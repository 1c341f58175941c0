import { createConnectCallers } from "./connect-caller.ts";
import type { Door } from "./door.ts";
import { createGrpcCaller } from "./grpc-caller.ts";
import { createRestCaller } from "./rest-caller.ts";

/** All doors of a running service, and the doors of its sidecar if it has one. */
export function allDoors(ports: {
  grpc: number;
  http: number;
  sidecar?: number;
}): readonly [Door, ...Door[]] {
  return [
    ...httpDoors(ports.http),
    createGrpcCaller(ports.grpc),
    ...(ports.sidecar === undefined ? [] : httpDoors(ports.sidecar).map(viaSidecar)),
  ];
}

function httpDoors(port: number): readonly [Door, ...Door[]] {
  return [createRestCaller(port), ...createConnectCallers(port)];
}

function viaSidecar(door: Door): Door {
  return { ...door, name: `${door.name}, through the sidecar` };
}
