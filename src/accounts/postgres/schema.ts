// The tables of PostgreSQL, and the functions by which the service changes them.
//
// Steps are only ever appended once they are released, and leave intact what the version before needs: its replicas run on
// while the new ones start, and may be started again.
import { createTables, POSTGRES_TYPES } from "../sql/schema.ts";
import type { Step } from "../sql/tables.ts";
import { COUNT_CALLS, COUNT_CALLS_APART, COUNTING_TIME, RETENTION } from "./count-calls.ts";
import { FORECASTS } from "./forecasts.ts";
import { PROVIDER_CALLS } from "./provider-calls.ts";
import { SERVING } from "./serving.ts";

const KEEP_AUDIT_LOG = `
  CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'the audit log is only ever added to';
  END $$;
  CREATE TRIGGER audit_log_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
`;

/** For whoever writes the bills. */
const BILLS = `
  CREATE VIEW usage_by_month AS
    SELECT month_total.month, account.id AS account_id, account.name AS account_name, account.plan, month_total.calls,
      account.external_ref
    FROM month_total JOIN account ON account.id = month_total.account_id
    WHERE month_total.calls > 0;

  -- Who was on which plan when.
  CREATE VIEW plan_history AS
    SELECT plan_period.account_id, account.name AS account_name, account.external_ref, plan_period.plan,
      plan_period.monthly_quota, plan_period.state,
      to_timestamp(plan_period.since_ms / 1000.0) AS since,
      to_timestamp(lead(plan_period.since_ms) OVER (PARTITION BY plan_period.account_id ORDER BY plan_period.seq) / 1000.0)
        AS until,
      plan_period.is_presumed
    FROM plan_period JOIN account ON account.id = plan_period.account_id;
`;

/**
 * The functions act with the rights of whoever owns the tables, on those tables whatever else a session calls by their names.
 * So whoever serves need not be able to change a count in any other way. What only count_calls calls is granted to nobody,
 * whomever the owner's default privileges name.
 */
const RIGHTS = `
  DO $$
  DECLARE
    one regprocedure;
    somebody text;
  BEGIN
    FOR one IN SELECT oid::regprocedure FROM pg_proc WHERE pronamespace = current_schema()::regnamespace
      AND proowner = current_user::regrole AND prosecdef
    LOOP
      EXECUTE format('ALTER FUNCTION %s SET search_path TO %I, pg_temp', one, current_schema());
      EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM public', one);
    END LOOP;
    FOR one, somebody IN
      SELECT oid::regprocedure, CASE grantee WHEN 0 THEN 'public' ELSE grantee::regrole::text END
      FROM pg_proc, aclexplode(coalesce(proacl, acldefault('f', proowner)))
      WHERE pronamespace = current_schema()::regnamespace AND proname IN ('calls_before', 'calls_of_day')
        AND grantee <> proowner
    LOOP
      EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM %s', one, somebody);
    END LOOP;
  END $$;
`;

/** Every step from an empty database to the tables this program knows. */
export const STEPS: readonly Step[] = [
  {
    script:
      createTables(POSTGRES_TYPES) +
      KEEP_AUDIT_LOG +
      BILLS +
      COUNTING_TIME +
      COUNT_CALLS +
      COUNT_CALLS_APART +
      RETENTION +
      PROVIDER_CALLS +
      FORECASTS +
      SERVING +
      RIGHTS,
    lowestVersion: 1,
  },
];
