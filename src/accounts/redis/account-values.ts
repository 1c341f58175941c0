// An account as Redis holds it: a hash of texts, each field named as the property.
import type { Account } from "../account-store.ts";
import type { PlanName } from "../plan.ts";
import type { RedisReply } from "../../redis/connection.ts";
import { mapFromReply } from "../../redis/reply.ts";

/** Field, value, field, value … as HSET takes them; what is undefined is left out. */
export function accountToFields(account: Partial<Omit<Account, "id">>): readonly string[] {
  return Object.entries(account).flatMap(([field, value]) =>
    value === undefined ? [] : [field, typeof value === "boolean" ? String(Number(value)) : String(value)],
  );
}

/** The account whose hash was replied; undefined where there is none. */
export function accountFromReply(id: string, reply: RedisReply): Account | undefined {
  const fields = mapFromReply(reply);
  const name = fields.get("name");
  if (name === undefined) {
    return undefined;
  }
  return {
    id,
    name,
    plan: fields.get("plan") as PlanName,
    monthlyQuota: Number(fields.get("monthlyQuota")),
    isSuspended: fields.get("isSuspended") === "1",
    createdAtMs: Number(fields.get("createdAtMs")),
    sportsRevision: Number(fields.get("sportsRevision")),
  };
}
