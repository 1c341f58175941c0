// What a store can do besides, so that its accounts can move to another while calls are answered.
import type { AccountRecord } from "../account-store.ts";

/** Why a store refuses every change: accounts are being moved into it, or have left it for another. */
export type Seal = "arriving" | "left";

/** What a change is refused with, by the seal. */
export const SEAL_REASONS: Readonly<Record<Seal, string>> = {
  arriving: "accounts are still being moved into it",
  left: "its accounts are moving, or have moved, to another store",
};

export interface MovableStore {
  /**
   * From when this returns, every spend and every change is refused as StoreUnavailable, in every process, and none is under
   * way: what is read then is final. Reading goes on. A store that cannot be pinged any more is not ready.
   */
  seal(seal: Seal): Promise<void>;
  /** Spends and changes are made again. */
  unseal(): Promise<void>;
  sealed(): Promise<Seal | undefined>;
  /** Puts accounts in the place of those of the same id, with all that belongs to them, sealed or not. */
  replaceAccounts(records: readonly AccountRecord[]): Promise<void>;
  /** Removes accounts with all that belongs to them, sealed or not. */
  removeAccounts(accountIds: readonly string[]): Promise<void>;
}
