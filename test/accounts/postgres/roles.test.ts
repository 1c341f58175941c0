// What the roles of docs/stores.md may do, and what not. The SQL of that page makes them.
import { beforeEach, describe, expect, it } from "vitest";
import { secretSha256 } from "../../../src/accounts/api-key.ts";
import type { Store } from "../../../src/app/store.ts";
import type { Spending } from "../../../src/accounts/spending.ts";
import { createFreeAccount } from "../create-free-account.ts";
import { issueKey } from "../issue-key.ts";
import { spendingOf } from "../spending-of.ts";
import { isPostgresInstalled } from "../../support/programs/postgres-server.ts";
import { useRoles } from "./use-roles.ts";

const COUNT_NOTHING = "SELECT count_call_rows('{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}')";
describe.skipIf(!isPostgresInstalled())("the roles of docs/stores.md", { timeout: 60_000 }, () => {
  const roles = useRoles();
  const { urlOf, sqlAs, eachAsSuperuser, open } = roles;
  let owner: Store;
  let service: Store;
  /** A new account with a quota of 9 calls, and a call by that account. */
  let id: string;
  let call: Spending;

  beforeEach(async () => {
    ({ owner, service } = roles.stores());
    ({ id } = await createFreeAccount(owner, 9));
    call = spendingOf(id, { quota: 9 });
  });

  it("the service finds the callers whose accounts and keys the owner has made", async () => {
    const { apiKey } = await issueKey(owner, id);
    const sha256 = secretSha256(apiKey);
    expect(await service.findCaller(sha256, "2026-11")).toMatchObject({ account: { id }, used: 0 });
  });

  it("the service reads the sports that the owner has set", async () => {
    await owner.setSport(id, { id: "beach", definition: "{}" });
    expect(await service.sports(id)).toHaveLength(1);
  });

  it("the service counts up to a quota", async () => {
    expect(await service.spend({ ...call, quota: 1 })).toEqual({ kind: "Spent", used: 1 });
    expect(await service.spend({ ...call, quota: 1 })).toEqual({ kind: "Exhausted", used: 1 });
    expect(await service.usage(id, "2026-11")).toHaveLength(1);
    expect(await service.monthlyTotals(id)).toHaveLength(1);
  });

  it("the service takes and gives back a provider's permits", async () => {
    const permit = { provider: "open-meteo", token: "a", atOnceMax: 1, heldMs: 1_000, waitedMs: 1_000 };
    expect(await service.acquireProviderPermit(permit)).toBe(true);
    await service.releaseProviderPermit(permit);
  });

  it("the service takes a provider's calls, and cannot give them back", async () => {
    const calls = { provider: "open-meteo", day: "2026-11-21", calls: 3, callsMax: 10 };
    expect(await service.takeProviderCalls(calls)).toMatchObject({ isTaken: true, used: 3 });
    expect(await service.takeProviderCalls({ ...calls, calls: -2 })).toMatchObject({ used: 3 });
  });

  it("the service can neither make or change accounts and keys, nor change a count except by counting calls", async () => {
    await service.spend(call);
    const refusal =
      /permission denied for .* \(commands that change something need the owner's URL; docs\/stores\.md/;
    for (const change of [
      () => service.createAccount({ name: "Mine", plan: "free", monthlyQuota: 1 }),
      () => issueKey(service, id),
      () => service.updateAccount(id, { monthlyQuota: 99 }),
    ]) {
      await expect(change()).rejects.toThrow(refusal);
    }
    for (const change of [
      "UPDATE month_total SET calls = 0",
      "DELETE FROM usage_by_day",
      "DELETE FROM plan_period",
    ]) {
      await expect(sqlAs("suitability", change)).rejects.toThrow("permission denied");
    }
    // Nor by making a table of its own that a function would take for the real one.
    await sqlAs(
      "suitability",
      `CREATE TEMPORARY TABLE month_total (account_id text, month text, calls bigint);
      SELECT * FROM count_call_rows('{${id}}', '{2026-11}', '{21}', '{""}', '{x}', '{5}', '{NULL}', '{-}')`,
    );
    expect(await owner.monthlyTotals(id)).toMatchObject([{ calls: 2 }]);
  });

  /** Calls for a function that counts, under the names of the columns of a row. */
  const row = () => ({
    account_id: id,
    month: "2026-11",
    day: 21,
    key_id: "",
    method: "x",
    quota: 9,
    daily_quota: null as number | null,
    verdicts: "-",
  });
  type Row = ReturnType<typeof row>;
  const countRows = (rows: readonly Partial<Row>[]) => {
    const columns = Object.entries({
      account_id: "text",
      month: "text",
      day: "integer",
      key_id: "text",
      method: "text",
      quota: "bigint",
      daily_quota: "bigint",
      verdicts: "text",
    }).map(([name, type]) => {
      const values = rows.map((each) => each[name as keyof Row] ?? null);
      return `ARRAY[${values.map((value) => (value === null ? "NULL" : `'${value}'`)).join()}]::${type}[]`;
    });
    return sqlAs("suitability", `SELECT * FROM count_call_rows(${columns.join()})`);
  };
  const WAYS = [
    {
      name: "count_calls, by which the version before counts,",
      count: (rows: readonly Partial<Row>[]) => {
        const asked = rows.map((each) => ({ calls: 1, ...each }));
        return sqlAs("suitability", `SELECT * FROM count_calls('${JSON.stringify(asked)}')`);
      },
      refusal: "are not calls of a month",
      refused: [
        { calls: -1 },
        { calls: 0 },
        { calls: undefined },
        { month: undefined },
        { calls: -1, daily_quota: 5 },
        { verdicts: "sss" },
      ],
    },
    { name: "count_call_rows", count: countRows, refusal: "has no possible calls", refused: [] },
  ];

  describe.each(WAYS)("$name", ({ count, refusal, refused }) => {
    it("only ever adds calls, and refuses impossible ones, whatever its arguments", async () => {
      await Promise.all([service.spend(call), service.spend(call)]);
      const REFUSED = {
        month: ["before", "2026-13", "0000-11"],
        day: [31, 0, 99, undefined],
        key_id: ["k", undefined],
        method: ["", "a method", "x".repeat(61), undefined],
        verdicts: ["", "x", undefined],
      };
      const changes = Object.entries(REFUSED).flatMap(([name, values]) =>
        values.map((value) => ({ [name]: value })),
      );
      for (const change of [...changes, ...refused] as Partial<Row>[]) {
        const bad = { ...row(), ...change };
        for (const rows of [[bad], [row(), bad], [bad, { ...row(), daily_quota: 5 }]]) {
          await expect(count(rows), JSON.stringify(rows)).rejects.toThrow(refusal);
        }
      }
      expect(await owner.monthlyTotals(id)).toMatchObject([{ calls: 2 }]);
      expect(await owner.usage(id, "2026-11")).toMatchObject([{ calls: 2 }]);
      await count([{ ...row(), month: "2026-02", day: 28, key_id: "key_abcdefghijkl", verdicts: "s" }]);
      expect(await owner.usage(id, "2026-02")).toMatchObject([{ day: "2026-02-28", calls: 1 }]);
    });
  });

  describe("count_call_rows, the function that counts calls for the service,", () => {
    it("refuses columns of different lengths or bounds, which would mix up rows", async () => {
      await service.spend(call);
      const columns = (methods: string) =>
        `ARRAY['${id}','${id}'], '{2026-11,2026-11}', '{21,21}', '{"",""}', '${methods}', '{9,9}', '{NULL,NULL}', '{s,s}'`;
      for (const methods of ["{x}", "[0:1]={a method,x}", "[0:2]={a method,x,x}", "{{x,x}}"]) {
        await expect(
          sqlAs(
            "suitability",
            `SELECT * FROM count_call_rows(${columns(methods).replace("a method", '"a method"')})`,
          ),
          methods,
        ).rejects.toThrow("the columns of 2 rows are not arrays of that length");
      }
      expect(await owner.monthlyTotals(id)).toMatchObject([{ calls: 1 }]);
      await sqlAs("suitability", `SELECT * FROM count_call_rows(${columns("{x,y}")})`);
      expect(await owner.monthlyTotals(id)).toMatchObject([{ calls: 3 }]);
    });

    it("is the service's only way to the functions that it itself calls", async () => {
      for (const part of ["calls_before('acc', '9999-11', 5)", "calls_of_day('acc', '2026-11', 1, 'k', 5)"]) {
        await expect(sqlAs("suitability", `SELECT ${part.replace("acc", id)}`)).rejects.toThrow(
          `permission denied for function ${part.replace(/\(.*/, "")}`,
        );
      }
      expect(await sqlAs("suitability", `SELECT * FROM month_total WHERE account_id = '${id}'`)).toEqual([]);
    });
  });

  it("the service can neither record provider calls with an impossible day, provider or pressure, nor hold up a move of accounts for more than a minute at a time", async () => {
    for (const taken of [
      "'open-meteo', '9999-11-21', 1, NULL, NULL",
      "'open-meteo', '2026-11-2', 1, NULL, NULL",
      "'', '2026-11-21', 1, NULL, NULL",
      "'open-meteo', '2026-11-21', 1, NULL, 'NaN'",
    ]) {
      const take = sqlAs("suitability", `SELECT take_provider_calls(${taken})`);
      await expect(take, taken).rejects.toThrow("there are no calls of");
    }
    await expect(sqlAs("suitability", "SELECT renew_serving('a', 2147483647)")).rejects.toThrow(
      "serves_ms has to be 0 to 60000, and the process has at most 60 characters",
    );
  });

  it("the service can neither delete a month that is still kept by the server's clock, nor note an hour under a month that does not contain the hour", async () => {
    const now = new Date();
    const monthBefore = (age: number) =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - age)).toISOString().slice(0, 7);
    for (const age of [0, 12, 13]) await service.spend({ ...call, month: monthBefore(age), day: 1 });
    const [reply] = await sqlAs("suitability", "SELECT forget_months('9999-12', 1000000) AS forgotten");
    // Other tests may have left old months too.
    expect(Number(reply?.["forgotten"])).toBeGreaterThan(0);
    const left = await sqlAs(
      "suitability",
      `SELECT month FROM month_total WHERE account_id = '${id}' ORDER BY month DESC`,
    );
    expect(left).toEqual([{ month: monthBefore(0) }, { month: monthBefore(12) }]);
    const hourOf9999 = Date.UTC(9999, 10, 21) / 3_600_000;
    for (const seen of [
      `'9999-11', ${hourOf9999}, 1`,
      "'9999-12', 0, 1",
      "'now', 498637, 1",
      "'246953-10', 2147483647, 1",
    ]) {
      await expect(sqlAs("suitability", `SELECT see_hour(${seen})`)).rejects.toThrow("is not in the month");
    }
  });

  it.each([
    ["suitability", "permission denied"],
    ["suitability_owner", "the audit log is only ever added to"],
  ] as const)("the role %s cannot change the audit log", async (role, refusal) => {
    for (const change of [
      "UPDATE audit_log SET operator = 'nobody'",
      "DELETE FROM audit_log",
      "TRUNCATE audit_log",
    ]) {
      await expect(sqlAs(role, change)).rejects.toThrow(refusal);
    }
    const log = await Array.fromAsync(owner.auditLog({ accountId: id }));
    expect(log).toMatchObject([{ action: "accounts create" }]);
  });

  it("without tables, the service fails with an error that says who has to make them, and how", async () => {
    await eachAsSuperuser("postgres", "CREATE DATABASE without_tables OWNER suitability_owner");
    const early = await open(urlOf("suitability", "without_tables"));
    await expect(early.ping()).rejects.toThrow(
      "permission denied for schema public (run `bin/suitability migrate` of this version as the tables' owner)",
    );
    await early.close();
  });

  it("a service whose role loses a right is not ready and counts nothing until the role has the right again", async () => {
    await sqlAs("suitability_owner", "REVOKE EXECUTE ON FUNCTION count_call_rows FROM suitability");
    for (const use of [() => service.ping(), () => service.spend(call)]) {
      await expect(use()).rejects.toThrow("permission denied for function count_call_rows");
    }
    await sqlAs("suitability_owner", "GRANT EXECUTE ON FUNCTION count_call_rows TO suitability");
    await service.ping();
    expect(await service.spend(call)).toEqual({ kind: "Spent", used: 1 });
  });

  it("the error of a missing right says where the rights are listed", async () => {
    await sqlAs("suitability_owner", "REVOKE EXECUTE ON FUNCTION count_call_rows FROM suitability");
    const failure: unknown = await service.ping().catch((error: unknown) => error);
    await sqlAs("suitability_owner", "GRANT EXECUTE ON FUNCTION count_call_rows TO suitability");
    expect(String(failure)).toContain("(docs/stores.md lists the rights that its role needs)");
  });

  it("the finance role reads a row for each account and month, and the plan history", async () => {
    const init = { name: "Pitches", plan: "free", monthlyQuota: 1, externalRef: "4711" } as const;
    const { account } = await owner.createAccountOnce(init);
    await Promise.all([1, 2].map(() => service.spend({ ...call, accountId: account.id })));
    await owner.updateAccount(account.id, { plan: "growth", monthlyQuota: 2 });
    const ofAccount = { account_id: account.id, account_name: "Pitches", external_ref: "4711" };
    const bills = `SELECT * FROM usage_by_month WHERE account_id = '${account.id}'`;
    expect(await sqlAs("finance", bills)).toEqual([
      { ...ofAccount, month: "2026-11", plan: "growth", calls: "2" },
    ]);
    const history = `SELECT * FROM plan_history WHERE account_id = '${account.id}' ORDER BY since, until`;
    const [free, growth] = await sqlAs("finance", history);
    expect(free).toMatchObject({ ...ofAccount, plan: "free", monthly_quota: "1", state: "active" });
    expect(growth).toMatchObject({ ...ofAccount, plan: "growth", monthly_quota: "2", until: null });
    expect(free?.["until"]).toEqual(growth?.["since"]);
  });

  it("the finance role reads nothing else", async () => {
    for (const more of ["SELECT * FROM api_key", "SELECT count_calls('[]')", COUNT_NOTHING]) {
      await expect(sqlAs("finance", more)).rejects.toThrow("permission denied");
    }
  });
});
