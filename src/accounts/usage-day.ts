// The day of a UsageRow: stores keep it as a month and a day of that month.
import type { Spending } from "./account-store.ts";

type UsageDay = Pick<Spending, "month" | "day">;

/** `2026-11-05` */
export function usageDayToText({ month, day }: UsageDay): string {
  return `${month}-${String(day).padStart(2, "0")}`;
}

export function usageDayFromText(text: string): UsageDay {
  return { month: text.slice(0, "2026-11".length), day: Number(text.slice("2026-11-".length)) };
}
