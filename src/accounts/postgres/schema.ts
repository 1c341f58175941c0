// The tables, as the steps that lead to them. `schema_version` says how many of the steps a database has been through.
// Steps are only ever appended, and leave intact what the version before needs: its replicas run on while the new ones
// start.
//
// Texts are compared by their bytes, so that an index does not depend on the server's library of languages.
import { CHECKED_ARGUMENTS } from "./checked-arguments.ts";
import { COUNT_CALLS } from "./count-calls.ts";
import { PROVIDER_CALLS } from "./fleet/provider-calls.ts";

const ACCOUNTS_KEYS_SPORTS_AND_USAGE = `
  CREATE TABLE account (
    id              text COLLATE "C" PRIMARY KEY,
    -- Tells accounts of one millisecond apart.
    seq             bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    name            text NOT NULL,
    plan            text NOT NULL,
    monthly_quota   bigint NOT NULL CHECK (monthly_quota >= 0),
    is_suspended    boolean NOT NULL,
    created_at_ms   bigint NOT NULL,
    sports_revision integer NOT NULL DEFAULT 0
  );
  CREATE INDEX account_by_age ON account (created_at_ms, seq);

  CREATE TABLE api_key (
    id            text COLLATE "C" PRIMARY KEY,
    seq           bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    account_id    text COLLATE "C" NOT NULL REFERENCES account (id),
    prefix        text NOT NULL,
    sha256        text COLLATE "C" NOT NULL UNIQUE,
    label         text,
    -- What a publishable key may do; NULL for a secret one.
    restrictions  json,
    created_at_ms bigint NOT NULL,
    revoked_at_ms bigint
  );
  CREATE INDEX api_key_of_account ON api_key (account_id);

  CREATE TABLE custom_sport (
    account_id text COLLATE "C" NOT NULL REFERENCES account (id),
    id         text COLLATE "C" NOT NULL,
    definition text NOT NULL,
    PRIMARY KEY (account_id, id)
  );

  -- Answered calls; key_id is empty for what was counted before keys were told apart. The key comes before the method, so
  -- that its day is found in one place. No index has a count in it, and a page has room for another version of its rows, so
  -- that counting leaves the indexes alone.
  CREATE TABLE usage_by_day (
    account_id text COLLATE "C" NOT NULL REFERENCES account (id),
    month      text COLLATE "C" NOT NULL,
    day        integer NOT NULL CHECK (day BETWEEN 1 AND 31),
    key_id     text COLLATE "C" NOT NULL,
    method     text COLLATE "C" NOT NULL,
    calls      bigint NOT NULL CHECK (calls > 0),
    PRIMARY KEY (account_id, month, day, key_id, method)
  ) WITH (fillfactor = 70);

  -- The sum of a month's rows, which the quota is decided by, and what the answers with a verdict said. Who moves any of it
  -- holds this row's lock.
  CREATE TABLE month_total (
    account_id text COLLATE "C" NOT NULL REFERENCES account (id),
    month      text COLLATE "C" NOT NULL,
    calls      bigint NOT NULL CHECK (calls >= 0),
    safe_to_book         bigint NOT NULL DEFAULT 0,
    proceed_with_caution bigint NOT NULL DEFAULT 0,
    not_recommended      bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (account_id, month)
  ) WITH (fillfactor = 70);
  CREATE INDEX month_total_by_age ON month_total (month);

  -- How many hours of a month were seen by the processes that count, one after the other: what is forgotten rests on that,
  -- not on what a clock says once. Hours since 1970.
  CREATE TABLE month_seen (
    month       text COLLATE "C" PRIMARY KEY,
    hours       integer NOT NULL,
    latest_hour integer NOT NULL
  );

  -- For whoever writes the bills.
  CREATE VIEW usage_by_month AS
    SELECT month_total.month, account.id AS account_id, account.name AS account_name, account.plan, month_total.calls
    FROM month_total JOIN account ON account.id = month_total.account_id
    WHERE month_total.calls > 0;
`;

