import { hash } from "node:crypto";
import type { AccountRecord } from "../../accounts/account-store.ts";
import { recordToJson } from "../transfer/record-json.ts";

/**
 * What a record comes to in a few bytes, the same whichever kind of store it was read from: those differ in their order of
 * what is of one moment, and in how soon they forget a month.
 */
export function recordDigest(record: AccountRecord, oldestMonth: string): string {
  const { keys, sports, usage, verdicts } = record;
  const inOrder = {
    ...record,
    keys: keys.toSorted(by(({ id }) => id)),
    sports: sports.toSorted(by(({ id }) => id)),
    usage: usage
      .filter(({ day }) => day >= oldestMonth)
      .toSorted(by(({ day, method, keyId = "" }) => `${day} ${method} ${keyId}`)),
    verdicts: verdicts.filter(({ month }) => month >= oldestMonth).toSorted(by(({ month }) => month)),
  };
  return hash("sha256", JSON.stringify(recordToJson(inOrder)), "base64");
}

function by<Item>(nameOf: (item: Item) => string): (a: Item, b: Item) => number {
  return (a, b) => (nameOf(a) < nameOf(b) ? -1 : 1);
}
