// An account as Redis holds it: a hash with a field for each property. What is undefined has none.
import type { RedisReply } from "../../redis/connection.ts";
import { mapFromReply } from "../../redis/reply.ts";
import type { Account } from "../account-store.ts";

/** Field, value, field, value … as HSET takes them. */
export function accountToFields(account: Partial<Omit<Account, "id">>): readonly string[] {
  return Object.entries(account).flatMap(([field, value]) =>
    value === undefined ? [] : [field, typeof value === "boolean" ? String(Number(value)) : String(value)],
  );
}

/** The account in a reply with its hash; undefined where there is none. */
export function accountFromReply(id: string, reply: RedisReply): Account | undefined {
  const fields = mapFromReply(reply);
  const name = fields.get("name");
  if (name === undefined) {
    return undefined;
  }
  return {
    id,
    name,
    externalRef: fields.get("externalRef"),
    plan: fields.get("plan") as string,
    monthlyQuota: Number(fields.get("monthlyQuota")),
    isSuspended: fields.get("isSuspended") === "1",
    closedAtMs: timeFromText(fields.get("closedAtMs")),
    deletedAtMs: timeFromText(fields.get("deletedAtMs")),
    createdAtMs: Number(fields.get("createdAtMs")),
    sportsRevision: Number(fields.get("sportsRevision")),
  };
}

function timeFromText(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}
