// `keys`: an account's API keys. An account may have several, so that one can be replaced without interruption.
import { createAdmin, type AccountNaming } from "../../accounts/admin.ts";
import type { AccountStore } from "../../accounts/store.ts";
import { type ApiKey, isKeyLabel, KEY_LABEL_FORM } from "../../accounts/key.ts";
import type { IssuedApiKey } from "../../accounts/issue-api-key.ts";
import { monthAt } from "../../accounts/month.ts";
import { totalCalls } from "../../accounts/usage.ts";
import { isoDay, isoTime } from "../../lib/time/iso-time.ts";
import { issuedKeyToJson, keyToJson } from "./account-json.ts";
import { alignedColumns } from "./aligned-columns.ts";
import type { CommandContext } from "./command-context.ts";
import type { Answer, ServiceCommand } from "./command.ts";
import { textOf } from "./given-values.ts";
import { ACCOUNT_ARGUMENT, accountFromArgument, CHANGED_ACCOUNT_ARGUMENT } from "./named-account.ts";
import {
  addRestrictionOptions,
  restrictionRows,
  restrictionsFromOptions,
  restrictionsText,
  type RestrictionOptions,
} from "./restrictions.ts";

/** The service's default address. */
const SERVICE = "http://localhost:8080";

interface IssueOptions extends RestrictionOptions {
  readonly label?: string;
}

export function addKeysCommands(program: ServiceCommand, { clock }: CommandContext): void {
  const keys = program.command("keys").description("Manage an account's API keys.").helpCommand(false);
  const issue: ServiceCommand = keys
    .command("issue")
    .description("Issue another key, which is shown only once.")
    .argument("<account>", CHANGED_ACCOUNT_ARGUMENT, accountFromArgument)
    .option(
      "--label <text>",
      "its label, such as the site that will use it",
      textOf(KEY_LABEL_FORM, isKeyLabel),
    );
  addRestrictionOptions(issue).answer((store, naming: AccountNaming, options: IssueOptions) =>
    issueKey(store, naming, {
      label: options.label,
      restrictions: restrictionsFromOptions(issue, options),
    }),
  );
  keys
    .command("list")
    .description("Show an account's keys, without the keys themselves.")
    .argument("<account>", ACCOUNT_ARGUMENT, accountFromArgument)
    .answer((store, naming: AccountNaming) => listKeys(store, naming, clock.nowMs()));
  keys
    .command("revoke")
    .description("End a key for good. Running services refuse it within five seconds.")
    .argument("<key-id>", "the key's id (key_…)")
    .answer(revokeKey);
}

async function issueKey(
  store: AccountStore,
  naming: AccountNaming,
  of: Pick<ApiKey, "label" | "restrictions">,
): Promise<Answer> {
  const issued = await createAdmin({ store }).issueKey(naming, of);
  return { json: { key: issuedKeyToJson(issued) }, text: issuedKeyText(issued) };
}

async function listKeys(store: AccountStore, naming: AccountNaming, nowMs: number): Promise<Answer> {
  const { id } = await createAdmin({ store }).account(naming);
  const keys = await store.listKeys(id);
  const usage = await store.usage(id, monthAt(nowMs).month);
  const today = usage.filter(({ day }) => day === isoDay(nowMs));
  const callsToday = ({ id }: ApiKey) => totalCalls(today.filter(({ keyId }) => keyId === id));
  return {
    json: { keys: keys.map((key) => ({ ...keyToJson(key), calls_today: callsToday(key) })) },
    text:
      keys.length === 0
        ? `The account has no keys. Issue one: keys issue ${id}`
        : `${keysText(keys)}${restrictionsText(keys, callsToday)}`,
  };
}

async function revokeKey(store: AccountStore, keyId: string): Promise<Answer> {
  const key = await createAdmin({ store }).revokeKey(keyId);
  return { json: { key: keyToJson(key) }, text: keysText([key]) };
}

/** The only place that prints a key. */
export function issuedKeyText({ key, apiKey }: IssuedApiKey): string {
  const lines = alignedColumns([
    ["Key", key.id],
    ...(key.label === undefined ? [] : [["Label", key.label]]),
    ["API key", apiKey],
    ...restrictionRows(key.restrictions),
  ]);
  return [
    lines,
    "",
    "Save the API key now: it is not stored and cannot be shown again.",
    "",
    tryKeyText({ key, apiKey }),
  ].join("\n");
}

function tryKeyText({ key: { restrictions }, apiKey }: IssuedApiKey): string {
  const keyFlag = `-H 'X-API-Key: ${apiKey}'`;
  if (restrictions === undefined) {
    const path = "/v1/forecast?lat=51.5074&lng=-0.1278&days=1";
    return `Try it once the service runs; this counts as one call:\n  curl ${keyFlag} '${SERVICE}${path}'`;
  }
  const { origins, places, operations } = restrictions;
  const [lat, lng] = places[0]?.split(",") ?? [];
  const path = operations.includes("forecast") ? `/v1/forecast?lat=${lat}&lng=${lng}&days=1` : "/v1/sports";
  return `It may be put into a page. Once the service runs (npm start), try it as a browser on that page would:\n  curl -H 'Origin: ${origins[0]}' ${keyFlag} '${SERVICE}${path}'`;
}

function keysText(keys: readonly ApiKey[]): string {
  return alignedColumns([
    ["KEY", "STARTS WITH", "LABEL", "ISSUED", "REVOKED"],
    ...keys.map(({ id, prefix, label, createdAtMs, revokedAtMs }) => [
      id,
      prefix,
      label ?? "-",
      isoTime(createdAtMs),
      revokedAtMs === undefined ? "-" : isoTime(revokedAtMs),
    ]),
  ]);
}
