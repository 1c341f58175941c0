// Forecasts that replicas share in a table of their PostgreSQL. Losing the table costs nothing: a restarted server has an
// empty one.
import type { ForecastTable } from "../cache/shared-forecasts.ts";
import type { PostgresConnection } from "../../accounts/postgres/connection.ts";

export const FORECASTS = `
  -- The packed forecast of a place, and the lease to fetch the next one.
  CREATE UNLOGGED TABLE shared_forecast (
    place         text COLLATE "C" PRIMARY KEY,
    fetched_at_ms bigint,
    forecast      bytea,
    good_until    timestamptz NOT NULL,
    lease         text,
    lease_until   timestamptz
  );
  CREATE INDEX shared_forecast_by_age ON shared_forecast (good_until);
  -- Uncompressed, because forecasts are packed already.
  ALTER TABLE shared_forecast ALTER COLUMN forecast SET STORAGE EXTERNAL;

  -- Replies found if there is a forecast that was fetched between two times (Unix ms; clocks differ, and may be set back).
  -- Otherwise it gives one process at a time the lease to fetch it, and replies leased or taken. Both are one step, so that
  -- no lease is given for what another process has just fetched. The reply has the forecast that there is, even an older one.
  -- ('v2 55.95,-3.19', 1795000000000, 1795001800000, '5f0c…', 10000) -> ('leased', 1794990000000, '\\x01…')
  CREATE FUNCTION ask_forecast(of_place text, since_ms bigint, until_ms bigint, token text, lease_ms integer)
  RETURNS TABLE (state text, fetched_at_ms bigint, forecast bytea)
  LANGUAGE plpgsql SECURITY DEFINER AS $$
  BEGIN
    SELECT shared.fetched_at_ms, shared.forecast INTO fetched_at_ms, forecast
      FROM shared_forecast shared WHERE shared.place = of_place;
    state := 'found';
    IF fetched_at_ms BETWEEN since_ms AND until_ms THEN RETURN NEXT; RETURN; END IF;
    PERFORM set_config('synchronous_commit', 'off', true);
    INSERT INTO shared_forecast AS shared (place, good_until, lease, lease_until)
      VALUES (of_place, clock_timestamp() + make_interval(secs => lease_ms / 1000.0), token,
        clock_timestamp() + make_interval(secs => lease_ms / 1000.0))
      ON CONFLICT (place) DO UPDATE SET lease = excluded.lease, lease_until = excluded.lease_until
        WHERE (shared.lease_until < clock_timestamp()) IS NOT FALSE
          AND (shared.fetched_at_ms BETWEEN since_ms AND until_ms) IS NOT TRUE;
    state := CASE WHEN FOUND THEN 'leased' ELSE 'taken' END;
    RETURN NEXT;
  END $$;

  -- Shares a forecast unless there is a younger one, and ends the caller's lease. A failed fetch passes NULL. A forecast that
  -- is younger by more than ahead_ms comes from a clock that was set back since, and is replaced.
  -- ('v2 55.95,-3.19', '5f0c…', 1795000000000, '\\x01…', 21600000, 800000)
  CREATE FUNCTION settle_forecast(
    of_place text, token text, new_fetched_at_ms bigint, new_forecast bytea, good_ms bigint, ahead_ms bigint
  ) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
  BEGIN
    PERFORM set_config('synchronous_commit', 'off', true);
    IF new_forecast IS NOT NULL THEN
      INSERT INTO shared_forecast AS shared (place, fetched_at_ms, forecast, good_until)
        VALUES (of_place, new_fetched_at_ms, new_forecast, clock_timestamp() + make_interval(secs => good_ms / 1000.0))
        ON CONFLICT (place) DO UPDATE SET
          fetched_at_ms = excluded.fetched_at_ms, forecast = excluded.forecast, good_until = excluded.good_until
          WHERE (shared.fetched_at_ms BETWEEN excluded.fetched_at_ms AND excluded.fetched_at_ms + ahead_ms) IS NOT TRUE;
    END IF;
    UPDATE shared_forecast shared SET lease = NULL, lease_until = NULL WHERE shared.place = of_place AND shared.lease = token;
    -- Also deletes a few expired forecasts, of any places.
    DELETE FROM shared_forecast WHERE place IN (
      SELECT old.place FROM shared_forecast old WHERE old.good_until < clock_timestamp() ORDER BY old.good_until LIMIT 4
        FOR UPDATE SKIP LOCKED
    );
  END $$;
`;

interface AskedRow {
  readonly state: "found" | "leased" | "taken";
  readonly fetched_at_ms: number | null;
  readonly forecast: Buffer | null;
}

/** Forecasts have their own connection, so that neither counting nor provider calls wait for them. */
export function createPostgresForecasts(connection: PostgresConnection): ForecastTable {
  return {
    ask: async ({ name, sinceMs, untilMs, token, leaseMs }) => {
      const [row] = await connection.ask<AskedRow>(
        (sql) => sql`
          SELECT state, fetched_at_ms, forecast
          FROM ask_forecast(${name}, ${sinceMs}, ${untilMs}, ${token}, ${leaseMs})`,
      );
      const { state = "leased", fetched_at_ms: fetchedAtMs = null, forecast = null } = row ?? {};
      if (fetchedAtMs === null || forecast === null) return { state, cached: undefined };
      // A copy: the reply may be part of a larger buffer, which would be cached with it.
      return { state, cached: { fetchedAtMs, packed: Uint8Array.from(forecast) } };
    },
    settle: async ({ name, token, fetched, goodMs, aheadMs }) => {
      const packed = fetched ? Buffer.from(fetched.packed) : null;
      await connection.ask(
        (sql) => sql`
          SELECT settle_forecast(${name}, ${token}, ${fetched?.fetchedAtMs ?? null}, ${packed}, ${goodMs}, ${aheadMs})`,
      );
    },
    close: () => connection.close(),
  };
}
