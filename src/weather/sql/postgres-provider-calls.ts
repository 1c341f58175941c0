import { createGroupCommit } from "../../accounts/group-commit.ts";
import type { ProviderCalls, ProviderCallStore, ProviderDay } from "../budget/provider-calls.ts";
import type { PostgresConnection } from "../../accounts/postgres/connection.ts";

interface TakenRow {
  readonly place: number;
  readonly is_taken: boolean;
  readonly used: number;
  readonly reckoned: number | null;
}

/**
 * Provider calls have their own connection: only fetches of places that are not cached wait for its commits. Calls
 * that are taken during a commit share the next one.
 */
export function createPostgresProviderCalls(
  connection: PostgresConnection,
): ProviderCallStore & { settled(): Promise<void> } {
  const groups = createGroupCommit({
    createGroup: (): ProviderCalls[] => [],
    commit: async (takes): Promise<readonly ProviderDay[]> => {
      const asked = takes.map(({ provider, day, calls, callsMax = null, pressure = null }, place) => {
        return { place, provider, day, calls, calls_max: callsMax, pressure };
      });
      // All processes lock days in the same order, so that no two deadlock.
      const rows = await connection.ask<TakenRow>(
        (sql) => sql`
          SELECT place, is_taken, used, reckoned
          FROM (
            SELECT * FROM jsonb_to_recordset(${sql.json(asked)}) AS each
              (place integer, provider text, day text, calls bigint, calls_max bigint, pressure float8)
            ORDER BY provider, day, place
          ) AS asked, take_provider_calls(provider, day, calls, calls_max, asked.pressure)`,
      );
      const days: ProviderDay[] = [];
      for (const { place, is_taken: isTaken, used, reckoned } of rows) {
        days[place] = { isTaken, used, pressure: reckoned ?? undefined };
      }
      return days;
    },
  });
  return {
    takeProviderCalls: async (take) => {
      const { group, committed } = groups.join();
      const position = group.push(take) - 1;
      const days = await committed;
      return days[position] as ProviderDay;
    },
    acquireProviderPermit: async ({ provider, token, atOnceMax, heldMs, waitedMs }) => {
      const [row] = await connection.ask<{ readonly has_turn: boolean }>(
        (sql) => sql`
          SELECT has_provider_turn(${provider}, ${token}, ${atOnceMax}::integer, ${heldMs}::integer, ${waitedMs}::integer)
            AS has_turn`,
      );
      return row?.has_turn === true;
    },
    releaseProviderPermit: async ({ provider, token }) => {
      await connection.ask((sql) => sql`SELECT end_provider_turn(${provider}, ${token})`);
    },
    /** Resolves when what was taken is committed. */
    settled: () => groups.settled(),
  };
}

export const PROVIDER_CALLS = `
  -- Turns to send a request to a provider, and the waits for a turn, in order. Losing this table costs nothing.
  CREATE UNLOGGED TABLE provider_turn (
    provider text COLLATE "C" NOT NULL,
    token    text COLLATE "C" NOT NULL,
    seq      bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    until    timestamptz NOT NULL,
    PRIMARY KEY (provider, token)
  );

  -- Takes calls of a day, all or none. Replies whether it did, the calls used so far, and the pressure. It refuses a day that
  -- does not exist or is years ahead.
  -- ('open-meteo', '2026-11-22', 20, 10000, 0.25) after 9970 calls -> (true, 9990, 0.25); once more -> (false, 9990, 0.25)
  CREATE FUNCTION take_provider_calls(
    of_provider text, of_day text, asked bigint, calls_max bigint, new_pressure double precision
  ) RETURNS TABLE (is_taken boolean, used bigint, reckoned double precision)
  LANGUAGE plpgsql SECURITY DEFINER AS $$
  BEGIN
    is_taken := true;
    IF asked > 0 THEN
      IF of_provider !~ '^[a-z][a-z-]{1,30}$' OR of_day <> to_char(of_day::date, 'YYYY-MM-DD')
        OR of_day::date > now() + interval '2 years' OR new_pressure NOT BETWEEN 0 AND 1 THEN
        RAISE EXCEPTION USING ERRCODE = 'invalid_parameter_value',
          MESSAGE = format('there are no calls of %s on %s', left(of_provider, 40), left(of_day, 40));
      END IF;
      INSERT INTO provider_day (provider, day) VALUES (of_provider, of_day) ON CONFLICT DO NOTHING;
      UPDATE provider_day of_it SET calls = of_it.calls + asked, pressure = coalesce(new_pressure, of_it.pressure)
        WHERE of_it.provider = of_provider AND of_it.day = of_day
          AND (calls_max IS NULL OR of_it.calls + asked <= calls_max);
      is_taken := FOUND;
    END IF;
    SELECT of_it.calls, of_it.pressure INTO used, reckoned FROM provider_day of_it
      WHERE of_it.provider = of_provider AND of_it.day = of_day;
    used := coalesce(used, 0);
    RETURN NEXT;
  END $$;

  -- Adds a token to the queue, unless it is queued already, and replies whether it is among the first at_once_max. Deletes
  -- expired tokens. Does not wait for the disk: a restarted server has an empty queue.
  -- ('open-meteo', '5f0c…', 1, 5000, 500) -> true
  CREATE FUNCTION has_provider_turn(
    of_provider text, of_token text, at_once_max integer, held_ms integer, waited_ms integer
  ) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER AS $$
  DECLARE
    has_turn boolean;
  BEGIN
    PERFORM set_config('synchronous_commit', 'off', true);
    -- One at a time, so that no two concurrent callers both find themselves first.
    PERFORM pg_advisory_xact_lock(hashtextextended('provider turn ' || of_provider, 0));
    DELETE FROM provider_turn turn WHERE turn.provider = of_provider AND turn.until < clock_timestamp();
    INSERT INTO provider_turn (provider, token, until) VALUES (of_provider, of_token, clock_timestamp())
      ON CONFLICT DO NOTHING;
    SELECT count(*) < at_once_max INTO has_turn FROM provider_turn turn
      WHERE turn.provider = of_provider
        AND turn.seq < (SELECT mine.seq FROM provider_turn mine WHERE mine.provider = of_provider AND mine.token = of_token);
    UPDATE provider_turn turn
      SET until = clock_timestamp() + make_interval(secs => (CASE WHEN has_turn THEN held_ms ELSE waited_ms END) / 1000.0)
      WHERE turn.provider = of_provider AND turn.token = of_token;
    RETURN has_turn;
  END $$;

  CREATE FUNCTION end_provider_turn(of_provider text, of_token text) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER AS $$
  BEGIN
    PERFORM set_config('synchronous_commit', 'off', true);
    DELETE FROM provider_turn turn WHERE turn.provider = of_provider AND turn.token = of_token;
  END $$;
`;
