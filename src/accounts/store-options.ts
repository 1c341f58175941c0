import type { Clock } from "../clock.ts";
import type { TlsReader } from "./postgres/connect.ts";
import type { OnStoreRisks } from "./store-risks.ts";

export interface StoreOptions {
  readonly clock: Clock;
  /** Who changes accounts through it, for the audit log; by default "unknown". */
  readonly operator?: string | undefined;
  /** Whether a file that is not there is made, with its folder; by default it is. */
  readonly mayMakeIt?: boolean | undefined;
  /** How long a server may take to answer a command, or SQLite to commit; by default what each finds right. */
  readonly commandTimeoutMs?: number | undefined;
  /** Whether a store is opened whose accounts have moved to another one. */
  readonly mayHaveMoved?: boolean | undefined;
  /** What an encrypted connection to a server is made with; by default the CAs that Node trusts. */
  readonly tls?: TlsReader | undefined;
  /** Is told by which of its settings a server may lose what it has answered for, each time that it has been connected to. */
  readonly onRisks?: OnStoreRisks | undefined;
  /** Is told how far `clock` is ahead of the clock of a server, whenever that is seen; negative where it is behind. */
  readonly onClock?: ((aheadMs: number) => void) | undefined;
  /** Whether calls are answered from it: a server's accounts cannot be moved meanwhile. */
  readonly serves?: boolean | undefined;
}
