import type { Clock } from "../../clock.ts";
import type { SqlDatabase } from "./sql.ts";

/** What the parts of a store have in common. */
export interface StoreParts {
  readonly database: SqlDatabase;
  readonly clock: Clock;
  /** Who changes accounts through it, for the audit log. */
  readonly operator: string;
}
