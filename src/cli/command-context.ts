import type { AccountStore } from "../accounts/store.ts";
import type { Plans } from "../accounts/plans/plans.ts";
import type { Clock } from "../clock.ts";
import type { Config } from "../config/config.ts";

/** Gives a text a style of node:util; on what is no terminal it gives back the text as it is. */
export type Paint = (style: "bold" | "cyan", text: string) => string;

export interface StoresOfMove {
  readonly from: AccountStore;
  readonly to: AccountStore | undefined;
}

/** All that the commands have to do with the world. */
export interface CommandContext {
  /** The settings; throws the line that names a setting that is wrong. */
  readonly config: () => Config;
  /** Those of the settings; throws as `config` does. */
  readonly plans: () => Plans;
  /**
   * Opens the store of the settings while `use` needs it. It is waited for longer than callers would wait. Only what begins a
   * store may make its file; for all else one that is not there is a STORE_URL that was forgotten.
   */
  readonly useStore: (
    use: (store: AccountStore) => Promise<void>,
    options?: { readonly mayMakeIt?: boolean },
  ) => Promise<void>;
  /** The same, also of a store whose accounts have moved where that is said, and that of MOVE_TO_STORE_URL where it is set. */
  readonly useStoresOfMove: (
    use: (stores: StoresOfMove) => Promise<void>,
    options: { readonly mayHaveMoved: boolean },
  ) => Promise<void>;
  readonly clock: Clock;
  /** Both take a line, or several with line breaks between them. */
  readonly print: (text: string) => void;
  readonly printError: (line: string) => void;
  /** What is no mistake and does not belong into a file that stdout leads to; a line. */
  readonly printNote: (line: string) => void;
  /** Asks whoever sits at the terminal, and returns the line that is typed; undefined where nobody does. */
  readonly confirm: (question: string) => Promise<string | undefined>;
  /** For what is printed. */
  readonly paint: Paint;
}
