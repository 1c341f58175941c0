import type { AccountStore } from "../accounts/account-store.ts";
import type { Clock } from "../clock.ts";

/** All that an operator's command has to do with the world. */
export interface CommandContext {
  readonly store: AccountStore;
  readonly clock: Clock;
  /** Prints a line, or several with line breaks between them. */
  readonly print: (line: string) => void;
}
