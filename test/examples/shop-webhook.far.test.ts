// The webhook that docs/accounts.md names, called as shops call: more than once, and at the same time.
import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { text as readText } from "node:stream/consumers";
import { beforeAll, describe, expect, it } from "vitest";
import type { AccountStore } from "../../src/accounts/store.ts";
import { issueApiKey } from "../../src/accounts/issue-api-key.ts";
import { useStore } from "../process/open-programs.ts";
import { BARE_ENVIRONMENT } from "../support/bare-environment.ts";
import { createTemporaryFolder } from "../support/temporary-folder.ts";

const SCRIPT = new URL("../../examples/shop-webhook.ts", import.meta.url).pathname;
const SECRET = "between the shop and us";

describe("a shop's webhook", { timeout: 60_000 }, () => {
  const folder = createTemporaryFolder();
  const storeUrl = `sqlite:${folder.path}/accounts.db`;
  let url = "";

  beforeAll(async () => {
    const settings = { STORE_URL: storeUrl, WEBHOOK_SECRET: SECRET, OPERATOR: "shop", PORT: "0" };
    const webhook = spawn(process.execPath, [SCRIPT], {
      env: { ...BARE_ENVIRONMENT, ...settings },
      stdio: ["ignore", "pipe", "ignore"],
    });
    const [line] = (await once(webhook.stdout, "data")) as [Buffer];
    url = `http://127.0.0.1:${JSON.parse(line.toString()).port}/`;
    return async () => {
      webhook.kill();
      await once(webhook, "exit");
      folder.remove();
    };
  }, 30_000);

  const order = async (text: string, secret = SECRET) => {
    const signature = createHmac("sha256", secret).update(text).digest("hex");
    const response = await fetch(url, { method: "POST", body: text, headers: { "x-signature": signature } });
    const body = response.status === 200 ? await response.json() : {};
    return { status: response.status, body: body as { account_id?: string; api_key?: string } };
  };
  const withStore = <Result>(use: (store: AccountStore) => Promise<Result>) => useStore(storeUrl, use);
  const orderOf = (number: string, plan = "free") =>
    order(JSON.stringify({ order: number, name: "Courts", plan }));
  const ordered = (store: AccountStore, externalRef: string) =>
    store.createAccountOnce({ name: "Courts", plan: "free", monthlyQuota: 500, externalRef });

  it("that is repeated makes one account, always succeeds, and hands over keys that are all good", async () => {
    const text = JSON.stringify({ order: "4711", name: "“Courts” & $(Söhne)", plan: "starter" });
    const told = await Promise.all([order(text), order(text)]);
    expect(told.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(told.map(({ body }) => body.account_id)).size).toBe(1);
    const { keys, audit } = await withStore(async (store) => ({
      keys: await store.listKeys(told[0]?.body.account_id ?? ""),
      audit: await Array.fromAsync(store.auditLog()),
    }));
    const given = told.map(({ body }) => body.api_key);
    expect(given).toEqual(told.map(() => expect.stringMatching(/^wsk_/)));
    expect(new Set(given).size).toBe(2);
    expect(keys.map(({ revokedAtMs }) => revokedAtMs)).toEqual([undefined, undefined]);
    expect(audit.filter(({ action }) => action === "accounts create")).toHaveLength(1);
    expect(new Set(audit.map(({ operator }) => operator))).toEqual(new Set(["shop"]));
  });

  it("hands over a key of an account that was made by a call that died before its key was, and none once there was a call, or while it is suspended", async () => {
    const { account } = await withStore((store) => ordered(store, "4712"));
    const withoutKey = { status: 200, body: { account_id: account.id } };
    const { body } = await orderOf("4712");
    expect(body).toEqual({ account_id: account.id, api_key: expect.stringMatching(/^wsk_/) });
    await withStore((store) => store.updateAccount(account.id, { isSuspended: true }));
    expect(await orderOf("4712")).toEqual(withoutKey);
    await withStore(async (store) => {
      await store.updateAccount(account.id, { isSuspended: false });
      const month = new Date().toISOString().slice(0, 7);
      await store.spend({ accountId: account.id, month, day: 1, method: "GetForecast", quota: 500 });
    });
    expect(await orderOf("4712")).toEqual(withoutKey);
  });

  it("is told to look into it where no key ever seems to arrive", async () => {
    const { id } = await withStore(async (store) => {
      const { account } = await ordered(store, "4716");
      for (let key = 0; key < 5; key++) await issueApiKey({ store, accountId: account.id });
      return account;
    });
    expect(await orderOf("4716")).toMatchObject({ status: 500 });
    expect(await withStore((store) => store.listKeys(id))).toHaveLength(5);
  });

  it("makes nothing of what is no order", async () => {
    const before = await withStore((store) => store.listAccounts());
    for (const text of [
      '{"name": "Courts", "plan": "free"}',
      '{"order": null, "name": "Courts", "plan": "free"}',
      '{"order": {}, "name": "Courts", "plan": "free"}',
      '{"order": " ", "name": "Courts", "plan": "free"}',
      '{"order": "4717", "plan": "free"}',
      '{"order": "4717", "name": "Courts"}',
      "null",
      "order 4717",
    ]) {
      expect(await order(text), text).toMatchObject({ status: 400 });
    }
    expect(await withStore((store) => store.listAccounts())).toEqual(before);
  });

  it("does not start without the service's store", async () => {
    const webhook = spawn(process.execPath, [SCRIPT], {
      env: { PATH: process.env["PATH"] ?? "", WEBHOOK_SECRET: SECRET, PORT: "0" },
      stdio: ["ignore", "ignore", "pipe"],
    });
    const told = await readText(webhook.stderr);
    expect(told).toContain("STORE_URL is missing");
  });

  it("tells the shop not to call again for a plan that there is not, or that is agreed case by case", async () => {
    expect(await orderOf("4714", "no such plan")).toMatchObject({ status: 400 });
    expect(await orderOf("4714", "enterprise")).toMatchObject({ status: 400 });
    expect(await withStore((store) => store.findAccountByRef("4714"))).toBeUndefined();
  });

  it("makes nothing for anybody who does not know the secret", async () => {
    const text = JSON.stringify({ order: "4713", name: "Courts", plan: "free" });
    expect(await order(text, "another secret")).toMatchObject({ status: 403 });
    expect(await withStore((store) => store.findAccountByRef("4713"))).toBeUndefined();
  });

  it("takes a name with what cannot be printed in it, and leaves that out", async () => {
    const name = "Cou\u202erts\u2028of\nours";
    const { status, body } = await order(JSON.stringify({ order: "4719", name, plan: "free" }));
    expect(status).toBe(200);
    const accounts = await withStore((store) => store.listAccounts());
    expect(accounts.find(({ id }) => id === body.account_id)?.name).toBe("Cou rts of ours");
  });
});
