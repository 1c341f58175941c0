// The bill of a month, in pages.
import { AdminService } from "#gen/suitability/admin/v1/admin_pb.ts";
import { billLines, type BilledPeriod, type BillLine } from "../../accounts/bill.ts";
import { monthAt, monthFromText } from "../../accounts/month.ts";
import { invalidArgument } from "../../errors/fault.ts";
import { adminMethod, type AdminMethod } from "./admin-method.ts";
import type { AdminParts } from "./answer-admin-call.ts";
import { stateToMessage, timeToMessage } from "./messages.ts";
import { pageOf, pageToken } from "./pages.ts";

export function createUsageMethod({ store, plans, clock }: AdminParts): AdminMethod {
  return adminMethod(AdminService.method.listUsage, async (asked) => {
    const nowMs = clock.nowMs();
    const month = asked.month === undefined ? monthAt(nowMs) : monthFromText(asked.month);
    if (month === undefined || month.startMs > nowMs) {
      const description = "must be a month that has begun, such as 2026-11.";
      throw invalidArgument([{ field: "month", description }]);
    }
    const list = `usage ${month.month}`;
    const { after, most } = pageOf(asked, list);
    const lines: BillLine[] = [];
    let last: string | undefined;
    for await (const line of billLines(store, { plans, month, nowMs, after })) {
      if (lines.length === most) {
        last = lines.at(-1)?.account.id;
        break;
      }
      lines.push(line);
    }
    return {
      month: month.month,
      isRunning: nowMs < month.endMs,
      accounts: lines.map((line) => lineToMessage(line, month.month)),
      nextPageToken: pageToken(last, list),
    };
  });
}

function lineToMessage({ account, state, periods, ...line }: BillLine, month: string) {
  return {
    ...line,
    month,
    accountId: account.id,
    externalRef: account.externalRef,
    name: account.name,
    state: stateToMessage(state),
    plans: periods.map(periodToMessage),
  };
}

function periodToMessage(period: BilledPeriod) {
  const [since, until] = [timeToMessage(period.sinceMs), timeToMessage(period.untilMs)];
  return { ...period, state: stateToMessage(period.state), since, until };
}
