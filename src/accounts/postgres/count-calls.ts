// The functions that count calls in tables of the first two versions. Replicas of the version before still call count_calls and
// count_calls_apart beside ours, which call count_call_rows; the other functions are used by both.
import { VERDICT_TABLE, VERDICTS } from "../../scoring/verdicts.ts";

/** Adds up the verdict letters of the counted calls, which are the first of the row. */
const ADD_VERDICTS = VERDICTS.map(
  (verdict) => `
  ${verdict} = total.${verdict}
    + counted - length(replace(left(asking.verdicts, counted::integer), '${VERDICT_TABLE[verdict].letter}', ''))`,
).join(",");

/**
 * The time for counting: the server's, because the clocks of replicas differ. Tests replace it; if it is NULL, the
 * requested month and day are used.
 */
export const COUNTING_TIME = `
  CREATE FUNCTION counting_time() RETURNS timestamptz LANGUAGE sql STABLE AS $$ SELECT now() $$;

  -- Its UTC day: '2026-11-21'
  CREATE FUNCTION counting_day() RETURNS text LANGUAGE sql STABLE AS $$
    SELECT to_char(counting_time() AT TIME ZONE 'UTC', 'YYYY-MM-DD')
  $$;
`;

/**
 * Counts rows of calls, each up to its limits. It locks the totals in the order of the rows, so all callers have to sort
 * them in the same way: by account and month. Replies for each row: the month's calls before it, how many of its calls were
 * counted, the calls of the key's day before it (NULL without a daily limit), and the server's time (Unix ms), which
 * decides on the month and the day. Without an account it replies -1 and 0.
 * It does not trust its arguments: whoever may run it can only add calls. It raises an error for impossible calls, which
 * would spoil bills, and if the accounts have moved.
 *
 * [{"account_id":"acc_a","month":"2026-11","day":21,"key_id":"key_abcdefghijkl","method":"GetForecast","quota":500,"calls":3,
 *   "verdicts":"s-n"}] after 498 calls -> (498, 2, NULL, 1795262400000) (one of the two said safe_to_book);
 *   the same call once more -> (500, 0, NULL, …)
 */
