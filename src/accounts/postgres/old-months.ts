// Forgetting what is no longer retained, a little with each commit, by whoever counts.
import { HOUR_MS } from "../../clock.ts";
import { HOURS_TRUSTED, MONTHS_FORGOTTEN_AT_ONCE, oldestMonthToStay } from "../sql/forgetting.ts";
import { monthAt } from "../month.ts";
import type { PostgresStoreParts } from "./store-parts.ts";

export interface OldMonths {
  /** Notes that this hour has come, which writes something. Any process may have noted it already. */
  see(): Promise<void>;
  /** Does so in a new hour, and forgets a few old months where there are any. */
  forget(): Promise<void>;
}

export function createOldMonths({
  connection,
  clock,
}: Pick<PostgresStoreParts, "connection" | "clock">): OldMonths {
  let seenHour = Number.NaN;
  let oldest = "";
  /** Every month before this one has been forgotten. */
  let forgottenBefore = "";

  const see = async (): Promise<void> => {
    const nowMs = clock.nowMs();
    const hour = Math.floor(nowMs / HOUR_MS);
    const { month } = monthAt(nowMs);
    const [row] = await connection.ask<{ newest: string | null }>(
      (sql) => sql`SELECT see_hour(${month}, ${hour}, ${HOURS_TRUSTED}) AS newest`,
    );
    oldest = oldestMonthToStay(nowMs, row?.newest ?? null);
    seenHour = hour;
  };

  return {
    see,
    forget: async () => {
      if (Math.floor(clock.nowMs() / HOUR_MS) !== seenHour) await see();
      if (oldest === forgottenBefore) return;
      const sought = oldest;
      const [row] = await connection.ask<{ forgotten: number }>(
        (sql) => sql`SELECT forget_months(${sought}, ${MONTHS_FORGOTTEN_AT_ONCE}) AS forgotten`,
      );
      if (row?.forgotten === 0) forgottenBefore = sought;
    },
  };
}
