// `keys`: an account's API keys. An account may have several, so that one can be replaced without a gap.
import type { ApiKey } from "../accounts/account-store.ts";
import { issueApiKey } from "../accounts/issue-api-key.ts";
import { alignedColumns } from "./text/aligned-columns.ts";
import type { CommandContext } from "./command-context.ts";
import { CommandError } from "./command-error.ts";
import { existingAccount } from "./existing-account.ts";
import { issuedKeyText, issuedKeyToJson } from "./text/issued-key.ts";
import { jsonText, keyToJson } from "./text/json-values.ts";
import { parseArguments } from "./parse-arguments.ts";
import { runAction, type Action } from "./run-action.ts";
import { timeText } from "./text/time.ts";

const ACTIONS: ReadonlyMap<string, Action> = new Map([
  ["issue", issueKey],
  ["revoke", revokeKey],
  ["list", listKeys],
]);

export async function keysCommand(args: readonly string[], context: CommandContext): Promise<void> {
  await runAction({ command: "keys", actions: ACTIONS, args, context });
}

async function issueKey(args: readonly string[], { store, print }: CommandContext): Promise<void> {
  const { positionals, isJson } = parseArguments({
    args,
    usage: "keys issue ACCOUNT [--json]",
    positionals: ["ACCOUNT"],
  });
  const account = existingAccount(await store.findAccount(positionals.ACCOUNT), positionals.ACCOUNT);
  const issued = await issueApiKey({ store, accountId: account.id });
  if (issued === undefined) {
    throw new Error(`account ${account.id} was just found and is gone`);
  }
  print(isJson ? jsonText({ key: issuedKeyToJson(issued) }) : issuedKeyText(issued));
}

async function revokeKey(args: readonly string[], { store, print }: CommandContext): Promise<void> {
  const { positionals, isJson } = parseArguments({
    args,
    usage: "keys revoke KEY_ID [--json]",
    positionals: ["KEY_ID"],
  });
  const key = await store.revokeKey(positionals.KEY_ID);
  if (key === undefined) {
    throw new CommandError(
      `There is no key ${positionals.KEY_ID}. \`keys list ACCOUNT\` shows an account's keys and their ids (key_…).`,
    );
  }
  print(isJson ? jsonText({ key: keyToJson(key) }) : keysText([key]));
}

async function listKeys(args: readonly string[], { store, print }: CommandContext): Promise<void> {
  const { positionals, isJson } = parseArguments({
    args,
    usage: "keys list ACCOUNT [--json]",
    positionals: ["ACCOUNT"],
  });
  const account = existingAccount(await store.findAccount(positionals.ACCOUNT), positionals.ACCOUNT);
  const keys = await store.listKeys(account.id);
  if (isJson) {
    print(jsonText({ keys: keys.map(keyToJson) }));
  } else if (keys.length === 0) {
    print(`The account has no keys. Issue one: keys issue ${account.id}`);
  } else {
    print(keysText(keys));
  }
}

function keysText(keys: readonly ApiKey[]): string {
  return alignedColumns([
    ["KEY", "STARTS WITH", "ISSUED", "REVOKED"],
    ...keys.map(({ id, prefix, createdAtMs, revokedAtMs }) => [
      id,
      prefix,
      timeText(createdAtMs),
      revokedAtMs === undefined ? "-" : timeText(revokedAtMs),
    ]),
  ]);
}
