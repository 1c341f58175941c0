// Config in, a running service out. The tests start the same service.
import type { AccountStore } from "../accounts/store.ts";
import { createProcessParts, type StartOptions } from "../ops/process-parts.ts";
import type { Config } from "../config/config.ts";
import { startDoors, type Running } from "./start-doors.ts";
import { startOrClose } from "./start-or-close.ts";
import { grpcDoor } from "./grpc-door.ts";
import { httpDoor } from "./http-door.ts";
import { openCore } from "./open-core.ts";
import { openRemoteCore } from "./open-remote-core.ts";

/** Everything in one process. */
export interface Service extends Running<"grpc" | "http" | "ops"> {
  readonly store: AccountStore;
}

/** The role `all`: every door in front of the checks and operations. Throws when it cannot start. */
export function startService(config: Config, options: StartOptions): Promise<Service> {
  const parts = createProcessParts(options);
  return startOrClose(async (opened) => {
    const { store, ...backend } = await openCore(config, parts, opened);
    const doors = {
      grpc: grpcDoor(config, backend, parts),
      http: httpDoor(config, backend, parts),
    };
    return { ...(await startDoors({ config, parts, backend, opened, doors })), store };
  });
}

/** The role `core`: gRPC in front of the checks and operations. */
export function startCore(config: Config, options: StartOptions): Promise<Running<"grpc" | "ops">> {
  const parts = createProcessParts(options);
  return startOrClose(async (opened) => {
    const backend = await openCore(config, parts, opened);
    const doors = { grpc: grpcDoor(config, backend, parts) };
    return startDoors({ config, parts, backend, opened, doors });
  });
}

/** The role `rest`: the HTTP doors in front of a core that is dialled over gRPC. */
export function startRest(config: Config, options: StartOptions): Promise<Running<"http" | "ops">> {
  const parts = createProcessParts(options);
  return startOrClose(async (opened) => {
    const backend = await openRemoteCore(config, parts, opened);
    const doors = { http: httpDoor(config, backend, parts) };
    return startDoors({ config, parts, backend, opened, doors });
  });
}
