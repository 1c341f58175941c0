// The roles of docs/stores.md, made as it says: what each may do, and what not.
import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { issueApiKey } from "../../../src/accounts/issue-api-key.ts";
import { apiKeySha256 } from "../../../src/accounts/api-key.ts";
import type { AccountStore } from "../../../src/accounts/store.ts";
import { postgresCommand } from "../../support/postgres-command.ts";
import { isPostgresInstalled } from "../../support/postgres-server.ts";
import { usePostgresStore, type PostgresStoreUnderTest } from "./use-postgres-store.ts";

const PAGE = readFileSync(new URL("../../../docs/stores.md", import.meta.url), "utf8");
const [DATABASE = "", RIGHTS = "", FINANCE = ""] = [...PAGE.matchAll(/^```sql\n(.*?)^```/gms)].map(
  ([, block = ""]) => block,
);

describe.skipIf(!isPostgresInstalled())("the roles of docs/stores.md", { timeout: 60_000 }, () => {
  const underTest = usePostgresStore();
  let current: PostgresStoreUnderTest;
  let owner: AccountStore;
  let service: AccountStore;
  /** The URL of the database for one of the roles. */
  let urlOf: (role: string, password: string) => string;

  beforeEach(async () => {
    current = underTest();
    const { server } = current;
    urlOf = (role, password) => `postgres://${role}:${password}@127.0.0.1:${server.port}/suitability`;
    const cleared =
      "DROP DATABASE IF EXISTS suitability WITH (FORCE); DROP DATABASE IF EXISTS without_tables WITH (FORCE); DROP ROLE IF EXISTS suitability_owner, suitability, finance";
    for (const statement of cleared.split("; ")) await postgresCommand(server.url, statement);
    for (const statement of DATABASE.trim().split("\n")) await postgresCommand(server.url, statement);
    await postgresCommand(urlOf("suitability_owner", "change-me"), RIGHTS);
    owner = await current.openAnother({ url: urlOf("suitability_owner", "change-me") });
    service = await current.openAnother({ url: urlOf("suitability", "change-me-too") });
  });

  it("the owner makes the tables, accounts and keys; the service finds who calls, and counts", async () => {
    const { id } = await owner.createAccount({ name: "Courts", plan: "free", monthlyQuota: 1 });
    const issued = await issueApiKey({ store: owner, accountId: id });
    await owner.setSport(id, { id: "beach", definition: "{}" });
    await service.ping();
    const sha256 = apiKeySha256(issued?.apiKey ?? "");
    expect(await service.findCaller(sha256, "2026-11")).toMatchObject({ account: { id }, used: 0 });
    const call = { accountId: id, month: "2026-11", day: 21, method: "GetForecast", quota: 1 };
    expect(await service.spend(call)).toEqual({ kind: "Spent", used: 1 });
    expect(await service.spend(call)).toEqual({ kind: "Exhausted", used: 1 });
    expect(await service.usage(id, "2026-11")).toHaveLength(1);
    expect(await service.monthlyTotals(id)).toHaveLength(1);
    expect(await service.sports(id)).toHaveLength(1);
  });

  it("the service has its turns to ask a provider, and takes calls of it", async () => {
    const turn = { provider: "open-meteo", token: "a", atOnceMax: 1, heldMs: 1_000, waitedMs: 1_000 };
    expect(await service.hasProviderTurn(turn)).toBe(true);
    await service.endProviderTurn(turn);
    const calls = { provider: "open-meteo", day: "2026-11-21", calls: 1, callsMax: 10 };
    expect(await service.takeProviderCalls(calls)).toMatchObject({ isTaken: true, used: 1 });
  });

  it("the service can neither make accounts and keys, nor change a count in any other way", async () => {
    const { id } = await owner.createAccount({ name: "Courts", plan: "free", monthlyQuota: 1 });
    await service.spend({ accountId: id, month: "2026-11", day: 21, method: "GetForecast", quota: 1 });
    const refusal =
      /permission denied for .* \(commands that change something need the owner's URL; docs\/stores\.md/;
    await expect(service.createAccount({ name: "Mine", plan: "free", monthlyQuota: 1 })).rejects.toThrow(
      refusal,
    );
    await expect(issueApiKey({ store: service, accountId: id })).rejects.toThrow(refusal);
    await expect(service.updateAccount(id, { monthlyQuota: 9 })).rejects.toThrow(refusal);
    const sql = (text: string) => postgresCommand(urlOf("suitability", "change-me-too"), text);
    await expect(sql("UPDATE month_total SET calls = 0")).rejects.toThrow("permission denied");
    await expect(sql("DELETE FROM usage_by_day")).rejects.toThrow("permission denied");
    for (const change of ["INSERT INTO audit_log DEFAULT VALUES", "DELETE FROM plan_period"]) {
      await expect(sql(change)).rejects.toThrow("permission denied");
    }
    // Nor by a table of its own that a function would take for the real one.
    await sql(`CREATE TEMPORARY TABLE month_total (account_id text, month text, calls bigint);
      SELECT * FROM count_calls('[{"account_id":"${id}","month":"2026-11","day":21,"key_id":"","method":"x","quota":5,"calls":1,"verdicts":"-"}]')`);
    const [total] = await postgresCommand(
      urlOf("suitability_owner", "change-me"),
      "SELECT calls FROM month_total",
    );
    expect(total).toEqual({ calls: "2" });
  });

  it("no argument of the functions that the service counts by takes a call back", async () => {
    const { id } = await owner.createAccount({ name: "Courts", plan: "free", monthlyQuota: 9 });
    const call = { accountId: id, month: "2026-11", day: 21, method: "GetForecast", quota: 9 };
    await Promise.all([service.spend(call), service.spend(call)]);
    const sql = (text: string) => postgresCommand(urlOf("suitability", "change-me-too"), text);
    const row = {
      account_id: id,
      month: "2026-11",
      day: 21,
      key_id: "",
      method: "x",
      quota: 9,
      verdicts: "",
    };
    for (const change of [
      { calls: -1 },
      { calls: 0 },
      { calls: -1, daily_quota: 5 },
      { calls: undefined },
      { calls: 1, month: "before" },
      { calls: 1, month: "2026-13" },
    ]) {
      const asked = JSON.stringify([{ ...row, ...change }]);
      await expect(sql(`SELECT * FROM count_calls('${asked}')`)).rejects.toThrow("are not calls of a month");
    }
    const provider = { provider: "open-meteo", day: "2026-11-21", callsMax: 10 };
    await service.takeProviderCalls({ ...provider, calls: 3 });
    expect(await service.takeProviderCalls({ ...provider, calls: -2 })).toMatchObject({ used: 3 });
    const totals =
      "SELECT sum(calls) AS of_months, (SELECT sum(calls) FROM usage_by_day) AS of_days FROM month_total";
    expect(await sql(totals)).toEqual([{ of_months: "2", of_days: "2" }]);
  });

  it("the service has no month forgotten that the server's own clock retains, nor one trusted that never was", async () => {
    const { id } = await owner.createAccount({ name: "Courts", plan: "free", monthlyQuota: 9 });
    const now = new Date();
    const monthBefore = (age: number) =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - age)).toISOString().slice(0, 7);
    for (const age of [0, 12, 13]) {
      const month = monthBefore(age);
      await service.spend({ accountId: id, month, day: 1, method: "GetForecast", quota: 9 });
    }
    const sql = (text: string) => postgresCommand(urlOf("suitability", "change-me-too"), text);
    expect(await sql("SELECT forget_months('9999-12', 1000000) AS forgotten")).toEqual([{ forgotten: "1" }]);
    expect(await sql("SELECT month FROM month_total ORDER BY month DESC")).toEqual([
      { month: monthBefore(0) },
      { month: monthBefore(12) },
    ]);
    for (const seen of ["'9999-12', 0, 1", "'now', 498637, 1", "'246953-10', 2147483647, 1"]) {
      await expect(sql(`SELECT see_hour(${seen})`)).rejects.toThrow("is not in the month");
    }
  });

  it("nobody changes the audit log, the owner neither", async () => {
    const { id } = await owner.createAccount({ name: "Courts", plan: "free", monthlyQuota: 1 });
    for (const [role, password, refusal] of [
      ["suitability", "change-me-too", "permission denied"],
      ["suitability_owner", "change-me", "the audit log is only ever added to"],
    ] as const) {
      for (const change of [
        "UPDATE audit_log SET operator = 'nobody'",
        "DELETE FROM audit_log",
        "TRUNCATE audit_log",
      ]) {
        await expect(postgresCommand(urlOf(role, password), change)).rejects.toThrow(refusal);
      }
    }
    expect(await Array.fromAsync(owner.auditLog({ accountId: id }))).toMatchObject([
      { action: "accounts create" },
    ]);
  });

  it("the service before there are tables says who has to make them, and how", async () => {
    await postgresCommand(current.server.url, "CREATE DATABASE without_tables OWNER suitability_owner");
    const url = urlOf("suitability", "change-me-too").replace(/suitability$/, "without_tables");
    const early = await current.openAnother({ url });
    await expect(early.ping()).rejects.toThrow(
      "permission denied for schema public (run `bin/suitability migrate` of this version as the tables' owner)",
    );
  });

  it("a role without rights is not ready, and is told where they are listed", async () => {
    await postgresCommand(
      urlOf("suitability_owner", "change-me"),
      "REVOKE EXECUTE ON FUNCTION count_calls FROM suitability",
    );
    await expect(service.ping()).rejects.toThrow(
      "permission denied for function count_calls (docs/stores.md lists the rights that its role needs)",
    );
  });

  it("whoever writes the bills reads them, and nothing else", async () => {
    const { id } = await owner.createAccount({ name: "Courts", plan: "free", monthlyQuota: 1 });
    await service.spend({ accountId: id, month: "2026-11", day: 21, method: "GetForecast", quota: 1 });
    await postgresCommand(current.server.url, "DROP ROLE IF EXISTS finance");
    for (const statement of FINANCE.trim().split("\n")) {
      await postgresCommand(current.server.url.replace(/postgres$/, "suitability"), statement);
    }
    const sql = (text: string) => postgresCommand(urlOf("finance", "change-me-as-well"), text);
    expect(await sql("SELECT account_name, calls FROM usage_by_month WHERE month = '2026-11'")).toEqual([
      { account_name: "Courts", calls: "1" },
    ]);
    await owner.updateAccount(id, { plan: "growth", monthlyQuota: 2 });
    const [free, growth] = await sql(
      "SELECT plan, monthly_quota, state, since, until FROM plan_history ORDER BY since",
    );
    expect(free).toMatchObject({ plan: "free", monthly_quota: "1", state: "active" });
    expect(growth).toMatchObject({ plan: "growth", monthly_quota: "2", until: null });
    expect(free?.["until"]).toEqual(growth?.["since"]);
    await expect(sql("SELECT * FROM api_key")).rejects.toThrow("permission denied");
    await expect(sql("SELECT count_calls('[]')")).rejects.toThrow("permission denied");
  });
});
