// The functions that count calls, from the third version of the tables on; every counted answer waits for them.
import { VERDICT_TABLE, VERDICTS } from "../../scoring/verdicts.ts";
import { LOCKED } from "./count-calls.ts";

/** The columns that count verdicts, each with the SQL that counts its letter in a text of letters. */
const verdictColumns = (letters: string): readonly (readonly [column: string, count: string])[] =>
  VERDICTS.map((verdict) => [
    verdict,
    `length(${letters}) - length(replace(${letters}, '${VERDICT_TABLE[verdict].letter}', ''))`,
  ]);

/** Adds up the verdict letters of the counted calls, which are the first of row `i`. */
const ADD_VERDICTS = verdictColumns("left(verdicts[i], counted::integer)")
  .map(([column, count]) => `${column} = total.${column} + ${count}`)
  .join(", ");

/** Of an answer with each verdict, and of one without a verdict. */
const LETTERS = `${VERDICTS.map((verdict) => VERDICT_TABLE[verdict].letter).join("")}-`;

/** Whether a row has calls, each with such a letter. */
const hasCalls = (letters: string) =>
  `(${letters} <> '' AND translate(${letters}, '${LETTERS}', '') = '') IS TRUE`;

/** Whether calls may be counted under such a row. Its month and day matter only without the server's time (COUNTING_TIME). */
const isPossible = (row: Readonly<Record<"month" | "day" | "keyId" | "method", string>>) => `(
  ${row.method} ~ '^[!-~]+$' AND length(${row.method}) <= 60
  AND (${row.keyId} = '' OR ${row.keyId} ~ '^key_[a-z]{12}$')
  AND (today IS NOT NULL OR ${row.month} ~ '^[12][0-9]{3}-(0[1-9]|1[0-2])$' AND ${row.day} BETWEEN 1 AND 31
    AND ${row.day} = date_part('day', (${row.month} || '-01')::date + ${row.day} - 1))
) IS TRUE`;

/**
 * Counts rows of calls, each up to its limits: an array for each column, with an element for each row. `verdicts` has a
 * letter for each call. Replies for each row, in the order of the rows: the month's calls before it, how many of its calls
 * were counted, the calls of the key's day before it (NULL without a daily limit), and the server's time (Unix ms), which
 * decides on the month and the day. Without an account it replies -1 and 0.
 *
 * Months are locked in the order of account and month, and callers have to sort their rows in the same way, so that no two
 * deadlock; count_calls locks in this order too. Several rows that all fit into their quotas are counted by one statement,
 * with half of the CPU that 23 rows cost one by one; a single row is cheaper without it. If a row is near its quota, of a new
 * month or of a key with a daily limit, all are counted one by one.
 *
 * It does not trust its arguments: whoever may run it can only add calls. It raises an error for impossible calls, which
 * would spoil bills, and if the accounts have moved.
 *
 * ('{acc_a}', '{2026-11}', '{21}', '{key_abcdefghijkl}', '{GetForecast}', '{500}', '{NULL}', '{s-n}') after 498 calls ->
 *   (498, 2, NULL, 1795262400000) (one of the two said safe_to_book); the same call once more -> (500, 0, NULL, …)
 */
