// `accounts move`: what an operator runs to leave a store for another.
import { countFromText } from "../given-values.ts";
import { countText } from "../aligned-columns.ts";
import type { CommandContext, StoresOfMove } from "../command-context.ts";
import type { Answer, ServiceCommand } from "../command.ts";
import type { CopyPass } from "./account-copy.ts";
import { cancelMove } from "./cancel-move.ts";
import { copyAccounts, moveAccounts } from "./move-accounts.ts";

interface Options {
  readonly cancel?: boolean;
  readonly copyOnly?: boolean;
  readonly refuseAtMost: number;
  readonly json?: boolean;
}

/** What callers hardly notice, with their own retries. */
const REFUSED_SECONDS_MAX = 60;

export function addMoveCommand(accounts: ServiceCommand, context: CommandContext): void {
  accounts
    .command("move")
    .description("Move all accounts to the store of MOVE_TO_STORE_URL, while calls are answered.")
    .option("--copy-only", "copy what can be copied while calls are answered, and refuse none")
    .option("--cancel", "take back a move that was broken off, or that nobody has used yet")
    .option(
      "--refuse-at-most <seconds>",
      "for how long calls may be refused at its end",
      countFromText,
      REFUSED_SECONDS_MAX,
    )
    .option("--json", "print one JSON document, for scripts")
    .action(async ({ cancel = false, copyOnly = false, refuseAtMost, json = false }: Options) => {
      const { clock, print, useStoresOfMove } = context;
      const tell = json ? () => undefined : print;
      const run = async ({ from, to }: StoresOfMove): Promise<Answer> => {
        if (cancel) return cancelledAnswer(await cancelMove({ from, to, clock }));
        const options = { from, to: given(to), clock, refusedSecondsMax: refuseAtMost, tell };
        return copyOnly
          ? copiedAnswer(await copyAccounts(options))
          : movedAnswer(await moveAccounts(options));
      };
      await useStoresOfMove(async (stores) => {
        const answer = await run(stores);
        print(json ? JSON.stringify(answer.json, null, 2) : answer.text);
      });
    });
}

function given<Store>(to: Store | undefined): Store {
  if (to === undefined) throw new Error("MOVE_TO_STORE_URL is not set: it names the store to move to.");
  return to;
}

function movedAnswer({ accounts, calls, refusedSeconds }: Awaited<ReturnType<typeof moveAccounts>>): Answer {
  return {
    json: { moved: accounts, calls, refused_seconds: refusedSeconds },
    text:
      `Moved, and compared: ${countText(accounts)} accounts with ${countText(calls)} calls, in ${refusedSeconds.toFixed(1)} s without either store.\n` +
      "Replicas on the new store are ready now. Those on the old one refuse every call: give them the new STORE_URL.",
  };
}

function copiedAnswer({ accounts, seconds }: CopyPass): Answer {
  return {
    json: { copied: accounts, last_pass_seconds: seconds },
    text:
      "The store of STORE_URL takes calls as before. Start replicas on the new one: they are not ready until all has arrived.\n" +
      "Then run accounts move without --copy-only.",
  };
}

function cancelledAnswer(isCancelled: boolean): Answer {
  return {
    json: { cancelled: isCancelled },
    text: isCancelled
      ? "Taken back: the store of STORE_URL takes calls again."
      : "Nothing to take back: the store of STORE_URL takes calls.",
  };
}
