import type { AccountStore } from "../../accounts/account-store.ts";
import { oldestRetainedMonth } from "../../accounts/retention.ts";
import type { Clock } from "../../clock.ts";
import { differences, digestsOf } from "./account-copy.ts";

/**
 * Has the old store take calls again, as if nothing had moved; false where it does already. Where the new store has been in
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
  if ((await from.sealed()) !== "left") return false;
  if (to !== undefined && (await to.sealed()) === undefined) {
    // From then on nothing is counted there.
    await to.seal("arriving");
    const options = { oldestMonth: oldestRetainedMonth(clock.nowMs()), checkTime: () => undefined };
    const different = differences(await digestsOf(from, options), await digestsOf(to, options));
    if (different.length > 0) {
      await to.unseal();
      throw new Error(
        `The new store has been in use: ${different[0]} has changed there, one of ${different.length}. Move back instead, with STORE_URL and MOVE_TO_STORE_URL exchanged.`,
      );
    }
  }
  await from.unseal();
  return true;
}
