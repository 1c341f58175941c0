import type { StoreKind } from "../harness/store-servers.ts";

/** A way into the service, and the store behind it. */
export interface Door {
  readonly name: string;
  readonly way: "REST" | "Connect" | "gRPC";
  readonly store: StoreKind;
  /** Whether a sidecar stands before a core. */
  readonly isSplit: boolean;
  /** What the service is held against there, in the words of the report. */
  readonly peer: string;
}

const REST = { way: "REST", isSplit: false, peer: "off the shelf" } as const;

export const REST_ON_SQLITE: Door = { ...REST, name: "REST on SQLite", store: "sqlite" };
export const REST_ON_REDIS: Door = { ...REST, name: "REST on Redis", store: "redis" };
export const REST_DOORS: readonly Door[] = [REST_ON_SQLITE, REST_ON_REDIS];
/** Held against the service itself: what the store that fleets are to use costs beside the one that needs nothing. */
export const REST_ON_POSTGRES: Door = {
  ...REST,
  name: "REST on PostgreSQL",
  store: "postgres",
  peer: REST_ON_SQLITE.name,
};

export const DOORS: readonly Door[] = [
  ...REST_DOORS,
  REST_ON_POSTGRES,
  { name: "gRPC", way: "gRPC", store: "sqlite", isSplit: false, peer: "bare grpc-js" },
  { name: "Connect", way: "Connect", store: "sqlite", isSplit: false, peer: "bare Connect on Fastify" },
  { name: "sidecar", way: "REST", store: "sqlite", isSplit: true, peer: "bare Fastify and grpc-js" },
];
