// Accounts over HTTP, as a shop uses them. test/contracts/ has what each kind of store promises.
import { describe, expect, it } from "vitest";
import { createClient } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-node";
import { AdminService } from "#gen/suitability/admin/v1/admin_pb.ts";
import { KEY_OPERATIONS } from "../../../src/accounts/key.ts";
import { useAdmin } from "./use-admin.ts";

interface AccountJson {
  readonly id: string;
}

let orders = 0;
const orderOf = (changes: object = {}) => ({
  external_ref: `order ${(orders += 1)}/ä`,
  name: "Courts",
  plan: "starter",
  ...changes,
});

const admin = useAdmin();

describe("accounts over HTTP", () => {
  const create = async (changes?: object) => {
    const order = orderOf(changes);
    const { body } = await admin().ask("POST /accounts", order);
    const { id } = body["account"] as AccountJson;
    return { order, id, ref: `ref:${encodeURIComponent(order.external_ref)}` };
  };

  it("an order makes an account once: the first request gets 201 with the account, a repeated one 200 with the same account and the fields that differ", async () => {
    const { ask } = admin();
    const order = orderOf();
    const made = await ask("POST /accounts", order);
    expect(made).toMatchObject({
      status: 201,
      body: {
        account: {
          id: expect.stringMatching(/^acc_/),
          name: "Courts",
          external_ref: order.external_ref,
          plan: "starter",
          monthly_quota: 25_000,
          is_suspended: false,
          state: "active",
          created_at: "2026-11-21T12:20:00Z",
        },
        created: true,
        differs: [],
      },
    });
    const again = { account: made.body["account"], created: false };
    expect(await ask("POST /accounts", order)).toMatchObject({
      status: 200,
      body: { ...again, differs: [] },
    });
    const other = { ...order, name: "Pitches", plan: "growth", monthly_quota: 7 };
    expect(await ask("POST /accounts", other)).toMatchObject({
      status: 200,
      body: { ...again, differs: ["name", "plan", "monthly_quota"] },
    });
  });

  /** An account with a key, and a list of its keys. */
  const createWithKey = async () => {
    const { ask } = admin();
    const { id, ref } = await create();
    const issued = await ask(`POST /accounts/${ref}/keys`, { label: "order" });
    const { api_key, key } = issued.body as { api_key: string; key: { id: string } };
    const keys = async () => (await ask(`GET /accounts/${id}/keys`)).body["keys"] as readonly object[];
    return { id, ref, api_key, key, keys };
  };

  it("a key works, and is listed with the month of its last use", async () => {
    const { service } = admin();
    const { api_key, keys } = await createWithKey();
    expect((await keys())[0]).not.toHaveProperty("last_used_month");
    const answer = await service.get("/v1/forecast?lat=51.5&lng=-0.1&days=1", { key: api_key });
    expect(answer.status).toBe(200);
    expect((await keys())[0]).toMatchObject({ last_used_month: "2026-11" });
  });

  it("a key is not issued again under its label while it is in use", async () => {
    const { ask } = admin();
    const { ref, key } = await createWithKey();
    expect(await ask(`POST /accounts/${ref}/keys`, { label: "order" })).toMatchObject({
      status: 409,
      body: { reason: "LABEL_IN_USE", code: "already_exists", metadata: { key: key.id } },
    });
  });

  it("a key can be revoked and reissued if the answer that contained it was lost", async () => {
    const { ask } = admin();
    const { id, ref, key, keys } = await createWithKey();
    expect(await ask(`DELETE /keys/${key.id}`)).toMatchObject({ status: 200, body: { key: { id: key.id } } });
    expect(await ask(`POST /accounts/${ref}/keys`, { label: "order" })).toMatchObject({ status: 201 });
    const listed = await keys();
    const revoked = { revoked_at: "2026-11-21T12:20:00Z" };
    expect(listed).toMatchObject([
      { id: key.id, account_id: id, label: "order", ...revoked },
      { label: "order", prefix: expect.stringMatching(/^wsk_\w{4}$/) },
    ]);
    expect(JSON.stringify(listed)).not.toMatch(/w[sp]k_\w{5}|sha256/);
  });

  it("a publishable key has its restrictions", async () => {
    const { ask } = admin();
    const { id } = await create();
    const restrictions = {
      origins: ["https://club.example"],
      places: ["55.9533,-3.1883"],
      operations: Object.keys(KEY_OPERATIONS),
      calls_a_day: 400,
    };
    const issued = await ask(`POST /accounts/${id}/keys`, { label: "page", restrictions });
    expect(issued).toMatchObject({
      status: 201,
      body: {
        api_key: expect.stringMatching(/^wpk_/),
        key: { restrictions: { ...restrictions, places: ["55.95,-3.19"] } },
      },
    });
  });

  it("wrong restrictions are refused with the name of each wrong field", async () => {
    const { ask } = admin();
    const { id } = await create();
    const wrong = { origins: ["club.example/x"], places: ["95,0"], operations: ["all"], calls_a_day: 1 };
    const refused = await ask(`POST /accounts/${id}/keys`, { label: '"', restrictions: wrong });
    expect(refused).toMatchObject({
      status: 400,
      body: {
        violations: [
          { field: "label" },
          { field: "restrictions.origins[0]" },
          { field: "restrictions.places[0]" },
          { field: "restrictions.operations[0]" },
        ],
      },
    });
    expect(await ask(`POST /accounts/${id}/keys`, { label: "page", restrictions: {} })).toMatchObject({
      status: 400,
    });
  });

  it("changes of an account take effect, under the token's name in the audit log", async () => {
    const { ask, service } = admin();
    const { id, ref } = await create();
    const changes = [
      ["PATCH", { plan: "growth" }, { plan: "growth", monthly_quota: 100_000 }],
      ["PATCH", { monthly_quota: 7 }, { plan: "growth", monthly_quota: 7 }],
      ["PATCH", { name: " Pitches " }, { name: "Pitches" }],
      [":suspend", undefined, { state: "suspended" }],
      [":resume", {}, { state: "active" }],
      [":close", undefined, { state: "closed", closed_at: "2026-11-21T12:20:00Z" }],
      [":reopen", undefined, { state: "active" }],
    ] as const;
    for (const [what, body, account] of changes) {
      const request =
        what === "PATCH" ? (`PATCH /accounts/${ref}` as const) : (`POST /accounts/${ref}${what}` as const);
      expect(await ask(request, body)).toMatchObject({ status: 200, body: { account } });
    }
    const log = await Array.fromAsync(service.store.auditLog({ accountId: id }));
    expect(log.map(({ operator }) => operator)).toEqual(["create", ...changes].map(() => "admin:shop"));
  });

  describe("in the wrong state", () => {
    const refused = { status: 409, body: { reason: "WRONG_ACCOUNT_STATE", code: "failed_precondition" } };

    it("an account that is not closed cannot be deleted", async () => {
      const { id } = await create();
      expect(await admin().ask(`DELETE /accounts/${id}`)).toMatchObject(refused);
    });

    it("a closed account gets no key", async () => {
      const { ask } = admin();
      const { id } = await create();
      await ask(`POST /accounts/${id}:close`);
      expect(await ask(`POST /accounts/${id}/keys`, { label: "order" })).toMatchObject(refused);
    });

    it("a deleted account cannot be changed", async () => {
      const { ask } = admin();
      const { id } = await create();
      await ask(`POST /accounts/${id}:close`);
      await ask(`DELETE /accounts/${id}`);
      expect(await ask(`POST /accounts/${id}:reopen`)).toMatchObject(refused);
    });
  });

  it("a deleted account is still shown by its id, and leaves its reference free", async () => {
    const { ask } = admin();
    const { id, order } = await create();
    await ask(`POST /accounts/${id}:close`);
    expect(await ask(`DELETE /accounts/${id}`)).toMatchObject({
      status: 200,
      body: { account: { id, name: "(deleted)", state: "deleted" } },
    });
    expect(await ask(`GET /accounts/${id}`)).toMatchObject({ status: 200, body: { account: { id } } });
    expect(await ask("POST /accounts", order)).toMatchObject({ status: 201 });
  });

  it("the accounts come in pages, and so does the bill", async () => {
    const { ask } = admin();
    const ids: string[] = [];
    for (let number = 0; number < 5; number++) ids.push((await create()).id);
    for (const [list, of] of [
      ["/accounts?page_size=2", ({ id }: { id: string }) => id],
      ["/usage?month=2026-11&page_size=2", ({ account_id: id }: { account_id: string }) => id],
    ] as const) {
      const found: string[] = [];
      let token = "";
      do {
        const { body } = await ask(`GET ${list}&page_token=${token}`);
        const page = body["accounts"] as readonly never[];
        expect(page.length).toBeLessThanOrEqual(2);
        found.push(...page.map(of));
        token = body["next_page_token"] as string;
      } while (token !== "");
      expect(found.filter((id) => ids.includes(id))).toEqual(ids);
      expect(new Set(found).size).toBe(found.length);
    }
  });

  it("the bill has the plans with their prices and quotas, and the answered calls", async () => {
    const { ask, service } = admin();
    const { id } = await create();
    const day = { month: "2026-11", day: 21, method: "GetForecast", quota: 25_000 };
    await service.store.spend({ accountId: id, ...day });
    service.clock.advance(60_000);
    await ask(`PATCH /accounts/${id}`, { plan: "growth" });
    const { body } = await ask("GET /usage?month=2026-11&page_size=500");
    const lines = body["accounts"] as readonly { account_id: string }[];
    expect(lines.find((line) => line.account_id === id)).toMatchObject({
      month: "2026-11",
      plan: "growth",
      price: "149",
      currency: "GBP",
      monthly_quota: 100_000,
      calls: 1,
      percent: 0,
      state: "active",
      plans: [{ plan: "starter", price: "49", until: expect.any(String) }, { plan: "growth" }],
    });
  });

  it("the same methods answer over Connect", async () => {
    const { url, tokens } = admin();
    const { id } = await create();
    const transport = createConnectTransport({ baseUrl: url, httpVersion: "1.1", useHttpGet: true });
    const client = createClient(AdminService, transport);
    const headers = { authorization: `Bearer ${tokens.read}` };
    const told = await client.getAccount({ account: id }, { headers });
    expect(told.account).toMatchObject({ id, monthlyQuota: 25_000 });
    await expect(client.suspendAccount({ account: id }, { headers })).rejects.toThrow("may only read");
  });
});

