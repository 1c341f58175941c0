/** The plans by the names operators type. */
export type PlanName = "free" | "starter" | "growth" | "enterprise" | "internal";

/** What a plan promises. */
export interface Plan {
  readonly name: PlanName;
  /** As shown to people: `Free`. */
  readonly title: string;
  /** Answered calls a calendar month; undefined where it has to be agreed per account. */
  readonly monthlyQuota: number | undefined;
}
