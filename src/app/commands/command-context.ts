import type { Plans } from "../../accounts/plans/plans.ts";
import type { Clock } from "../../lib/time/clock.ts";
import type { Store } from "../store.ts";
import type { Config } from "../settings/core-config.ts";

/** Styles a text with node:util; returns it unchanged if the output is no terminal. */
export type Paint = (style: "bold" | "cyan", text: string) => string;

/** Everything through which commands reach the outside. */
export interface CommandContext {
  /** The settings; throws the line that names a wrong setting. */
  readonly config: () => Config;
  /** The plans of the settings; throws like `config`. */
  readonly plans: () => Plans;
  /**
   * Opens the store of the settings while `use` runs, with longer timeouts than for calls. `mayMakeIt` creates a
   * missing file; for other commands, a missing file means that STORE_URL was forgotten.
   */
  readonly useStore: (
    use: (store: Store) => Promise<void>,
    options?: { readonly mayMakeIt?: boolean },
  ) => Promise<void>;
  /**
   * Like `useStore`, and also opens the store of MOVE_TO_STORE_URL if that is set. `mayHaveMoved` also opens a store that was
   * moved.
   */
  readonly useStoresOfMove: <Result>(
    use: (stores: { readonly from: Store; readonly to: Store | undefined }) => Promise<Result>,
    options: { readonly mayHaveMoved: boolean },
  ) => Promise<Result>;
  readonly clock: Clock;
  /** `print` and `printError` take one line, or several with line breaks. */
  readonly print: (text: string) => void;
  readonly printError: (line: string) => void;
  /** A note on stderr, because stdout may be redirected to a file. */
  readonly printNote: (line: string) => void;
  /** Asks at the terminal and returns the typed line; undefined without a terminal. */
  readonly confirm: (question: string) => Promise<string | undefined>;
  readonly paint: Paint;
}
