import type { FastifyInstance } from "fastify";
import { loadOnce } from "../../lib/load-once.ts";
import type { DoorContext } from "./mcp-door.ts";

/** Adds POST /mcp. The protocol's SDK takes as much memory as Fastify and gRPC together, and is loaded by the first message. */
export function mountMcp(app: FastifyInstance, context: DoorContext): void {
  const door = loadOnce(async () => (await import("./mcp-door.ts")).createMcpDoor(context));
  app.post("/mcp", async (request, reply) => (await door())(request, reply));
}
