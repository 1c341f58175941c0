import { describe, expect, it } from "vitest";
import { StoreUnavailable } from "../../../src/accounts/store.ts";
import { BARE, FULL } from "../../contracts/records-of.ts";
import { isPostgresInstalled } from "../../support/postgres-server.ts";
import { usePostgresStore } from "./use-postgres-store.ts";

describe.skipIf(!isPostgresInstalled())("a server in the middle of a transaction", () => {
  const current = usePostgresStore();

  it("ends a transaction whose client has gone silent, and lets those go on who wait for it", async () => {
    const name = (index: number) => String.fromCharCode(97 + Math.floor(index / 26), 97 + (index % 26));
    // As many as are written at once, so that they are locked when the client goes silent.
    const written = Array.from({ length: 50 }, (_, index) => ({
      ...BARE,
      account: { ...BARE.account, id: `acc_zzzzzzzzzz${name(index)}`, externalRef: `order-${index}` },
    }));
    const { promise: silence, resolve: speak } = Promise.withResolvers<void>();
    const { promise: waiting, resolve: goSilent } = Promise.withResolvers<void>();
    const importing = current().store.importAccounts(
      (async function* () {
        yield* written;
        // Asked for the next one, it has written these.
        goSilent();
        await silence;
        yield FULL;
      })(),
    );
    const imported = importing.catch((error: unknown) => error);
    await waiting;
    const other = await current().openAnother({ commandTimeoutMs: 10_000 });
    const made = await other.createAccountOnce({
      name: "Other",
      plan: "free",
      monthlyQuota: 1,
      externalRef: "order-1",
    });
    expect(made).toMatchObject({ isNew: true, account: { name: "Other" } });
    speak();
    expect(await imported).toBeInstanceOf(StoreUnavailable);
    expect(await current().store.listAccounts()).toHaveLength(1);
  });
});
