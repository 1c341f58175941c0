// The tables of PostgreSQL, and the functions by which the service changes them.
//
// Never change a released step; add new ones after it. A step keeps what the previous version needs: its replicas run on while
// the new ones start, and may be restarted.
import { createTables, POSTGRES_TYPES } from "../sql/schema.ts";
import { createTalliesByModel, createTrackRecordTables } from "../../track-record/sql/tables.ts";
import type { Step } from "../sql/tables.ts";
import { COUNT_CALL_ROWS, COUNT_CALL_ROWS_APART } from "./count-call-rows.ts";
import { COUNT_CALLS, COUNT_CALLS_APART, COUNTING_TIME, RETENTION } from "./count-calls.ts";
import { FORECASTS } from "../../weather/sql/postgres-forecasts.ts";
import { PROVIDER_CALLS } from "../../weather/sql/postgres-provider-calls.ts";
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

/** A role that may read these tables by the owner's default privileges may also write them: they hold no counted calls. */
const RECORD_RIGHTS = `
  DO $$
  DECLARE
    one regclass;
    somebody regrole;
  BEGIN
    FOR one, somebody IN
      SELECT oid::regclass, grantee::regrole FROM pg_class, aclexplode(relacl)
      WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relname LIKE 'track\\_%'
        AND privilege_type = 'SELECT' AND grantee NOT IN (0, relowner)
    LOOP
      EXECUTE format('GRANT INSERT, UPDATE, DELETE ON %s TO %s', one, somebody);
    END LOOP;
  END $$;
`;

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
  { script: createTrackRecordTables(POSTGRES_TYPES) + RECORD_RIGHTS, lowestVersion: 1 },
  {
    // The next step drops count_calls and count_calls_apart, by which replicas of the second version count.
    script:
      createTalliesByModel(POSTGRES_TYPES) + RECORD_RIGHTS + COUNT_CALL_ROWS + COUNT_CALL_ROWS_APART + RIGHTS,
    lowestVersion: 1,
  },
];
