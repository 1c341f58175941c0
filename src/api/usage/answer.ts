// GetUsage: the account's calls, from the same rows that the quota is checked against.
import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { GetUsageResponseSchema, OwnSportSchema } from "#gen/suitability/v1/usage_pb.ts";
import type { Account, CustomSport } from "../../accounts/account.ts";
import { type MonthUsage, totalCalls, totalsWith, type UsageRow } from "../../accounts/usage.ts";
import { callsBy, callsByKey, type KeyCalls } from "../../accounts/calls-by.ts";
import { monthAt } from "../../accounts/month.ts";
import { priceText, type Plan } from "../../accounts/plans/plan.ts";
import { projectMonth } from "../../accounts/month-projection.ts";
import type { Answered, Work } from "../../call/operation.ts";
import { isoDay } from "../../lib/time/iso-time.ts";
import { customProfileFromJson } from "../../scoring/sports/custom-profile.ts";
import type { CurvePoint, SportProfile } from "../../scoring/sports/profile.ts";
import { VERDICTS } from "../../scoring/verdicts.ts";
import type { ApiParts } from "../api-parts.ts";
import type { UsageQuestion } from "./read.ts";

type UsageStore = ApiParts["store"];

export function createAnswerUsage({ store, plans }: Pick<ApiParts, "store" | "plans">) {
  return async (
    { nowMs, current, month }: UsageQuestion,
    { caller }: Work,
  ): Promise<Answered<MessageInitShape<typeof GetUsageResponseSchema>>> => {
    const { account } = caller;
    const ofCurrent = await store.usageOfMonth(account.id, current.month);
    const { rows } = ofCurrent;
    // Other replicas may have counted calls since the caller was looked up. The quota headers use this count too.
    const counted = totalCalls(rows);
    const used = caller.month === current.month ? Math.max(caller.used, counted) : counted;
    const { monthlyQuota } = account;
    const plan = plans.of(account);
    const fields = {
      accountName: account.name,
      plan: account.plan,
      planTitle: plan.title,
      planPrice: publishedPrice(plan, account),
      quota: {
        asOf: timestampFromMs(nowMs),
        monthlyQuota,
        used,
        // The quota may have been lowered below what was used.
        left: Math.max(0, monthlyQuota - used),
        resetsAt: timestampFromMs(current.endMs),
      },
      projection: projectMonth({ rows, monthlyQuota, nowMs }),
      ...(plan.includes.usageDashboard
        ? await breakdown(store, { account, plan, month, nowMs, ofCurrent })
        : { usageFromPlan: plans.firstWith("usageDashboard")?.title ?? "" }),
    };
    return { fields, headers: {}, usedOfMonth: used };
  };
}

/** The plan's price; empty if the account may have agreed on another one. */
function publishedPrice(plan: Plan, { monthlyQuota }: Account): string {
  return plan.isForSale && plan.monthlyQuota === monthlyQuota ? priceText(plan) : "";
}

async function breakdown(
  store: UsageStore,
  question: {
    readonly account: Account;
    readonly plan: Plan;
    readonly month: string;
    readonly nowMs: number;
    /** The current month, which was already read. */
    readonly ofCurrent: MonthUsage;
  },
) {
  const { account, plan, month, nowMs, ofCurrent } = question;
  const ofToday = ofCurrent.rows.filter(({ day }) => day === isoDay(nowMs));
  const hasSports = plan.includes.customSports && account.sportsRevision > 0;
  const [{ rows, verdicts }, totals, keys, sports] = await Promise.all([
    month === monthAt(nowMs).month ? ofCurrent : store.usageOfMonth(account.id, month),
    store.monthlyTotals(account.id),
    store.listKeys(account.id),
    hasSports ? store.sports(account.id) : [],
  ]);
  const calls = totalCalls(rows);
  return {
    usage: {
      month,
      calls,
      methods: callsBy(rows, ({ method }) => method).map(toMethodCalls),
      days: byDay(rows),
      keys: callsByKey(rows, keys).map((each) => keyCalls(each, ofToday)),
      verdicts: VERDICTS.map((verdict) => ({ verdict, calls: verdicts[verdict] })),
    },
    months: totalsWith(totals, { month, calls, verdicts }).map(({ month, calls }) => ({ month, calls })),
    sports: sports.map(ownSport),
  };
}

function toMethodCalls({ name, calls }: { readonly name: string; readonly calls: number }) {
  return { method: name, calls };
}

function byDay(rows: readonly UsageRow[]) {
  return [...Map.groupBy(rows, ({ day }) => day)].map(([day, ofDay]) => ({
    day,
    methods: callsBy(ofDay, ({ method }) => method)
      .map(toMethodCalls)
      .toSorted((a, b) => (a.method < b.method ? -1 : 1)),
  }));
}

function keyCalls({ key, calls }: KeyCalls, ofToday: readonly UsageRow[]) {
  const restrictions = key?.restrictions;
  return {
    keyId: key?.id ?? "",
    label: key?.label ?? "",
    startsWith: key?.prefix ?? "",
    isRevoked: key?.revokedAtMs !== undefined,
    calls,
    publishable: restrictions && {
      origins: [...restrictions.origins],
      dailyQuota: restrictions.callsADay,
      usedToday: totalCalls(ofToday.filter(({ keyId }) => keyId === key?.id)),
    },
  };
}

/** An account's own sport, as the dashboard draws it. */
function ownSport({ id, definition }: CustomSport): MessageInitShape<typeof OwnSportSchema> {
  const custom = customProfileFromJson(definition);
  if ("problems" in custom) return { id, problems: [...custom.problems] };
  const { profile, outdated } = custom;
  return {
    id,
    label: profile.label,
    base: profile.base ?? "",
    curves: curvesOf(profile),
    problems: [...outdated],
  };
}

function curvesOf({ weight, rain, wind, temp }: SportProfile) {
  return [
    { factor: "rain", unit: "mm/h", points: scoresOf(rain, weight.rain) },
    { factor: "wind", unit: "km/h", points: scoresOf(wind, weight.wind) },
    { factor: "temperature", unit: "°C", points: scoresOf(temp, weight.temp) },
  ];
}

/** The points left of 100 if only this factor costs points. */
function scoresOf(points: readonly CurvePoint[], weight: number) {
  return points.map(([value, suitability]) => ({ value, score: 100 * (1 - weight * (1 - suitability)) }));
}
