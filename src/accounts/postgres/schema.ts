// The tables of PostgreSQL, and the functions by which the service changes them.
//
// Never change a released script; add one of a new version (sql/steps.ts). A step keeps what the previous version needs: its replicas run on while
// the new ones start, and may be restarted.
import { POSTGRES_TYPES } from "../sql/column-types.ts";
import { createTables } from "../sql/schema.ts";
import { type StepScripts, stepsOf } from "../sql/steps.ts";
import type { Step } from "../sql/tables.ts";
import { COUNT_CALL_ROWS, COUNT_CALL_ROWS_APART } from "./count-call-rows.ts";
import { COUNT_CALLS, COUNT_CALLS_APART, COUNTING_TIME, RETENTION } from "./count-calls.ts";
import { SERVING } from "./serving.ts";

const KEEP_AUDIT_LOG = `
  CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'the audit log is only ever added to';
  END $$;
  CREATE TRIGGER audit_log_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
`;

const BILLS = `
  CREATE VIEW usage_by_month AS
    SELECT month_total.month, account.id AS account_id, account.name AS account_name, account.plan, month_total.calls,
      account.external_ref
    FROM month_total JOIN account ON account.id = month_total.account_id
    WHERE month_total.calls > 0;

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
 * Functions that the service calls run with the rights of the tables' owner, so that the serving role changes counts with no
 * other right than EXECUTE. Their search path is pinned, so that tables of the same name cannot be substituted. Functions that
 * only counting calls are granted to nobody, even if the owner's default privileges name somebody.
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

const SCRIPTS: StepScripts = {
  1:
    createTables(POSTGRES_TYPES) +
    KEEP_AUDIT_LOG +
    BILLS +
    COUNTING_TIME +
    COUNT_CALLS +
    COUNT_CALLS_APART +
    RETENTION +
    SERVING +
    RIGHTS,
  // The next version drops count_calls and count_calls_apart, by which replicas of the second version count.
  3: COUNT_CALL_ROWS + COUNT_CALL_ROWS_APART + RIGHTS,
};

/** The steps from an empty database to the current tables, with those of other rooms. */
export function postgresSteps(others: StepScripts): readonly Step[] {
  return stepsOf(SCRIPTS, others);
}