export const COUNT_CALL_ROWS = `
  CREATE FUNCTION count_call_rows(account_ids text[], months text[], days integer[], key_ids text[], methods text[],
    quotas bigint[], daily_quotas bigint[], verdicts text[])
  RETURNS TABLE (used_before bigint, counted bigint, used_of_day_before bigint, at_ms bigint)
  LANGUAGE plpgsql SECURITY DEFINER AS $$
  #variable_conflict use_column
  DECLARE
    today text := counting_day();
    row_count integer := cardinality(account_ids);
    of_month text;
    of_day integer;
  BEGIN
    IF (SELECT moved_at_ms FROM store_state) IS NOT NULL THEN
      RAISE EXCEPTION USING ERRCODE = 'WS001', MESSAGE = 'its accounts have moved to another store';
    END IF;

    at_ms := extract(epoch FROM counting_time()) * 1000;
    IF row_count > 1 AND array_remove(daily_quotas, NULL) = '{}' THEN
      -- unnest() pairs elements by their position, [i] by their index: an array with other bounds would mix rows up.
      IF ('[1:' || row_count || ']' = ALL (ARRAY[array_dims(account_ids), array_dims(months), array_dims(days),
        array_dims(key_ids), array_dims(methods), array_dims(quotas), array_dims(daily_quotas), array_dims(verdicts)]))
        IS NOT TRUE THEN
        RAISE EXCEPTION USING ERRCODE = 'invalid_parameter_value',
          MESSAGE = format('the columns of %s rows are not arrays of that length', row_count);
      END IF;
      RETURN QUERY
        WITH asked AS MATERIALIZED (
          SELECT account_id, coalesce(left(today, 7), month) AS month, coalesce(right(today, 2)::integer, day) AS day, key_id,
              method, quota, letters, length(letters)::bigint AS calls, place
            FROM unnest(account_ids, months, days, key_ids, methods, quotas, verdicts) WITH ORDINALITY
              AS each (account_id, month, day, key_id, method, quota, letters, place)
        ), wanted AS MATERIALIZED (
          SELECT account_id, month, sum(calls)::bigint AS calls, min(quota) AS quota,
              ${verdictColumns("letters")
                .map(([column, count]) => `sum(${count}) AS ${column}`)
                .join(", ")},
              bool_and(${hasCalls("letters")} AND ${isPossible({ month: "month", day: "day", keyId: "key_id", method: "method" })})
                AS are_possible
            FROM asked GROUP BY account_id, month
        ), locked AS MATERIALIZED (
          -- All months or none: a month that is still to be made could not be locked in its turn.
          SELECT account_id, month, total.calls AS used, wanted.calls, wanted.quota,
              ${VERDICTS.map((verdict) => `wanted.${verdict}`).join(", ")}
            FROM wanted JOIN month_total total USING (account_id, month)
            WHERE (
              SELECT bool_and((are_possible AND total.calls + wanted.calls <= wanted.quota) IS TRUE)
                FROM wanted LEFT JOIN month_total total USING (account_id, month)
            )
            ORDER BY total.account_id, total.month FOR UPDATE OF total
        ), totals AS (
          UPDATE month_total total SET calls = locked.used + locked.calls,
              ${VERDICTS.map((verdict) => `${verdict} = total.${verdict} + locked.${verdict}`).join(", ")}
            FROM locked
            WHERE total.account_id = locked.account_id AND total.month = locked.month
              -- Again, now that the months are locked.
              AND (SELECT bool_and(used + calls <= quota) FROM locked)
            RETURNING total.account_id, total.month, locked.used
        ), of_days AS (
          INSERT INTO usage_by_day AS of_day (account_id, month, day, key_id, method, calls)
            SELECT account_id, month, day, key_id, method, sum(calls) FROM asked JOIN totals USING (account_id, month)
              GROUP BY account_id, month, day, key_id, method
            ON CONFLICT (account_id, month, day, key_id, method) DO UPDATE SET calls = of_day.calls + excluded.calls
        )
        SELECT (used + sum(calls) OVER (PARTITION BY account_id, month ORDER BY place) - calls)::bigint, calls,
            NULL::bigint, at_ms
          FROM asked JOIN totals USING (account_id, month)
          ORDER BY place;
      IF FOUND THEN RETURN; END IF;
    END IF;

    FOR i IN 1 .. row_count LOOP
      IF NOT ${hasCalls("verdicts[i]")} THEN
        RAISE EXCEPTION USING ERRCODE = 'invalid_parameter_value',
          MESSAGE = format('row %s has no possible calls: %s', i, left(verdicts[i], 60));
      END IF;
      of_month := coalesce(left(today, 7), months[i]);
      of_day := coalesce(right(today, 2)::integer, days[i]);
      counted := length(verdicts[i]);
      used_of_day_before := NULL;
      UPDATE month_total total SET calls = total.calls + counted, ${ADD_VERDICTS}
        WHERE total.account_id = account_ids[i] AND total.month = of_month AND total.calls + counted <= quotas[i]
          AND daily_quotas[i] IS NULL
        RETURNING total.calls - counted INTO used_before;
      IF NOT FOUND THEN
        -- The first or last calls of the month, or a key with a daily limit.
        used_of_day_before := calls_of_day(account_ids[i], of_month, of_day, key_ids[i], daily_quotas[i]);
        used_before := calls_before(account_ids[i], of_month,
          CASE WHEN used_of_day_before >= daily_quotas[i] THEN 0 ELSE quotas[i] END);
        -- Again, now that the month is locked.
        used_of_day_before := calls_of_day(account_ids[i], of_month, of_day, key_ids[i], daily_quotas[i]);
        counted := CASE used_before WHEN -1 THEN 0 ELSE
          greatest(0, least(counted, quotas[i] - used_before, daily_quotas[i] - used_of_day_before)) END;
        IF counted = 0 THEN
          RETURN NEXT;
          CONTINUE;
        END IF;
        UPDATE month_total total SET calls = total.calls + counted, ${ADD_VERDICTS}
          WHERE total.account_id = account_ids[i] AND total.month = of_month;
      END IF;
      -- The month is locked, so no other process makes this row. A row was checked when it was made.
      UPDATE usage_by_day SET calls = calls + counted
        WHERE account_id = account_ids[i] AND month = of_month AND day = of_day AND key_id = key_ids[i]
          AND method = methods[i];
      IF NOT FOUND THEN
        IF NOT ${isPossible({ month: "of_month", day: "of_day", keyId: "key_ids[i]", method: "methods[i]" })} THEN
          RAISE EXCEPTION USING ERRCODE = 'invalid_parameter_value',
            MESSAGE = format('row %s has no possible calls: %s', i,
              left(concat_ws(' ', account_ids[i], of_month, of_day, key_ids[i], methods[i]), 200));
        END IF;
        INSERT INTO usage_by_day (account_id, month, day, key_id, method, calls)
          VALUES (account_ids[i], of_month, of_day, key_ids[i], methods[i], counted);
      END IF;
      RETURN NEXT;
    END LOOP;
  END $$;
`;