export const COUNT_CALLS = `
  CREATE FUNCTION count_calls(asked jsonb)
  RETURNS TABLE (used_before bigint, counted bigint, used_of_day_before bigint, at_ms bigint)
  LANGUAGE plpgsql SECURITY DEFINER AS $$
  DECLARE
    asking record;
    is_counted boolean;
    this_month text := substr(counting_day(), 1, 7);
    this_day integer := substr(counting_day(), 9);
  BEGIN
    IF (SELECT moved_at_ms FROM store_state) IS NOT NULL THEN
      RAISE EXCEPTION USING ERRCODE = 'WS001', MESSAGE = 'its accounts have moved to another store';
    END IF;
    at_ms := extract(epoch FROM counting_time()) * 1000;
    FOR asking IN
      SELECT each.account_id, coalesce(this_month, each.month) AS month, coalesce(this_day, each.day) AS day, each.key_id,
          each.method, each.quota, each.daily_quota, each.calls, each.verdicts
        FROM jsonb_to_recordset(asked) AS each (account_id text, month text, day integer, key_id text, method text,
          quota bigint, daily_quota bigint, calls bigint, verdicts text)
    LOOP
      IF (asking.calls > 0 AND asking.calls = length(asking.verdicts) AND translate(asking.verdicts, 'spn-', '') = ''
        AND concat_ws(' ', asking.month, asking.day, coalesce(asking.key_id, '?'), asking.method)
          ~ '^[12][0-9]{3}-(0[1-9]|1[0-2]) [0-9]{1,2} (key_[a-z]{12})? [!-~]+$'
        AND length(asking.method) <= 60) IS NOT TRUE
        OR asking.day <> date_part('day', (asking.month || '-01')::date + asking.day - 1) THEN
        RAISE EXCEPTION USING ERRCODE = 'invalid_parameter_value',
          MESSAGE = format('%s are not calls of a month: %s', asking.calls, left(to_jsonb(asking)::text, 200));
      END IF;
      counted := asking.calls;
      used_of_day_before := NULL;
      is_counted := false;
      IF asking.daily_quota IS NULL THEN
        UPDATE month_total total SET calls = total.calls + counted, ${ADD_VERDICTS}
          WHERE total.account_id = asking.account_id AND total.month = asking.month
            AND total.calls + counted <= asking.quota
          RETURNING total.calls - counted INTO used_before;
        is_counted := FOUND;
      END IF;
      IF NOT is_counted THEN
        -- The first or last calls of the month, or a key with a daily limit.
        used_of_day_before := calls_of_day(asking.account_id, asking.month, asking.day, asking.key_id, asking.daily_quota);
        used_before := calls_before(asking.account_id, asking.month,
          CASE WHEN used_of_day_before >= asking.daily_quota THEN 0 ELSE asking.quota END);
        -- Again, now that the month is locked.
        used_of_day_before := calls_of_day(asking.account_id, asking.month, asking.day, asking.key_id, asking.daily_quota);
        counted := CASE used_before WHEN -1 THEN 0 ELSE
          greatest(0, least(counted, asking.quota - used_before, asking.daily_quota - used_of_day_before)) END;
        IF counted > 0 THEN
          UPDATE month_total total SET calls = total.calls + counted, ${ADD_VERDICTS}
            WHERE total.account_id = asking.account_id AND total.month = asking.month;
        END IF;
      END IF;
      IF counted > 0 THEN
        INSERT INTO usage_by_day AS of_day (account_id, month, day, key_id, method, calls)
          VALUES (asking.account_id, asking.month, asking.day, asking.key_id, asking.method, counted)
          ON CONFLICT (account_id, month, day, key_id, method) DO UPDATE SET calls = of_day.calls + excluded.calls;
      END IF;
      RETURN NEXT;
    END LOOP;
  END $$;

  -- The month's calls; -1 without an account. If some of the quota is left, the total stays locked until the end of the
  -- transaction. ('acc_a', '2026-11', 500) -> 498
  CREATE FUNCTION calls_before(of_account text, of_month text, quota bigint) RETURNS bigint
  LANGUAGE plpgsql AS $$
  DECLARE
    used bigint;
  BEGIN
    SELECT calls INTO used FROM month_total WHERE account_id = of_account AND month = of_month;
    -- A used-up quota stays used up, so this neither waits nor writes.
    IF quota <= coalesce(used, 0) THEN RETURN coalesce(used, 0); END IF;
    IF used IS NULL THEN
      INSERT INTO month_total (account_id, month, calls) SELECT id, of_month, 0 FROM account WHERE id = of_account
        ON CONFLICT DO NOTHING;
    END IF;
    -- Another process may have counted since.
    SELECT calls INTO used FROM month_total WHERE account_id = of_account AND month = of_month FOR UPDATE;
    RETURN coalesce(used, -1);
  END $$;

  -- The calls of a key's day, of all methods; NULL without a daily limit.
  -- ('acc_a', '2026-11', 21, 'key_abcdefghijkl', 400) -> 399
  CREATE FUNCTION calls_of_day(of_account text, of_month text, of_day integer, of_key text, daily_quota bigint)
  RETURNS bigint LANGUAGE plpgsql AS $$
  BEGIN
    IF daily_quota IS NULL THEN RETURN NULL; END IF;
    RETURN (
      SELECT coalesce(sum(calls), 0) FROM usage_by_day
      WHERE account_id = of_account AND month = of_month AND day = of_day AND key_id = of_key
    );
  END $$;
`;

/** The `used_before` in a reply of count_calls_apart and count_call_rows_apart for an account with a held row. */
export const LOCKED = -2;

/**
 * Used after count_calls waited in vain for a row that another transaction holds. It counts each row by itself, with a short
 * wait, and replies -2 and 0 for accounts with a held row.
 * With acc_a held, acc_a and acc_b -> (-2, 0, NULL, NULL), (12, 1, NULL, 1795262400000)
 */
