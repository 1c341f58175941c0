import type { DatabaseSync } from "node:sqlite";
import type { Clock } from "../../clock.ts";

/** What the parts of the store have in common. */
export interface SqliteStoreParts {
  readonly path: string;
  readonly clock: Clock;
  /** Who changes accounts through it, for the audit log. */
  readonly operator: string;
  /** How long a commit may take; by default what the counter finds right. */
  readonly commandTimeoutMs?: number | undefined;
  /** The store's own connection to the file at `path`. */
  readonly database: DatabaseSync;
}
