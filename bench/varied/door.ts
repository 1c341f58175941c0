/** A protocol of the service, and the store behind it. */
export interface Door {
  readonly name: string;
  readonly way: "REST" | "Connect" | "gRPC";
  readonly store: "sqlite" | "postgres";
  /** Whether a sidecar stands before a core. */
  readonly isSplit: boolean;
  /** The server that the service is compared with, by its name in the report. */
  readonly peer: string;
}

const OFF_THE_SHELF = { way: "REST", isSplit: false, peer: "off the shelf" } as const;
const ON_SQLITE = { store: "sqlite", isSplit: false } as const;

export const REST_ON_SQLITE: Door = { ...OFF_THE_SHELF, name: "REST on SQLite", store: "sqlite" };
/** The peer uses Redis here, which a team would choose to share counts. */
export const REST_ON_POSTGRES: Door = { ...OFF_THE_SHELF, name: "REST on PostgreSQL", store: "postgres" };
export const REST_DOORS: readonly Door[] = [REST_ON_SQLITE, REST_ON_POSTGRES];

export const DOORS: readonly Door[] = [
  ...REST_DOORS,
  { ...ON_SQLITE, name: "gRPC", way: "gRPC", peer: "bare grpc-js" },
  { ...ON_SQLITE, name: "Connect", way: "Connect", peer: "bare Connect on Fastify" },
  { ...ON_SQLITE, name: "sidecar", way: "REST", isSplit: true, peer: "bare Fastify and grpc-js" },
];
