import type { GetUsageRequest } from "#gen/suitability/v1/usage_pb.ts";
import { type Month, monthAt, monthFromText } from "../../accounts/month.ts";
import type { CheckedCaller } from "../../call/operation.ts";
import type { RequestReading } from "../../call/request-reading.ts";
import { invalidArgument } from "../../errors/fault.ts";
import type { ApiParts } from "../api-parts.ts";

export interface UsageQuestion {
  readonly nowMs: number;
  readonly current: Month;
  /** `2026-11`: the month to show. */
  readonly month: string;
}

export function createReadUsage({ clock }: Pick<ApiParts, "clock">) {
  return (
    { month: text }: GetUsageRequest,
    _caller: CheckedCaller,
    reading: RequestReading,
  ): UsageQuestion => {
    const nowMs = clock.nowMs();
    const current = monthAt(nowMs);
    const month =
      text === undefined ? current.month : reading.part(["month"], () => givenMonth(text, current.month));
    return { nowMs, current, month };
  };
}

function givenMonth(text: string, example: string): string {
  const month = monthFromText(text);
  if (month === undefined) {
    const description = `must be a year and a month, such as ${example}, or be left out.`;
    throw invalidArgument([{ field: "month", description }]);
  }
  return month.month;
}
