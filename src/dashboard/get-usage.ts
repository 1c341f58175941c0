import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { ContextValues, MethodImpl } from "@connectrpc/connect";
import type { UsageService } from "#gen/suitability/v1/usage_pb.ts";
import type { AccountStore, Caller, UsageRow } from "../accounts/account-store.ts";
import { monthAt, monthFromText } from "../accounts/month.ts";
import { firstPlanWith, PLANS, type Plan } from "../accounts/plan.ts";
import type { Call } from "../api/call.ts";
import type { Clock } from "../clock.ts";
import { fault, invalidArgument } from "../fault.ts";

/** GetUsage: the rows the quota is decided by, for the account that asks. */
export function createGetUsage(options: {
  store: Pick<AccountStore, "usage" | "monthlyTotals">;
  clock: Clock;
  callOf: (values: ContextValues) => Call & { readonly caller: Caller; readonly month: string; used: number };
}): MethodImpl<typeof UsageService.method.getUsage> {
  const { store, clock, callOf } = options;
  return async (request, context) => {
    const call = callOf(context.values);
    const { account } = call.caller;
    const plan = PLANS[account.plan];
    if (!plan.includes.usageDashboard) {
      throw notInPlan(plan);
    }
    const nowMs = clock.nowMs();
    const month = request.month === undefined ? monthAt(nowMs).month : givenMonth(request.month);
    call.admit();
    const [rows, months] = await Promise.all([
      store.usage(account.id, month),
      store.monthlyTotals(account.id),
    ]);
    // Other replicas may have counted calls since the caller was looked up. The quota headers are made of it too.
    const counted = months.find((row) => row.month === call.month)?.calls ?? 0;
    call.used = Math.max(call.used, counted);
    const { used } = call;
    return {
      accountName: account.name,
      plan: plan.name,
      planTitle: plan.title,
      quota: {
        asOf: timestampFromMs(nowMs),
        monthlyQuota: account.monthlyQuota,
        used,
        // The quota may have been lowered below what was used.
        left: Math.max(0, account.monthlyQuota - used),
        resetsAt: timestampFromMs(monthAt(nowMs).endMs),
      },
      usage: { month, calls: totalCalls(rows), methods: byMethod(rows), days: byDay(rows) },
      months: [...months],
    };
  };
}

function notInPlan({ title }: Plan) {
  const first = firstPlanWith("usageDashboard").title;
  return fault({
    sentence: `The usage dashboard is not part of the ${title} plan: it comes with the ${first} plan and every larger one. Ask the operator of this service for a larger plan.`,
    reason: "FEATURE_NOT_IN_PLAN",
  });
}

function givenMonth(text: string): string {
  const month = monthFromText(text);
  if (month === undefined) {
    throw invalidArgument([
      { field: "month", description: "must be a year and a month, such as 2026-11, or be left out." },
    ]);
  }
  return month.month;
}

function totalCalls(rows: readonly UsageRow[]): number {
  return rows.reduce((sum, { calls }) => sum + calls, 0);
}

function byMethod(rows: readonly UsageRow[]) {
  const callsByMethod = new Map<string, number>();
  for (const { method, calls } of rows) {
    callsByMethod.set(method, (callsByMethod.get(method) ?? 0) + calls);
  }
  return [...callsByMethod]
    .map(([method, calls]) => ({ method, calls }))
    .toSorted((a, b) => b.calls - a.calls || (a.method < b.method ? -1 : 1));
}

function byDay(rows: readonly UsageRow[]) {
  return [...Map.groupBy(rows, ({ day }) => day)].map(([day, ofDay]) => ({
    day,
    methods: ofDay.map(({ method, calls }) => ({ method, calls })),
  }));
}
