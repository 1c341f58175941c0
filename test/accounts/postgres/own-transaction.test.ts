import { describe, expect, it } from "vitest";
import { StoreUnavailable } from "../../../src/accounts/account-store.ts";
import { BARE, FULL } from "../../contracts/records-of.ts";
import { isPostgresInstalled } from "../../support/postgres-server.ts";
import { usePostgresStore } from "./use-postgres-store.ts";

describe.skipIf(!isPostgresInstalled())("a server in the middle of a transaction", () => {
  const current = usePostgresStore();

  it("ends a transaction whose client has gone silent, and lets those go on who wait for it", async () => {
    const record = { ...FULL, account: { ...FULL.account, externalRef: "order-1" } };
    const { promise: silence, resolve: speak } = Promise.withResolvers<void>();
    const { promise: waiting, resolve: goSilent } = Promise.withResolvers<void>();
    const importing = current().store.importAccounts(
      (async function* () {
        yield record;
        goSilent();
        await silence;
        yield BARE;
      })(),
    );
    const imported = importing.catch((error: unknown) => error);
    await waiting;
    const { id } = FULL.account;
    const other = await current().openAnother({ commandTimeoutMs: 10_000 });
    const made = await other.createAccountOnce({
      name: "Other",
      plan: "free",
      monthlyQuota: 1,
      externalRef: "order-1",
    });
    expect(made.account.id).not.toBe(id);
    speak();
    expect(await imported).toBeInstanceOf(StoreUnavailable);
    expect(await current().store.findAccount(id)).toBeUndefined();
  });
});