/**
 * Used after count_call_rows waited in vain for a row that another transaction holds. It counts each row by itself, with a
 * short wait, and replies -2 and 0 for accounts with a held row.
 * With acc_a held, acc_a and acc_b -> (-2, 0, NULL, NULL), (12, 1, NULL, 1795262400000)
 */
export const COUNT_CALL_ROWS_APART = `
  CREATE FUNCTION count_call_rows_apart(account_ids text[], months text[], days integer[], key_ids text[], methods text[],
    quotas bigint[], daily_quotas bigint[], verdicts text[])
  RETURNS TABLE (used_before bigint, counted bigint, used_of_day_before bigint, at_ms bigint)
  LANGUAGE plpgsql SECURITY DEFINER AS $$
  DECLARE
    locked_account text;
  BEGIN
    -- Other replicas hold a row for the few ms of a commit.
    PERFORM set_config('lock_timeout', '20ms', true);
    FOR i IN 1 .. cardinality(account_ids) LOOP
      BEGIN
        IF account_ids[i] = locked_account THEN RAISE lock_not_available; END IF;
        SELECT one.used_before, one.counted, one.used_of_day_before, one.at_ms
          INTO used_before, counted, used_of_day_before, at_ms
          FROM count_call_rows(account_ids[i:i], months[i:i], days[i:i], key_ids[i:i], methods[i:i], quotas[i:i],
            daily_quotas[i:i], verdicts[i:i]) one;
      EXCEPTION WHEN lock_not_available THEN
        locked_account := account_ids[i];
        used_before := ${LOCKED};
        counted := 0;
        used_of_day_before := NULL;
        at_ms := NULL;
      END;
      RETURN NEXT;
    END LOOP;
  END $$;
`;
