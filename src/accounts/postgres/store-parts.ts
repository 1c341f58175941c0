import type { Clock } from "../../clock.ts";
import type { TlsReader } from "../../connections/tls-reader.ts";
import type { PostgresAddress } from "./address.ts";
import type { PostgresConnection } from "./connection.ts";

/** What the parts of the store have in common. */
export interface PostgresStoreParts {
  readonly address: PostgresAddress;
  readonly tls: TlsReader | undefined;
  /** For everything that nothing else waits behind: neither counting nor calls of providers. */
  readonly connection: PostgresConnection;
  readonly clock: Clock;
  /** Who changes accounts through it, for the audit log. */
  readonly operator: string;
}
