/** A protocol of the service, and the store behind it. */
export interface Door {
  readonly name: string;
  readonly way: "REST" | "Connect" | "gRPC";
  readonly store: "sqlite" | "postgres";
  /** Whether a sidecar stands before a core. */
  readonly isSplit: boolean;
  /** The servers that the service is compared with. */
  readonly peers: readonly Peer[];
}

/** A server that the service is compared with, by its name in the report. */
export type Peer =
  | "off the shelf"
  | "off the shelf on Redis"
  | "bare grpc-js"
  | "bare Connect on Fastify"
  | "bare Fastify and grpc-js"
  | "the same in batches";

const REST = { way: "REST", isSplit: false } as const;
const ON_SQLITE = { store: "sqlite", isSplit: false } as const;

/** Off the shelf without a name behind it is on SQLite too. On Redis it can share its counts. */
export const REST_ON_SQLITE: Door = {
  ...REST,
  name: "REST on SQLite",
  store: "sqlite",
  peers: ["off the shelf", "off the shelf on Redis"],
};
export const REST_ON_POSTGRES: Door = {
  ...REST,
  name: "REST on PostgreSQL",
  store: "postgres",
  peers: ["off the shelf on Redis"],
};
export const REST_DOORS: readonly Door[] = [REST_ON_SQLITE, REST_ON_POSTGRES];

export const DOORS: readonly Door[] = [
  ...REST_DOORS,
  { ...ON_SQLITE, name: "gRPC", way: "gRPC", peers: ["bare grpc-js"] },
  { ...ON_SQLITE, name: "Connect", way: "Connect", peers: ["bare Connect on Fastify"] },
  {
    ...ON_SQLITE,
    name: "sidecar",
    way: "REST",
    isSplit: true,
    peers: ["bare Fastify and grpc-js", "the same in batches"],
  },
];
