// The plans if PLANS_FILE is not set.
import type { Plan } from "./plan.ts";

/** For the operator's own services. Also added to the plans of a PLANS_FILE that has no plan of this name. */
export const INTERNAL_PLAN: Plan = {
  name: "internal",
  title: "Internal",
  price: "not for sale",
  currency: undefined,
  // Ten million a month are about four calls a second: more than such services need, and a runaway loop still ends.
  monthlyQuota: 10_000_000,
  concurrentCalls: 500,
  newPlaces: undefined,
  support: "in-house",
  extras: [],
  includes: { usageDashboard: true, customSports: true, sla: true },
  isForSale: false,
};

/** Smallest first. */
export const BUILT_IN_PLANS: readonly Plan[] = [
  {
    name: "free",
    title: "Free",
    price: "0",
    currency: "GBP",
    monthlyQuota: 500,
    concurrentCalls: 5,
    newPlaces: { burst: 50, perMinute: 10, atOnce: 2 },
    support: "email",
    extras: [],
    includes: { usageDashboard: false, customSports: false, sla: false },
    isForSale: true,
  },
  {
    name: "starter",
    title: "Starter",
    price: "49",
    currency: "GBP",
    monthlyQuota: 25_000,
    concurrentCalls: 20,
    newPlaces: { burst: 500, perMinute: 100, atOnce: 8 },
    support: "priority email",
    extras: ["usage dashboard"],
    includes: { usageDashboard: true, customSports: false, sla: false },
    isForSale: true,
  },
  {
    name: "growth",
    title: "Growth",
    price: "149",
    currency: "GBP",
    monthlyQuota: 100_000,
    concurrentCalls: 50,
    newPlaces: { burst: 1_000, perMinute: 300, atOnce: 16 },
    support: "chat tool",
    extras: ["SLA guarantee", "custom sport thresholds"],
    includes: { usageDashboard: true, customSports: true, sla: true },
    isForSale: true,
  },
  {
    name: "enterprise",
    title: "Enterprise",
    price: "by agreement",
    currency: undefined,
    monthlyQuota: undefined,
    concurrentCalls: 100,
    newPlaces: undefined,
    support: "by agreement",
    extras: ["custom integrations", "white-label"],
    includes: { usageDashboard: true, customSports: true, sla: true },
    isForSale: true,
  },
  INTERNAL_PLAN,
];
