import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AccountStore } from "../../src/accounts/account-store.ts";
import { isWellFormedApiKey, apiKeySha256 } from "../../src/accounts/api-key.ts";
import { issueApiKey } from "../../src/accounts/issue-api-key.ts";
import { createSqliteStore } from "../../src/accounts/sqlite/store.ts";
import { createSqliteBacking, type SqliteBacking } from "../contracts/sqlite-backing.ts";
import { createManualClock } from "../support/manual-clock.ts";

let backing: SqliteBacking;
let store: AccountStore;

beforeEach(async () => {
  backing = await createSqliteBacking();
  store = createSqliteStore({ path: backing.path, clock: createManualClock("2026-11-21T14:00:00Z") });
});
afterEach(async () => {
  await store.close();
  await backing.remove();
});

describe("an issued API key", () => {
  it("is kept as its hash and its first eight characters, and finds its account", async () => {
    const { id: accountId } = await store.createAccount({ name: "Courts", plan: "free", monthlyQuota: 500 });
    const { apiKey = "", key } = (await issueApiKey({ store, accountId })) ?? {};
    expect(isWellFormedApiKey(apiKey)).toBe(true);
    expect(key).toMatchObject({ accountId, prefix: apiKey.slice(0, 8) });
    expect(await store.findCaller(apiKeySha256(apiKey), "2026-11")).toMatchObject({
      account: { id: accountId },
      keyId: key?.id,
    });
  });

  it("is not to be had for an account that does not exist", async () => {
    expect(await issueApiKey({ store, accountId: "acc_nobody" })).toBeUndefined();
  });
});
