import type { AccountStore } from "../../accounts/account-store.ts";
import { randomId } from "../../accounts/random-text.ts";
import { oldestRetainedMonth } from "../../accounts/retention.ts";
import type { Clock } from "../../clock.ts";
import { differences, digestsOf } from "./account-copy.ts";

/**
 * Has the old store take calls again, as if nothing had moved, and ends a move that is under way; false where the old store
 * takes calls already. Where the new store has been in
 * use, it is refused, unless nothing has changed there. Without the new store it is not looked at: it is lost, or has never
 * answered a call.
 */
export async function cancelMove({
  from,
  to,
  clock,
}: {
  readonly from: AccountStore;
  readonly to: AccountStore | undefined;
  readonly clock: Clock;
}): Promise<boolean> {
  const sealOfFrom = await from.sealed();
  const sealOfTo = await to?.sealed();
  const isLeft = sealOfFrom?.kind === "left";
  if (to !== undefined && (isLeft || sealOfTo?.kind === "arriving")) {
    const move = randomId("move");
    if (sealOfTo?.kind === "left") {
      throw new Error(
        "The accounts have left MOVE_TO_STORE_URL for another store since: move them back from there.",
      );
    }
    // From then on nothing is counted there, and a move that is still under way can do no more.
    await to.seal({ kind: "arriving", move }, sealOfTo);
    if (sealOfTo === undefined) await expectUnused({ from, to, clock, move });
  }
  if (isLeft) await from.unseal(sealOfFrom.move);
  return isLeft;
}

/** Throws, and unseals the new store, where it has been in use. */
async function expectUnused({
  from,
  to,
  clock,
  move,
}: {
  readonly from: AccountStore;
  readonly to: AccountStore;
  readonly clock: Clock;
  readonly move: string;
}): Promise<void> {
  const options = { oldestMonth: oldestRetainedMonth(clock.nowMs()), checkTime: () => undefined };
  const different = differences(await digestsOf(from, options), await digestsOf(to, options));
  if (different.length === 0) return;
  await to.unseal(move);
  throw new Error(
    `The new store has been in use: ${different[0]} has changed there, one of ${different.length}. Move back instead, with STORE_URL and MOVE_TO_STORE_URL exchanged.`,
  );
}
