// The functions of the first step once more, for a role that may run them and is not to be trusted with more: a step of the
// schema, never edited once it has been released.
import { COUNT_CHECKED_CALLS } from "./count-calls.ts";

export const CHECKED_ARGUMENTS = `
  ${COUNT_CHECKED_CALLS}

  -- As before, of an hour of that month alone: a month that never comes would be the newest for good.
  CREATE OR REPLACE FUNCTION see_hour(this_month text, this_hour integer, hours_trusted integer) RETURNS text
  LANGUAGE plpgsql SECURITY DEFINER AS $$
  BEGIN
    IF length(this_month) <> 7
      OR this_month <> to_char(to_timestamp(this_hour * 3600.0) AT TIME ZONE 'UTC', 'YYYY-MM') THEN
      RAISE EXCEPTION USING ERRCODE = 'invalid_parameter_value',
        MESSAGE = format('the hour %s is not in the month %s', this_hour, this_month);
    END IF;
    INSERT INTO month_seen AS seen (month, hours, latest_hour) VALUES (this_month, 1, this_hour)
      ON CONFLICT (month) DO UPDATE SET
        hours = seen.hours + (excluded.latest_hour > seen.latest_hour)::integer,
        latest_hour = greatest(seen.latest_hour, excluded.latest_hour);
    RETURN (SELECT max(month) FROM month_seen WHERE hours >= hours_trusted);
  END $$;

  -- As before, and whatever is asked, never a month that is retained by the server's own clock: the current one and the
  -- twelve before it.
  CREATE OR REPLACE FUNCTION forget_months(oldest text, at_most integer) RETURNS bigint
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

  -- A function that is replaced has lost its own settings, and kept who may run it.
  DO $$
  DECLARE
    one regprocedure;
  BEGIN
    FOREACH one IN ARRAY ARRAY[
      'count_calls(jsonb)', 'see_hour(text, integer, integer)', 'forget_months(text, integer)'
    ]::regprocedure[] LOOP
      EXECUTE format('ALTER FUNCTION %s SET search_path TO %I, pg_temp', one, current_schema());
    END LOOP;
  END $$;
`;
