// `keys`: an account's API keys. An account may have several, so that one can be replaced without a gap.
import type { AccountStore, ApiKey } from "../accounts/account-store.ts";
import { issueApiKey, type IssuedApiKey } from "../accounts/issue-api-key.ts";
import { isoTime } from "../iso-time.ts";
import { alignedColumns } from "./aligned-columns.ts";
import type { Answer, ServiceCommand } from "./command.ts";
import { existingAccount } from "./existing-account.ts";

export function addKeysCommands(program: ServiceCommand): void {
  const keys = program.command("keys").description("An account's API keys.").helpCommand(false);
  keys
    .command("issue")
    .description("Make one more key, and print it once.")
    .argument("<account>", "the account's id, acc_…")
    .answer(issueKey);
  keys
    .command("list")
    .description("Show which keys there are, never a key itself.")
    .argument("<account>", "the account's id, acc_…")
    .answer(listKeys);
  keys
    .command("revoke")
    .description("End a key for good; running services refuse it within five seconds.")
    .argument("<key-id>", "the key's id, key_…")
    .answer(revokeKey);
}

async function issueKey(store: AccountStore, accountId: string): Promise<Answer> {
  const account = existingAccount(await store.findAccount(accountId), accountId);
  const issued = await issueApiKey({ store, accountId: account.id });
  if (issued === undefined) {
    throw new Error(`account ${account.id} was just found and is gone`);
  }
  return { json: { key: issuedKeyToJson(issued) }, text: issuedKeyText(issued) };
}

async function listKeys(store: AccountStore, accountId: string): Promise<Answer> {
  const account = existingAccount(await store.findAccount(accountId), accountId);
  const keys = await store.listKeys(account.id);
  return {
    json: { keys: keys.map(keyToJson) },
    text: keys.length === 0 ? `The account has no keys. Issue one: keys issue ${account.id}` : keysText(keys),
  };
}

async function revokeKey(store: AccountStore, keyId: string): Promise<Answer> {
  const key = await store.revokeKey(keyId);
  if (key === undefined) {
    throw new Error(
      `There is no key ${keyId}. \`keys list ACCOUNT\` shows an account's keys and their ids (key_…).`,
    );
  }
  return { json: { key: keyToJson(key) }, text: keysText([key]) };
}

/** The one place that prints a key itself. */
export function issuedKeyText({ key, apiKey }: IssuedApiKey): string {
  const lines = alignedColumns([
    ["Key", key.id],
    ["API key", apiKey],
  ]);
  return `${lines}\n\nKeep the API key now: it is not stored and cannot be shown again.`;
}

/** The key's record, and the key itself as `api_key`. */
export function issuedKeyToJson({ key, apiKey }: IssuedApiKey): object {
  return { ...keyToJson(key), api_key: apiKey };
}

function keysText(keys: readonly ApiKey[]): string {
  return alignedColumns([
    ["KEY", "STARTS WITH", "ISSUED", "REVOKED"],
    ...keys.map(({ id, prefix, createdAtMs, revokedAtMs }) => [
      id,
      prefix,
      isoTime(createdAtMs),
      revokedAtMs === undefined ? "-" : isoTime(revokedAtMs),
    ]),
  ]);
}

function keyToJson(key: ApiKey): object {
  return {
    id: key.id,
    account_id: key.accountId,
    prefix: key.prefix,
    created_at: isoTime(key.createdAtMs),
    revoked_at: key.revokedAtMs === undefined ? null : isoTime(key.revokedAtMs),
  };
}
