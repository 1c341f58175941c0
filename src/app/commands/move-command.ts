// `accounts move`: moves all accounts to another store, while nothing serves from either.
import { hash } from "node:crypto";
import type { AccountRecord, AccountStore } from "../../accounts/store.ts";
import { totalCalls } from "../../accounts/usage.ts";
import { countText } from "./aligned-columns.ts";
import type { CommandContext } from "./command-context.ts";
import type { Answer, ServiceCommand } from "./command.ts";

/** How often progress is printed, in accounts. */
const NOTE_EVERY = 1_000;

export function addMoveCommand(
  accounts: ServiceCommand,
  { printNote, useStoresOfMove }: CommandContext,
): void {
  accounts
    .command("move")
    .description("Move all accounts to the store of MOVE_TO_STORE_URL. Stop the service first.")
    .option("--undo", "let the store of STORE_URL be used again after its accounts have moved")
    .say(({ undo = false }: { readonly undo?: boolean }) =>
      useStoresOfMove(({ from, to }) => (undo ? undoMove(from) : moveAccounts(from, to, printNote)), {
        mayHaveMoved: undo,
      }),
    );
}

/**
 * All or nothing: the copy is compared with the original before it is committed. Then the old store is marked, so that
 * nothing starts on it. A command that was killed between the commit and the mark can be run again.
 */
async function moveAccounts(
  from: AccountStore,
  to: AccountStore | undefined,
  print: (line: string) => void,
): Promise<Answer> {
  if (to === undefined) throw new Error("MOVE_TO_STORE_URL is not set: it names the store to move to.");
  const digests = new Map<string, string>();
  let calls = 0;
  await from.leaveFor(async (records) => {
    // Nothing else can use `from` by now, so this fails too if both settings name the same store.
    await to.ping().catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(
        `MOVE_TO_STORE_URL names the same store as STORE_URL, or a store that cannot be written to: ${reason}`,
        {
          cause: error,
        },
      );
    });
    const leaving = async function* (): AsyncGenerator<AccountRecord> {
      for await (const record of records()) {
        digests.set(record.account.id, digestOf(record));
        calls += totalCalls(record.usage);
        if (digests.size % NOTE_EVERY === 0) print(`${countText(digests.size)} accounts read`);
        yield record;
      }
    };
    const [first] = await to.listAccounts();
    if (first === undefined) {
      await to.addAccountRecords(leaving(), { beforeCommit: (arrived) => expectSame(digests, arrived) });
    } else {
      // Either an earlier run was killed between copying and marking the old store, or these are other accounts.
      for await (const _ of leaving());
      await expectSame(digests, to.accountRecords()).catch((error: unknown) => {
        const problem = "The store of MOVE_TO_STORE_URL already has accounts, and none is overwritten.";
        throw new Error(problem, { cause: error });
      });
    }
  });
  return {
    json: { moved: digests.size, calls },
    text:
      `Moved, and compared: ${countText(digests.size)} accounts with ${countText(calls)} calls.\n` +
      "Nothing starts on the old store any more: set STORE_URL to the new one.",
  };
}

/** Throws if the copy differs from the originals, whose digests it gets by their ids. */
async function expectSame(
  digests: ReadonlyMap<string, string>,
  arrived: AsyncIterable<AccountRecord>,
): Promise<void> {
  const missing = new Set(digests.keys());
  for await (const record of arrived) {
    const { id } = record.account;
    missing.delete(id);
    // The last audit line says that the account was moved.
    if (digests.get(id) !== digestOf({ ...record, audit: record.audit.slice(0, -1) })) {
      throw new Error(`${id} did not arrive unchanged. Nothing was moved.`);
    }
  }
  const [id] = missing;
  if (id !== undefined) throw new Error(`${id} did not arrive. Nothing was moved.`);
}

/** Every store makes its records in the same way, so equal records have equal JSON. */
function digestOf(record: AccountRecord): string {
  return hash("sha256", JSON.stringify(record), "base64");
}

async function undoMove(from: AccountStore): Promise<Answer> {
  const isUndone = await from.comeBack();
  return {
    json: { undone: isUndone },
    text: isUndone
      ? "The store of STORE_URL can be used again. What was counted or changed in the other store since is not in it."
      : "Nothing to undo: the accounts of STORE_URL have not moved.",
  };
}
