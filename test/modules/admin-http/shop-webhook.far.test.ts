// The webhook that docs/reselling.md names, called as shops call: more than once, and at the same time.
import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { text as readText } from "node:stream/consumers";
import { beforeAll, describe, expect, it } from "vitest";
import { startAdministered } from "./use-admin.ts";
import { BARE_ENVIRONMENT } from "../../support/programs/bare-environment.ts";

const SCRIPT = new URL("../../../examples/shop-webhook.ts", import.meta.url).pathname;
const SECRET = "between the shop and us";

interface HandedOver {
  readonly account_id: string;
  readonly api_key?: string;
}

describe("a shop's webhook", { timeout: 60_000 }, () => {
  let admin: Awaited<ReturnType<typeof startAdministered>>;
  let webhook: Awaited<ReturnType<typeof startWebhook>>;

  const settingsOf = (url: string) => ({
    ADMIN_URL: url,
    ADMIN_TOKEN: admin.tokens.accounts,
    WEBHOOK_SECRET: SECRET,
    PORT: "0",
  });
  const spawnWebhook = (settings: Readonly<Record<string, string>>) =>
    spawn(process.execPath, [SCRIPT], {
      env: { ...BARE_ENVIRONMENT, ...settings },
      stdio: ["ignore", "pipe", "pipe"],
    });
  const startWebhook = async (adminUrl = admin.url) => {
    const child = spawnWebhook(settingsOf(adminUrl));
    let told = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => (told += text));
    const [line] = (await once(child.stdout, "data")) as [Buffer];
    const url = `http://127.0.0.1:${JSON.parse(line.toString()).port}/`;
    return {
      pid: child.pid ?? 0,
      told: () => told,
      order: async (body: object | string, secret = SECRET) => {
        const text = typeof body === "string" ? body : JSON.stringify(body);
        const signature = createHmac("sha256", secret).update(text).digest("hex");
        const headers = { "x-signature": signature };
        const response = await fetch(url, { method: "POST", body: text, headers });
        const json = await response.text();
        return { status: response.status, body: (json === "" ? {} : JSON.parse(json)) as HandedOver };
      },
      stop: async () => {
        child.kill();
        await once(child, "exit");
      },
    };
  };

  beforeAll(async () => {
    admin = await startAdministered();
    webhook = await startWebhook();
    return async () => {
      await webhook.stop();
      await admin.stop();
    };
  }, 60_000);

  const orderOf = (order: string, plan = "free") => ({ order, name: "Courts", plan });
  const keysOf = async (accountId: string) =>
    (await admin.service.store.listKeys(accountId)).filter(({ revokedAtMs }) => revokedAtMs === undefined);
  const statusWith = async (key = "") => (await admin.service.get("/v1/sports", { key })).status;
  /** Starts the webhook again, with an empty cache. */
  const restart = async () => {
    await webhook.stop();
    webhook = await startWebhook();
  };
  const accountOf = (order: string) => admin.service.store.findAccountByRef(order);

  it("makes one account and one key for an order that comes twenty times at once, and returns that key each time", async () => {
    const order = { order: "4711", name: "“Courts” & $(Söhne)", plan: "starter" };
    const told = await Promise.all(Array.from({ length: 20 }, () => webhook.order(order)));
    const [first] = told;
    expect(first).toEqual({
      status: 200,
      body: { account_id: expect.stringMatching(/^acc_/), api_key: expect.stringMatching(/^wsk_/) },
    });
    expect(told).toEqual(told.map(() => first));
    expect(await webhook.order(order)).toEqual(first);
    expect(await statusWith(first?.body.api_key)).toBe(200);
    expect(await keysOf(first?.body.account_id ?? "")).toHaveLength(1);
    const audit = await Array.fromAsync(admin.service.store.auditLog({ accountId: first?.body.account_id }));
    expect(audit.map(({ operator, action }) => `${operator} ${action}`)).toEqual([
      "admin:shop accounts create",
      "admin:shop keys issue",
    ]);
  });

  it("replaces a key if the answer that contained it was lost, on the way to the shop or to the webhook", async () => {
    const { body } = await webhook.order(orderOf("4712"));
    await restart();
    const again = await webhook.order(orderOf("4712"));
    expect(again).toMatchObject({ status: 200, body: { account_id: body.account_id } });
    expect(again.body.api_key).not.toBe(body.api_key);
    expect(await statusWith(again.body.api_key)).toBe(200);
    expect(await keysOf(body.account_id)).toHaveLength(1);
    // The key was issued, but its answer never reached the webhook.
    await admin.ask("POST /accounts", { external_ref: "4713", name: "Courts", plan: "free" });
    await admin.ask("POST /accounts/ref:4713/keys", { label: "order" });
    const told = await webhook.order(orderOf("4713"));
    expect(await statusWith(told.body.api_key)).toBe(200);
    expect(await keysOf(told.body.account_id)).toHaveLength(1);
  });

  it("does not return a key that has been used for a call, nor any key while the account is suspended", async () => {
    const { body } = await webhook.order(orderOf("4714"));
    const withoutKey = { status: 200, body: { account_id: body.account_id } };
    await admin.service.get("/v1/forecast?lat=51.5&lng=-0.1&days=1", { key: body.api_key ?? "" });
    await restart();
    expect(await webhook.order(orderOf("4714"))).toEqual(withoutKey);
    expect(await statusWith(body.api_key)).toBe(200);
    await admin.ask("POST /accounts", { external_ref: "4715", name: "Courts", plan: "free" });
    await admin.ask("POST /accounts/ref:4715:suspend");
    expect((await webhook.order(orderOf("4715"))).body).not.toHaveProperty("api_key");
  });

  it("accepts a repeated order with another plan, changes nothing, and logs the difference", async () => {
    await webhook.order(orderOf("4716"));
    expect(await webhook.order(orderOf("4716", "growth"))).toMatchObject({ status: 200 });
    expect(await accountOf("4716")).toMatchObject({ plan: "free" });
    expect(webhook.told()).toContain("Order 4716 was repeated with another plan");
    expect(await keysOf((await accountOf("4716"))?.id ?? "")).toHaveLength(1);
  });

  it("creates nothing from an invalid order, and answers 400 so that the shop stops", async () => {
    const before = await admin.service.store.listAccounts();
    for (const text of [
      '{"order": {}, "name": "Courts", "plan": "free"}',
      '{"order": " ", "name": "Courts", "plan": "free"}',
      '{"order": "4717", "plan": "free"}',
      '{"order": "4717", "name": "Courts"}',
      "null",
      "order 4717",
    ]) {
      expect(await webhook.order(text), text).toMatchObject({ status: 400 });
    }
    expect(await webhook.order(orderOf("4717", "no such plan"))).toMatchObject({ status: 400 });
    expect(await admin.service.store.listAccounts()).toEqual(before);
  });

  it("creates nothing for a caller who does not know the secret", async () => {
    expect(await webhook.order(orderOf("4718"), "another secret")).toMatchObject({ status: 403 });
    expect(await webhook.order({ ...orderOf("4718"), name: "x".repeat(500_000) })).toMatchObject({
      status: 403,
    });
    expect(await accountOf("4718")).toBeUndefined();
  });

  it("replaces unprintable characters in a name by spaces", async () => {
    const order = { order: "4719", name: "Cou\u202erts\u2028of\nours", plan: "free" };
    expect(await webhook.order(order)).toMatchObject({ status: 200 });
    expect((await accountOf("4719"))?.name).toBe("Cou rts of ours");
  });

  it("keeps its token out of the list of processes, and writes neither tokens nor keys", async () => {
    const { body } = await webhook.order(orderOf("4720"));
    const words = readFileSync(`/proc/${webhook.pid}/cmdline`, "utf8");
    for (const secret of [admin.tokens.accounts, SECRET, body.api_key ?? "none"]) {
      expect(words + webhook.told()).not.toContain(secret);
    }
  });

  it("answers 500, so that the shop retries, while the service is away or refuses its token", async () => {
    const another = await startAdministered();
    const stranger = await startWebhook(another.url);
    expect(await stranger.order(orderOf("4721"))).toMatchObject({ status: 500 });
    await another.stop();
    expect(await stranger.order(orderOf("4721"))).toMatchObject({ status: 500 });
    await stranger.stop();
  });

  it.each(["ADMIN_URL", "ADMIN_TOKEN", "WEBHOOK_SECRET"])("does not start without %s", async (name) => {
    const child = spawnWebhook({ ...settingsOf(admin.url), [name]: "" });
    expect(await readText(child.stderr)).toContain(`${name} is missing`);
  });
});