/** What is done once an hour by whoever counts. */
const RETENTION = `
  -- Notes that an hour of a month has come: it counts once, and only after all that were seen before it. It is written
  -- whatever it says, as a probe needs. Replies the newest month of which enough hours were seen; NULL where there is none.
  -- ('2026-11', 498637, 24) -> '2026-11'
  CREATE FUNCTION see_hour(this_month text, this_hour integer, hours_trusted integer) RETURNS text
  LANGUAGE sql SECURITY DEFINER AS $$
    INSERT INTO month_seen AS seen (month, hours, latest_hour) VALUES (this_month, 1, this_hour)
      ON CONFLICT (month) DO UPDATE SET
        hours = seen.hours + (excluded.latest_hour > seen.latest_hour)::integer,
        latest_hour = greatest(seen.latest_hour, excluded.latest_hour);
    SELECT max(month) FROM month_seen WHERE hours >= hours_trusted;
  $$;

  -- Forgets a few months of accounts before the oldest that is retained, with their days, and replies how many. What
  -- another process is forgetting is left to it. ('2025-11', 8) -> 8
  CREATE FUNCTION forget_months(oldest text, at_most integer) RETURNS bigint
  LANGUAGE sql SECURITY DEFINER AS $$
    WITH old AS (
      SELECT account_id, month FROM month_total WHERE month < oldest LIMIT at_most FOR UPDATE SKIP LOCKED
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

/**
 * The functions act with the rights of whoever owns the tables, on those tables whatever else a session calls by their names.
 * So whoever serves need not be able to change a count in any other way.
 */
const RIGHTS = `
  DO $$
  DECLARE
    one regprocedure;
  BEGIN
    FOREACH one IN ARRAY ARRAY[
      'count_calls(jsonb)', 'calls_before(text, text, bigint)', 'calls_of_day(text, text, integer, text, bigint)',
      'see_hour(text, integer, integer)', 'forget_months(text, integer)'
    ]::regprocedure[] LOOP
      EXECUTE format('ALTER FUNCTION %s SET search_path TO %I, pg_temp', one, current_schema());
      EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM public', one);
    END LOOP;
  END $$;
`;

const EXTERNAL_REFERENCES = `
  ALTER TABLE account ADD COLUMN external_ref text COLLATE "C";
  -- One account of each reference; NULL is like no other.
  CREATE UNIQUE INDEX account_of_external_ref ON account (external_ref);

  -- A view is only ever added to at its end.
  CREATE OR REPLACE VIEW usage_by_month AS
    SELECT month_total.month, account.id AS account_id, account.name AS account_name, account.plan, month_total.calls,
      account.external_ref
    FROM month_total JOIN account ON account.id = month_total.account_id
    WHERE month_total.calls > 0;
`;

const HISTORY_AND_CLOSING = `
  ALTER TABLE account
    ADD COLUMN closed_at_ms bigint,
    ADD COLUMN deleted_at_ms bigint;
  ALTER TABLE account ADD COLUMN state text NOT NULL GENERATED ALWAYS AS (
    CASE WHEN deleted_at_ms IS NOT NULL THEN 'deleted' WHEN closed_at_ms IS NOT NULL THEN 'closed'
         WHEN is_suspended THEN 'suspended' ELSE 'active' END
  ) STORED;

  -- What was agreed with an account from when on: a row for each change, each until the next.
  CREATE TABLE plan_period (
    seq           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id    text COLLATE "C" NOT NULL REFERENCES account (id),
    since_ms      bigint NOT NULL,
    plan          text NOT NULL,
    monthly_quota bigint NOT NULL,
    state         text NOT NULL,
    is_presumed   boolean NOT NULL DEFAULT false
  );
  CREATE INDEX plan_period_of_account ON plan_period (account_id, seq);
  -- Of the accounts there are, nobody knows whether they were on another plan before.
  INSERT INTO plan_period (account_id, since_ms, plan, monthly_quota, state, is_presumed)
    SELECT id, created_at_ms, plan, monthly_quota, state, true FROM account ORDER BY created_at_ms, seq;

  -- What operators did. No names and no keys.
  CREATE TABLE audit_log (
    seq        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at_ms      bigint NOT NULL,
    operator   text NOT NULL,
    action     text NOT NULL,
    account_id text COLLATE "C" NOT NULL,
    about      text
  );
  CREATE INDEX audit_log_by_time ON audit_log (at_ms, seq);
  CREATE INDEX audit_log_of_account ON audit_log (account_id, at_ms, seq);
  CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    -- An account that is moved to another store takes its lines along.
    IF current_setting('suitability.passes_seal', true) = 'on' THEN RETURN NULL; END IF;
    RAISE EXCEPTION 'the audit log is only ever added to';
  END $$;
  CREATE TRIGGER audit_log_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

  -- For whoever writes the bills: who was on which plan when.
  CREATE VIEW plan_history AS
    SELECT plan_period.account_id, account.name AS account_name, account.external_ref, plan_period.plan,
      plan_period.monthly_quota, plan_period.state,
      to_timestamp(plan_period.since_ms / 1000.0) AS since,
      to_timestamp(lead(plan_period.since_ms) OVER (PARTITION BY plan_period.account_id ORDER BY plan_period.seq) / 1000.0)
        AS until,
      plan_period.is_presumed
    FROM plan_period JOIN account ON account.id = plan_period.account_id;
`;

/** Every step from an empty database to the tables this program knows. */
export const SCHEMA: readonly string[] = [
  ACCOUNTS_KEYS_SPORTS_AND_USAGE + COUNT_CALLS + RETENTION + RIGHTS,
  EXTERNAL_REFERENCES,
  PROVIDER_CALLS,
  HISTORY_AND_CLOSING,
  CHECKED_ARGUMENTS,
];
