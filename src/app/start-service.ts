// Starts a service from a Config. The tests start the same service.
import type { Store } from "./store.ts";
import { createProcessParts, type StartOptions } from "../observability/process-parts.ts";
import type { Config } from "./settings/core-config.ts";
import { startDoors, type Running } from "./start-doors.ts";
import { startOrClose } from "./start-or-close.ts";
import { grpcDoor } from "./grpc-door.ts";
import { httpDoor } from "./http-door.ts";
import { openAccounts } from "./open-accounts.ts";
import { openAdminDoor } from "./admin-door.ts";
import { openCallListeners } from "./open-call-listeners.ts";
import { openCore } from "./open-core.ts";
import { openRemoteCore } from "./open-remote-core.ts";

/** Everything in one process. */
export interface Service extends Running<"grpc" | "http" | "ops"> {
  readonly store: Store;
}

/** The role `all`: every door in front of the checks and operations. Throws if it cannot start. */
export function startService(config: Config, options: StartOptions): Promise<Service> {
  const parts = createProcessParts(options);
  return startOrClose(async (opened) => {
    const listeners = await openCallListeners(parts);
    const backend = await openCore(config, parts, opened, listeners);
    const doors = {
      grpc: grpcDoor(config, backend, parts),
      http: await httpDoor(config, backend, parts),
    };
    const admin = config.admin && (await openAdminDoor(config.admin, config, backend, parts));
    const running = await startDoors({ config, parts, backend, opened, doors, admin });
    return { ...running, store: backend.store };
  });
}

/** The role `core`: gRPC in front of the checks and operations, and the administration if it is set up. */
export function startCore(config: Config, options: StartOptions): Promise<Running<"grpc" | "ops">> {
  const parts = createProcessParts(options);
  return startOrClose(async (opened) => {
    const listeners = await openCallListeners(parts);
    const backend = await openCore(config, parts, opened, listeners);
    const doors = { grpc: grpcDoor(config, backend, parts) };
    const admin = config.admin && (await openAdminDoor(config.admin, config, backend, parts));
    return startDoors({ config, parts, backend, opened, doors, admin });
  });
}

/** The role `rest`: the HTTP doors in front of a core, called over gRPC. */
export function startRest(config: Config, options: StartOptions): Promise<Running<"http" | "ops">> {
  const parts = createProcessParts(options);
  return startOrClose(async (opened) => {
    await openCallListeners(parts);
    const backend = await openRemoteCore(config, parts, opened);
    const doors = { http: await httpDoor(config, backend, parts) };
    return startDoors({ config, parts, backend, opened, doors });
  });
}

/**
 * The role `admin`: the administration alone. The service's own role in the store may then have fewer rights, and the
 * administration its own network.
 */
export function startAdmin(config: Config, options: StartOptions): Promise<Running<"admin" | "ops">> {
  const parts = createProcessParts(options);
  return startOrClose(async (opened) => {
    if (config.admin === undefined)
      throw new Error("ADMIN_LISTEN is missing: the role admin has nothing else to serve");
    const backend = await openAccounts(config, parts, opened);
    const doors = { admin: await openAdminDoor(config.admin, config, backend, parts) };
    return startDoors({ config, parts, backend, opened, doors });
  });
}
