import type { Clock } from "../../clock.ts";
import type { RedisConnection } from "../../redis/connection.ts";

/** What the parts of the store have in common. */
export interface RedisStoreParts {
  readonly connection: RedisConnection;
  readonly clock: Clock;
  /** Who changes accounts through it, for the audit log. */
  readonly operator: string;
}
