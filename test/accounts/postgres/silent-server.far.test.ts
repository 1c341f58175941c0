// PostgreSQL accepts connections and does not answer, or a client falls silent during a transaction. These tests wait as long
// as a server or a transaction may take.
import { connect, type Socket } from "node:net";
import { describe, expect, it, vi } from "vitest";
import { StoreUnavailable } from "../../../src/accounts/store.ts";
import { spendingOf } from "../spending-of.ts";
import { BARE, FULL } from "../../contracts/records-of.ts";
import { isPostgresInstalled } from "../../support/programs/postgres-server.ts";
import { portServedBy } from "../../support/fakes/tcp-server.ts";
import { expectUnavailable } from "../expect-unavailable.ts";
import { usePostgresStore } from "./use-postgres-store.ts";

const CALL = spendingOf("acc_nobody");
const UNTIL_BACK = { timeout: 20_000, interval: 20 };

describe.skipIf(!isPostgresInstalled())("when one side falls silent, PostgreSQL", { timeout: 60_000 }, () => {
  const underTest = usePostgresStore();

  it("delays no call of an open store while the connection for calls is made", async () => {
    const { url, openAnother } = underTest();
    const store = await openAnother({ url: await throughFirstOnly(url), commandTimeoutMs: undefined });
    await store.findAccount("acc_nobody");
    await expectUnavailable(() => store.spend(CALL));
  });

  it("that was silent from the start lets the store open, and is used as soon as it answers", async () => {
    const { server, openAnother } = underTest();
    server.hang();
    const early = await openAnother();
    await expectUnavailable(() => early.ping());
    server.goOn();
    await vi.waitFor(() => early.ping(), UNTIL_BACK);
  });

  it("leaves no connection of ours open when the store is closed", async () => {
    const sockets = new Set<Socket>();
    const port = await portServedBy((socket) => {
      sockets.add(socket.on("close", () => sockets.delete(socket)).resume());
    });
    const store = await underTest().openAnother({ url: `postgres://service@127.0.0.1:${port}/suitability` });
    await expectUnavailable(() => store.ping());
    await store.close();
    await vi.waitFor(() => expect(sockets.size).toBe(0), UNTIL_BACK);
  });

  it("ends the transaction of a client that falls silent, so that waiting clients go on", async () => {
    const { store, openAnother } = underTest();
    // One full batch: its rows are locked when the client falls silent.
    const written = Array.from({ length: 50 }, (_, index) => ({
      ...BARE,
      account: { ...BARE.account, id: `acc_${index}`, externalRef: `order-${index}` },
    }));
    const silence = Promise.withResolvers<void>();
    const waiting = Promise.withResolvers<void>();
    const adding = store.addAccountRecords(
      (async function* () {
        yield* written;
        // The store asks for the next record after it has written these.
        waiting.resolve();
        await silence.promise;
        yield FULL;
      })(),
    );
    const added = adding.catch((error: unknown) => error);
    await waiting.promise;
    const other = await openAnother({ commandTimeoutMs: 10_000 });
    const init = { name: "Other", plan: "free", monthlyQuota: 1, externalRef: "order-1" };
    expect(await other.createAccountOnce(init)).toMatchObject({ isNew: true, account: { name: "Other" } });
    silence.resolve();
    expect(await added).toBeInstanceOf(StoreUnavailable);
    expect(await store.listAccounts()).toHaveLength(1);
  });
});

/** The URL of a proxy to `url` that forwards its first connection and answers on no other. */
async function throughFirstOnly(url: string): Promise<string> {
  const { port: serverPort } = new URL(url);
  let isFirst = true;
  const port = await portServedBy((socket) => {
    socket.resume();
    if (!isFirst) return;
    isFirst = false;
    const onward = connect(Number(serverPort), "127.0.0.1").on("error", () => socket.destroy());
    socket.on("close", () => onward.destroy());
    onward.pipe(socket).pipe(onward);
  });
  return url.replace(`:${serverPort}/`, `:${port}/`);
}
