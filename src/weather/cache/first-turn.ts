import type { AtOnce, Leave } from "../../at-once.ts";
import type { FetchOwner } from "../fetch-owner.ts";

/** The first turn that any of several accounts has; it is that account's until it is ended. */
export function createFirstTurn(atOnce: AtOnce) {
  /** By account: its place in its queue, or its turn. */
  const entered = new Map<string | undefined, Leave>();
  const come = Promise.withResolvers<void>();
  // It may be given up when nothing waits for it.
  come.promise.catch(() => undefined);
  let turn: { readonly owner: string | undefined } | undefined;

  return {
    /** Another account whose turn it may be. */
    enter(owner: FetchOwner | undefined): void {
      const id = owner?.accountId;
      if (turn !== undefined || entered.has(id)) return;
      const onTurn = () => {
        turn ??= { owner: id };
        come.resolve();
      };
      if (owner?.limits === undefined) onTurn();
      else entered.set(owner.accountId, atOnce.enter(owner.accountId, owner.limits.atOnce, onTurn));
    },
    hasCome: (): boolean => turn !== undefined,
    /** Rejects when it is given up. */
    untilCome: (): Promise<void> => come.promise,
    giveUp: (reason: unknown): void => come.reject(reason),
    /** Whose it is; the others leave their queues. */
    take(): string | undefined {
      const owner = turn?.owner;
      for (const [id, leave] of entered) if (id !== owner) leave();
      return owner;
    },
    end(): void {
      for (const leave of entered.values()) leave();
    },
  };
}
