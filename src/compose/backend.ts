import type { DescMethod } from "@bufbuild/protobuf";
import type { Transport } from "@connectrpc/connect";
import { SportsService } from "#gen/suitability/v1/sports_pb.ts";
import { UsageService } from "#gen/suitability/v1/usage_pb.ts";
import { SERVICES } from "../operations/services.ts";
import type { Dependency } from "../ops/readiness.ts";
import type { ServiceStatus } from "../operations/status.ts";
import type { BrowserDoorOptions } from "../doors/connect/door.ts";

/** What answers the doors: the checks and operations in this process, or a core elsewhere. */
export interface Backend {
  readonly transport: Transport;
  readonly isKnownCaller: BrowserDoorOptions["isKnownCaller"];
  readonly dependency: Dependency;
  readonly status: ServiceStatus;
}

/** Every service that asks for a key. */
export const ALL_SERVICES = [...SERVICES, UsageService];

export const METHODS: readonly DescMethod[] = ALL_SERVICES.flatMap(({ methods }) => methods);

export const METHOD_NAMES = METHODS.map(({ name }) => name);

/** What an account may ask without its being counted. */
export const FREE_METHODS = new Set<DescMethod>([
  UsageService.method.getUsage,
  SportsService.method.listSports,
]);
