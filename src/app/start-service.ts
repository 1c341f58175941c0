// Starts a service from a Config. The tests start the same service.
import type { Accounts, Store } from "./store.ts";
import { createProcessParts, type ProcessParts, type StartOptions } from "../observability/process-parts.ts";
import type { Config } from "./settings/core-config.ts";
import { type Door, startDoors, type Running } from "./start-doors.ts";
import { startOrClose } from "./start-or-close.ts";
import { grpcDoor } from "./grpc-door.ts";
import { httpDoor } from "./http-door.ts";
import { openAccounts } from "./open-accounts.ts";
import { MODULES } from "./all-modules.ts";
import type { ModulePort } from "./module.ts";
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
      ...(await openModulePorts(config, backend, parts)),
    };
    const running = await startDoors({ config, parts, backend, opened, doors });
    return { ...running, store: backend.store };
  });
}

/** The role `core`: gRPC in front of the checks and operations, and the ports of modules that the settings ask for. */
export function startCore(config: Config, options: StartOptions): Promise<Running<"grpc" | "ops">> {
  const parts = createProcessParts(options);
  return startOrClose(async (opened) => {
    const listeners = await openCallListeners(parts);
    const backend = await openCore(config, parts, opened, listeners);
    const doors = {
      grpc: grpcDoor(config, backend, parts),
      ...(await openModulePorts(config, backend, parts)),
    };
    return startDoors({ config, parts, backend, opened, doors });
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
 * The role of a module's port: that port alone. The service's own role in the store may then have fewer rights, and the port
 * its own network.
 */
export function startModulePort(
  port: ModulePort,
  config: Config,
  options: StartOptions,
): Promise<Running<"ops">> {
  const parts = createProcessParts(options);
  return startOrClose(async (opened) => {
    const openPort = await port.load(config);
    if (openPort === undefined) {
      const { name } = port;
      throw new Error(`${name.toUpperCase()}_LISTEN is missing: the role ${name} has nothing else to serve`);
    }
    const backend = await openAccounts(config, parts, opened);
    const doors = { [port.name]: await openPort(config, backend, parts) };
    return startDoors({ config, parts, backend, opened, doors });
  });
}

async function openModulePorts(config: Config, backend: Accounts, parts: ProcessParts) {
  const doors: Record<string, Door> = {};
  for (const { port } of MODULES) {
    const openPort = await port?.load(config);
    if (port !== undefined && openPort !== undefined)
      doors[port.name] = await openPort(config, backend, parts);
  }
  return doors;
}
