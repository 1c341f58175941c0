import type { FetchOwner } from "../fetch-owner.ts";

interface Account {
  underWay: number;
  /** Each begins the turn of one that waits. */
  readonly waiting: Set<() => void>;
}

/** Gives up the place in the account's queue, or ends the turn. May be called again. */
export type LeaveTurn = () => void;

/**
 * Limits how many fetches of one account are under way at once; the others wait for the account's turn, first come, first
 * served. No account waits for another here.
 */
export function createAccountTurns() {
  const accounts = new Map<string, Account>();
  return {
    /** Calls `onTurn` as soon as there is room: in this very call, if there is. */
    enter(owner: FetchOwner | undefined, onTurn: () => void): LeaveTurn {
      const atOnceMax = owner?.newPlaces?.atOnce;
      if (owner === undefined || atOnceMax === undefined) {
        onTurn();
        return () => undefined;
      }
      const { accountId } = owner;
      const account = accounts.get(accountId) ?? { underWay: 0, waiting: new Set() };
      accounts.set(accountId, account);
      const begin = () => {
        account.waiting.delete(begin);
        account.underWay += 1;
        onTurn();
      };
      let isOver = false;
      if (account.underWay < atOnceMax) begin();
      else account.waiting.add(begin);
      return () => {
        if (isOver) return;
        isOver = true;
        if (account.waiting.delete(begin)) return;
        account.underWay -= 1;
        const [next] = account.waiting;
        if (next !== undefined) next();
        else if (account.underWay === 0) accounts.delete(accountId);
      };
    },
  };
}

export type AccountTurns = ReturnType<typeof createAccountTurns>;