describe("a bad request", () => {
  const refused = (field: string, description: string) => ({
    status: 400,
    body: { violations: [{ field, description: expect.stringContaining(description) }] },
  });

  it.each([
    [{ external_ref: " 4711" }, "external_ref", "without a space at either end"],
    [{ name: "two\nlines" }, "name", "one line"],
    [{ plan: "gold" }, "plan", "one of free, starter, growth, enterprise."],
    [{ plan: "internal" }, "plan", "one of free, starter, growth, enterprise."],
    [{ plan: "enterprise" }, "monthly_quota", "agreed case by case"],
    [{ monthly_quota: 1.5 }, "monthly_quota", "whole number"],
    [{ plna: "free" }, "plna", "did you mean plan?"],
  ])("an order with %j is refused, and makes nothing", async (changes, field, description) => {
    const { ask, service } = admin();
    const before = await service.store.listAccounts();
    expect(await ask("POST /accounts", orderOf(changes))).toMatchObject(refused(field, description));
    expect(await service.store.listAccounts()).toEqual(before);
  });

  it("a reference of 200 characters of every kind names its account in the path", async () => {
    const { ask } = admin();
    const reference = `:suspend/../%2F?#&ref:${"ü€𝄞"}`.padEnd(200, "€:").slice(0, 200);
    const { body } = await ask("POST /accounts", orderOf({ external_ref: reference }));
    const { id } = body["account"] as AccountJson;
    const path = `/accounts/ref:${encodeURIComponent(reference)}`;
    expect(await ask(`GET ${path}`)).toMatchObject({ status: 200, body: { account: { id } } });
    expect(await ask(`POST ${path}:suspend`)).toMatchObject({
      body: { account: { id, state: "suspended" } },
    });
    expect(await ask(`POST ${path}/keys`, { label: "order" })).toMatchObject({ status: 201 });
    expect(await ask(`GET ${path}x`)).toMatchObject(refused("account", "1 to 200 printable characters"));
  });

  it("an account or key that does not exist gets 404 with the reason", async () => {
    const { ask } = admin();
    const missing = { status: 404, body: { reason: "ACCOUNT_NOT_FOUND", code: "not_found" } };
    for (const request of [
      "GET /accounts/ref:nobody",
      "DELETE /accounts/acc_nobody",
      "POST /accounts/acc_nobody:suspend",
      "GET /accounts/acc_nobody/keys",
    ] as const) {
      expect(await ask(request)).toMatchObject(missing);
    }
    expect(await ask("POST /accounts/acc_nobody/keys", { label: "order" })).toMatchObject(missing);
    expect(await ask("DELETE /keys/key_nobody")).toMatchObject({
      status: 404,
      body: { reason: "KEY_NOT_FOUND" },
    });
  });

  it("a page token of another list, or an invalid one, is refused", async () => {
    const { ask } = admin();
    for (let number = 0; number < 3; number++) await ask("POST /accounts", orderOf());
    const { body } = await ask("GET /accounts?page_size=1");
    const token = String(body["next_page_token"]);
    expect(token).toMatch(/^[\w-]+$/);
    for (const request of [
      `GET /usage?page_token=${token}`,
      "GET /accounts?page_token=AAAA",
      "GET /accounts?page_token=%27",
    ] as const) {
      expect(await ask(request)).toMatchObject(refused("page_token", "next_page_token"));
    }
  });

  it("a page size below 0 is refused, and one above the maximum is not", async () => {
    const { ask } = admin();
    expect(await ask("GET /accounts?page_size=-1")).toMatchObject({ status: 400 });
    expect(await ask("GET /accounts?page_size=100000")).toMatchObject({ status: 200 });
  });

  it("the bill of a month that has not begun is refused", async () => {
    const { ask } = admin();
    expect(await ask("GET /usage?month=2027-01")).toMatchObject(refused("month", "has begun"));
  });
});
