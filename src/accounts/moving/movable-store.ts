// What a store can do besides, so that its accounts can move to another while calls are answered.
import { StoreUnavailable, type AccountRecord } from "../account-store.ts";

/** Accounts are being moved into the store, or leave it, or have left it, for another. */
export type SealKind = "arriving" | "left";

/** Why a store refuses every change. */
export interface Seal {
  readonly kind: SealKind;
  /** Which run of a command has put it there, by an id of its own: `move_` and letters. */
  readonly move: string;
}

/** What a change is refused with, by the kind of the seal. */
export const SEAL_REASONS: Readonly<Record<SealKind, string>> = {
  arriving: "accounts are still being moved into it",
  left: "its accounts are moving, or have moved, to another store",
};

/** Nothing was done: the seal is not the one that was expected. */
export class SealTaken extends Error {
  override readonly name = "SealTaken";
  constructor() {
    super("Another accounts move, or accounts move --cancel, has begun since: this one can do no more.");
  }
}

/**
 * What is done under a seal is done while that seal is there, or else throws SealTaken: whoever is held up while another
 * takes over can do nothing any more.
 */
export interface MovableStore {
  /**
   * From when this returns, every spend and every change is refused as StoreUnavailable, in every process, and none is under
   * way: what is read then is final. Reading goes on, but that a key is unknown is not said. A store that cannot be pinged any
   * more is not ready. The seal comes in the place of the one that `sealed` has told, or of none; throws SealTaken where that
   * has changed since.
   */
  seal(seal: Seal, previous: Seal | undefined): Promise<void>;
  /** Spends and changes are made again. */
  unseal(move: string): Promise<void>;
  sealed(): Promise<Seal | undefined>;
  /** Puts accounts in the place of those of the same id, with all that belongs to them, under the seal of that move. */
  replaceAccounts(records: readonly AccountRecord[], move: string): Promise<void>;
  /** Removes accounts with all that belongs to them, under the seal of that move. */
  removeAccounts(accountIds: readonly string[], move: string): Promise<void>;
}

/** Throws what a sealed store throws where it cannot answer. */
export function expectNoSeal(seal: Pick<Seal, "kind"> | undefined): undefined {
  if (seal === undefined) return undefined;
  throw new StoreUnavailable(`The account store cannot be used: ${SEAL_REASONS[seal.kind]}.`);
}

/** Throws SealTaken where another seal is there than that of the move, or, without one, where any is. */
export function expectSealOf(seal: Seal | undefined, move: string | undefined): void {
  if (seal?.move !== move) throw new SealTaken();
}