export const COUNT_CALLS_APART = `
  CREATE FUNCTION count_calls_apart(asked jsonb)
  RETURNS TABLE (used_before bigint, counted bigint, used_of_day_before bigint, at_ms bigint)
  LANGUAGE plpgsql SECURITY DEFINER AS $$
  DECLARE
    asking jsonb;
    locked_account text;
  BEGIN
    -- Other replicas hold a row for the few ms of a commit.
    PERFORM set_config('lock_timeout', '20ms', true);
    FOR asking IN SELECT value FROM jsonb_array_elements(asked) WITH ORDINALITY ORDER BY ordinality LOOP
      BEGIN
        IF asking->>'account_id' = locked_account THEN RAISE lock_not_available; END IF;
        SELECT one.used_before, one.counted, one.used_of_day_before, one.at_ms
          INTO used_before, counted, used_of_day_before, at_ms
          FROM count_calls(jsonb_build_array(asking)) one;
      EXCEPTION WHEN lock_not_available THEN
        locked_account := asking->>'account_id';
        used_before := ${LOCKED};
        counted := 0;
        used_of_day_before := NULL;
        at_ms := NULL;
      END;
      RETURN NEXT;
    END LOOP;
  END $$;
`;

/** Counting processes call see_hour in each new hour, and forget_months while there are old months. Probes call see_hour. */
export const RETENTION = `
  -- Notes an hour of a month, and replies the newest month with enough noted hours (NULL if there is none). An hour counts
  -- once, and only if it is later than all noted before. It always writes, which a probe needs. It refuses an hour outside
  -- the month or years ahead: a month that never comes would stay the newest for good.
  -- ('2026-11', 498637, 24) -> '2026-11'
  CREATE FUNCTION see_hour(this_month text, this_hour integer, hours_trusted integer) RETURNS text
  LANGUAGE plpgsql SECURITY DEFINER AS $$
  BEGIN
    IF length(this_month) <> 7
      OR this_month <> to_char(to_timestamp(this_hour * 3600.0) AT TIME ZONE 'UTC', 'YYYY-MM')
      OR to_timestamp(this_hour * 3600.0) > now() + interval '2 years' THEN
      RAISE EXCEPTION USING ERRCODE = 'invalid_parameter_value',
        MESSAGE = format('the hour %s is not in the month %s, or not to come for years', this_hour, this_month);
    END IF;
    INSERT INTO month_seen AS seen (month, hours, latest_hour) VALUES (this_month, 1, this_hour)
      ON CONFLICT (month) DO UPDATE SET
        hours = seen.hours + (excluded.latest_hour > seen.latest_hour)::integer,
        latest_hour = greatest(seen.latest_hour, excluded.latest_hour);
    RETURN (SELECT max(month) FROM month_seen WHERE hours >= hours_trusted);
  END $$;

  -- Deletes a few months of accounts before the oldest one to keep, with their days, and replies how many. It skips those
  -- that another process is deleting, and never deletes a month that is retained by the server's own clock (the current one
  -- and the twelve before it). ('2025-11', 8) -> 8
  CREATE FUNCTION forget_months(oldest text, at_most integer) RETURNS bigint
  LANGUAGE sql SECURITY DEFINER AS $$
    WITH old AS (
      SELECT account_id, month FROM month_total
        WHERE month < oldest AND month < to_char(now() AT TIME ZONE 'UTC' - interval '12 months', 'YYYY-MM')
        LIMIT at_most FOR UPDATE SKIP LOCKED
    ), days AS (
      DELETE FROM usage_by_day USING old WHERE usage_by_day.account_id = old.account_id AND usage_by_day.month = old.month
    ), totals AS (
      DELETE FROM month_total USING old
        WHERE month_total.account_id = old.account_id AND month_total.month = old.month
        RETURNING 1
    )
    SELECT count(*) FROM totals
  $$;
`;
