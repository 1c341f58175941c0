// The functions that every answer waits for.

/** Of the calls that are counted, the first of the row; each has a letter. */
const ADD_VERDICTS = `
  safe_to_book = total.safe_to_book
    + counted - length(replace(left(asking.verdicts, counted::integer), 's', '')),
  proceed_with_caution = total.proceed_with_caution
    + counted - length(replace(left(asking.verdicts, counted::integer), 'p', '')),
  not_recommended = total.not_recommended
    + counted - length(replace(left(asking.verdicts, counted::integer), 'n', ''))`;

/**
 * The time by which calls are counted: the server's, as the clocks of replicas differ. Tests put another in its place: where it is
 * NULL, the month and day that are asked for hold.
 */
export const COUNTING_TIME = `
  CREATE FUNCTION counting_time() RETURNS timestamptz LANGUAGE sql STABLE AS $$ SELECT now() $$;

  -- Its UTC day: '2026-11-21'
  CREATE FUNCTION counting_day() RETURNS text LANGUAGE sql STABLE AS $$
    SELECT to_char(counting_time() AT TIME ZONE 'UTC', 'YYYY-MM-DD')
  $$;
`;

/**
 * Counts rows of calls, each up to its limits, in the order they are given, which has to be the same for everybody: by
 * account and month, whose totals are locked as they come. Replies for each row the month's calls before it, how many of its
 * calls were counted, the calls of the key's day before it where that is limited, and when that was by the server's clock, which
 * decides on the month and the day (Unix ms); -1 and 0 where there is no account.
 * It need not trust its arguments: whoever may run it can add calls, and take none back; what is no call that there can be
 * would spoil exports, and is refused. A store whose accounts have moved counts no more.
 *
 * [{"account_id":"acc_a","month":"2026-11","day":21,"key_id":"key_abcdefghijkl","method":"GetForecast","quota":500,"calls":3,
 *   "verdicts":"s-n"}] after 498 calls -> (498, 2, NULL, 1795262400000), one of which said safe_to_book; once more -> (500, 0, NULL, …)
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
        -- The month's first calls, or its last; or a key whose day is limited.
        used_of_day_before := calls_of_day(asking.account_id, asking.month, asking.day, asking.key_id, asking.daily_quota);
        used_before := calls_before(asking.account_id, asking.month,
          CASE WHEN used_of_day_before >= asking.daily_quota THEN 0 ELSE asking.quota END);
        -- Again, now that nobody else moves it.
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

  -- The month's calls, which nobody else moves until the end of the transaction where there are some left; -1 where there is
  -- no account. ('acc_a', '2026-11', 500) -> 498
  CREATE FUNCTION calls_before(of_account text, of_month text, quota bigint) RETURNS bigint
  LANGUAGE plpgsql AS $$
  DECLARE
    used bigint;
  BEGIN
    SELECT calls INTO used FROM month_total WHERE account_id = of_account AND month = of_month;
    -- What is used up stays so: nobody has to wait to be told, and nothing is written.
    IF quota <= coalesce(used, 0) THEN RETURN coalesce(used, 0); END IF;
    IF used IS NULL THEN
      INSERT INTO month_total (account_id, month, calls) SELECT id, of_month, 0 FROM account WHERE id = of_account
        ON CONFLICT DO NOTHING;
    END IF;
    -- Another process may have counted since.
    SELECT calls INTO used FROM month_total WHERE account_id = of_account AND month = of_month FOR UPDATE;
    RETURN coalesce(used, -1);
  END $$;

  -- The calls of a key's day by whichever methods, where they are limited; NULL where not.
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

/** What count_calls_apart replies as the calls before where it could not wait for a lock. */
export const LOCKED = -2;

/**
 * The same, where count_calls has waited in vain for a row that somebody else holds: each row for itself, without much waiting.
 * Replies -2 and 0 for those of an account of which a row is held; the others are counted.
 *
 * Of acc_a, which is held, and acc_b -> (-2, 0, NULL, NULL), (12, 1, NULL, 1795262400000)
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

/** What is done once an hour by whoever counts. */
export const RETENTION = `
  -- Notes that an hour of a month has come: it counts once, and only after all that were seen before it. It is written
  -- whatever it says, as a probe needs. Replies the newest month of which enough hours were seen; NULL where there is none.
  -- Only of an hour of that month, and none that no clock is off by: a month that never comes would be the newest for good.
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

  -- Forgets a few months of accounts before the oldest that is retained, with their days, and replies how many. What
  -- another process is forgetting is left to it. Whatever is asked, never a month that is retained by the server's own
  -- clock: the current one and the twelve before it. ('2025-11', 8) -> 8
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
