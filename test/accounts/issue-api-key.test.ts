import { describe, expect, it } from "vitest";
import { isWellFormedApiKey, apiKeySha256 } from "../../src/accounts/api-key.ts";
import { issueApiKey } from "../../src/accounts/issue-api-key.ts";
import { useSqliteStore } from "./sqlite/use-sqlite-store.ts";

describe("an issued API key", () => {
  const underTest = useSqliteStore();

  it("is stored as its hash and its first eight characters, and finds its account", async () => {
    const { store, createAccount } = underTest();
    const { id: accountId } = await createAccount();
    const { apiKey = "", key } = (await issueApiKey({ store, accountId })) ?? {};
    expect(isWellFormedApiKey(apiKey)).toBe(true);
    expect(key).toMatchObject({ accountId, prefix: apiKey.slice(0, 8) });
    expect(await store.findCaller(apiKeySha256(apiKey), "2026-11")).toMatchObject({
      account: { id: accountId },
      keyId: key?.id,
    });
  });

  it("is not to be had for an account that does not exist", async () => {
    const { store } = underTest();
    expect(await issueApiKey({ store, accountId: "acc_nobody" })).toBeUndefined();
  });
});
