import { describe, expect, it } from "vitest";
import { useCommands } from "../use-commands.ts";

const commands = useCommands();

const HEADER = "month,account_id,external_ref,name,plan,price,currency,monthly_quota,calls,percent,state";

/** Makes an account that has used so much of a quota of 10. */
async function accountWith(calls: number, init: { name?: string; externalRef?: string; plan?: string } = {}) {
  const { store, clock } = commands();
  const { name = "Courts", plan = "starter", externalRef } = init;
  clock.advance(1);
  const made = { name, plan, monthlyQuota: 10 };
  const account =
    externalRef === undefined
      ? await store.createAccount(made)
      : (await store.createAccountOnce({ ...made, externalRef })).account;
  for (let call = 0; call < calls; call += 1) {
    await store.spend({ accountId: account.id, month: "2026-11", day: 21, method: "forecast", quota: 10 });
  }
  return account;
}

describe("usage --all --csv", () => {
  it("has a line for each account, those nobody called with too, with the lines' ends of RFC 4180", async () => {
    const first = await accountWith(3, { name: 'The "Club", Bath', externalRef: "order 17" });
    const second = await accountWith(0, { name: "=1+1", plan: "enterprise" });
    await commands().store.updateAccount(second.id, { isSuspended: true });
    expect(await commands().run("usage --all --csv")).toBe(
      [
        HEADER,
        `2026-11,${first.id},order 17,"The ""Club"", Bath",starter,49,GBP,10,3,30,active`,
        `2026-11,${second.id},,'=1+1,enterprise,by agreement,,10,0,0,suspended`,
      ]
        .map((line) => `${line}\r`)
        .join("\n"),
    );
  });

  it("is of the month that is asked for", async () => {
    const { id } = await accountWith(3);
    expect(await commands().run("usage --all --csv --month 2026-10")).toContain(
      `2026-10,${id},,Courts,starter,49,GBP,10,0,0,active`,
    );
  });

  it("is read in one pass however many accounts there are", async () => {
    const { store, run } = commands();
    const made = Array.from({ length: 1_201 }, (_, index) =>
      store.createAccount({ name: `Club ${index}`, plan: "free", monthlyQuota: 500 }),
    );
    const ids = (await Promise.all(made)).map(({ id }) => id);
    const lines = (await run("usage --all --csv")).split("\r\n").slice(1);
    expect(lines.map((line) => line.split(",")[1]).toSorted()).toEqual(ids.toSorted());
  });
});

describe("usage --all --above", () => {
  it("has who has used so many hundredths of the quota, with what a mail needs", async () => {
    await accountWith(7);
    const near = await accountWith(8, { externalRef: "order 17" });
    const over = await accountWith(10, { plan: "growth" });
    await commands().store.updateAccount(over.id, { monthlyQuota: 5 });
    expect(await commands().runJson("usage --all --above 80")).toEqual({
      month: "2026-11",
      above: 80,
      accounts: [
        {
          account_id: near.id,
          external_ref: "order 17",
          name: "Courts",
          plan: "starter",
          plan_title: "Starter",
          monthly_quota: 10,
          calls: 8,
          left: 2,
          percent: 80,
          is_suspended: false,
          state: "active",
        },
        {
          account_id: over.id,
          external_ref: null,
          name: "Courts",
          plan: "growth",
          plan_title: "Growth",
          monthly_quota: 5,
          calls: 10,
          left: 0,
          percent: 200,
          is_suspended: false,
          state: "active",
        },
      ],
    });
    expect((await commands().run("usage --all --above 80 --csv")).split("\n")).toHaveLength(3);
  });

  it("rounds nobody up to it", async () => {
    const { id } = await accountWith(0);
    await commands().store.updateAccount(id, { monthlyQuota: 1000 });
    for (let call = 0; call < 799; call += 1) {
      await commands().store.spend({ accountId: id, month: "2026-11", day: 1, method: "a", quota: 1000 });
    }
    expect(await commands().runJson("usage --all --above 80")).toMatchObject({ accounts: [] });
    expect(await commands().run("usage --all --above 80")).toBe(
      "There is no account that used 80 % of its quota or more in 2026-11.",
    );
    expect(await commands().runJson("usage --all --above 79")).toMatchObject({ accounts: [{ percent: 79 }] });
  });
});

describe("usage --all", () => {
  it("shows people a table with plan and price", async () => {
    const { id } = await accountWith(3);
    expect(await commands().run("usage --all")).toBe(
      [
        "ACCOUNT           REFERENCE  NAME    PLAN     PRICE           CALLS  OF   %",
        `${id}  -          Courts  Starter  GBP 49 a month      3  10  30`,
      ].join("\n"),
    );
  });

  it.each(["usage", "usage --all Courts", "usage Courts --above 80", "usage --all --above 80%"])(
    "%s makes no sense and is told so",
    async (command) => {
      await accountWith(1);
      expect(await commands().refusal(command)).toMatchObject({ exitCode: 2 });
    },
  );
});
