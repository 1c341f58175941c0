// Calls of providers in SQLite: in the counting thread, so that a slow disk holds nobody up who does not wait for it.
import type { DatabaseSync } from "node:sqlite";
import type { ProviderCalls, ProviderDay } from "../fleet/provider-calls.ts";

export type TakeProviderCalls = (calls: ProviderCalls) => ProviderDay;

/** To be called in a transaction: nobody else writes meanwhile, so looking and adding are one step. */
export function createSqliteProviderCalls(database: DatabaseSync): TakeProviderCalls {
  const look = database.prepare(
    "SELECT calls, pressure FROM provider_day WHERE provider = :provider AND day = :day",
  );
  // ('open-meteo', '2026-11-22', 20, 0.25) after 9970 calls -> the day has 9990.
  const add = database.prepare(`
    INSERT INTO provider_day (provider, day, calls, pressure) VALUES (:provider, :day, :calls, :pressure)
    ON CONFLICT (provider, day) DO UPDATE SET
      calls = calls + excluded.calls, pressure = coalesce(excluded.pressure, pressure)`);

  return ({ provider, day, calls, callsMax = Infinity, pressure = null }) => {
    const ofDay = () => look.get({ provider, day }) as { calls: number; pressure: number | null } | undefined;
    const isTaken = calls === 0 || (ofDay()?.calls ?? 0) + calls <= callsMax;
    if (isTaken && calls > 0) add.run({ provider, day, calls, pressure });
    const { calls: used = 0, pressure: reckoned = null } = ofDay() ?? {};
    return { isTaken, used, pressure: reckoned ?? undefined };
  };
}
