// The tables, as the steps that lead to them. A file says in `user_version` how many of the steps it has been through.
// Steps are only ever appended: one that has been released is never edited.
import type { DatabaseSync } from "node:sqlite";
import { inTransaction } from "./attempt.ts";

const ACCOUNTS_KEYS_AND_USAGE = `
  CREATE TABLE account (
    id            TEXT    NOT NULL PRIMARY KEY,
    name          TEXT    NOT NULL,
    plan          TEXT    NOT NULL,
    monthly_quota INTEGER NOT NULL CHECK (monthly_quota >= 0),
    is_suspended  INTEGER NOT NULL CHECK (is_suspended IN (0, 1)),
    created_at_ms INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE api_key (
    id            TEXT    NOT NULL PRIMARY KEY,
    account_id    TEXT    NOT NULL REFERENCES account (id),
    prefix        TEXT    NOT NULL,
    sha256        TEXT    NOT NULL UNIQUE,
    created_at_ms INTEGER NOT NULL,
    revoked_at_ms INTEGER
  ) STRICT;
  CREATE INDEX api_key_of_account ON api_key (account_id);

  -- Answered calls. This is what is written, and what is shown.
  CREATE TABLE usage_by_day (
    account_id TEXT    NOT NULL REFERENCES account (id),
    month      TEXT    NOT NULL,
    day        INTEGER NOT NULL CHECK (day BETWEEN 1 AND 31),
    method     TEXT    NOT NULL,
    calls      INTEGER NOT NULL CHECK (calls > 0),
    PRIMARY KEY (account_id, month, day, method)
  ) STRICT, WITHOUT ROWID;

  -- The sum of a month's rows, so that the quota is decided by reading one row. Only the triggers write it: whatever
  -- writes a day's row moves the month by as much in the same statement, so the two cannot disagree.
  CREATE TABLE usage_by_month (
    account_id TEXT    NOT NULL,
    month      TEXT    NOT NULL,
    calls      INTEGER NOT NULL CHECK (calls > 0),
    PRIMARY KEY (account_id, month)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER usage_day_begun AFTER INSERT ON usage_by_day BEGIN
    INSERT INTO usage_by_month (account_id, month, calls) VALUES (new.account_id, new.month, new.calls)
    ON CONFLICT (account_id, month) DO UPDATE SET calls = calls + excluded.calls;
  END;
  CREATE TRIGGER usage_day_grown AFTER UPDATE OF calls ON usage_by_day BEGIN
    UPDATE usage_by_month SET calls = calls + new.calls - old.calls
    WHERE account_id = new.account_id AND month = new.month;
  END;
`;

const CUSTOM_SPORTS_AND_RETENTION = `
  ALTER TABLE account ADD COLUMN sports_revision INTEGER NOT NULL DEFAULT 0;

  CREATE TABLE custom_sport (
    account_id TEXT NOT NULL REFERENCES account (id),
    id         TEXT NOT NULL,
    definition TEXT NOT NULL,
    PRIMARY KEY (account_id, id)
  ) STRICT, WITHOUT ROWID;

  -- Finds the months that are no longer kept. Counting a call does not write it: only the first of a month does.
  CREATE INDEX usage_by_month_age ON usage_by_month (month);
  -- A month that is forgotten takes its days with it.
  CREATE TRIGGER usage_month_forgotten AFTER DELETE ON usage_by_month BEGIN
    DELETE FROM usage_by_day WHERE account_id = old.account_id AND month = old.month;
  END;
`;

const MONTHS_SEEN = `
  -- How many hours of a month were seen by the processes that count, one after the other: what is forgotten rests on that,
  -- not on what a clock says once. Hours since 1970.
  CREATE TABLE month_seen (
    month       TEXT    NOT NULL PRIMARY KEY,
    hours       INTEGER NOT NULL,
    latest_hour INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`;

const LABELS_KEYS_AND_VERDICTS = `
  ALTER TABLE api_key ADD COLUMN label TEXT;

  -- Of the month's calls, those whose answer has a verdict.
  ALTER TABLE usage_by_month ADD COLUMN safe_to_book INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE usage_by_month ADD COLUMN proceed_with_caution INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE usage_by_month ADD COLUMN not_recommended INTEGER NOT NULL DEFAULT 0;

  -- A day's row is of one key; key_id is empty for what was counted before keys were told apart. The key comes before the
  -- method, so that its day is found in one place. A primary key cannot be altered: the table is made anew, and the
  -- triggers that name it with it.
  DROP TRIGGER usage_day_begun;
  DROP TRIGGER usage_day_grown;
  DROP TRIGGER usage_month_forgotten;
  CREATE TABLE usage_by_day_and_key (
    account_id TEXT    NOT NULL REFERENCES account (id),
    month      TEXT    NOT NULL,
    day        INTEGER NOT NULL CHECK (day BETWEEN 1 AND 31),
    key_id     TEXT    NOT NULL,
    method     TEXT    NOT NULL,
    calls      INTEGER NOT NULL CHECK (calls > 0),
    PRIMARY KEY (account_id, month, day, key_id, method)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO usage_by_day_and_key (account_id, month, day, key_id, method, calls)
    SELECT account_id, month, day, '', method, calls FROM usage_by_day;
  DROP TABLE usage_by_day;
  ALTER TABLE usage_by_day_and_key RENAME TO usage_by_day;
  CREATE TRIGGER usage_day_begun AFTER INSERT ON usage_by_day BEGIN
    INSERT INTO usage_by_month (account_id, month, calls) VALUES (new.account_id, new.month, new.calls)
    ON CONFLICT (account_id, month) DO UPDATE SET calls = calls + excluded.calls;
  END;
  CREATE TRIGGER usage_day_grown AFTER UPDATE OF calls ON usage_by_day BEGIN
    UPDATE usage_by_month SET calls = calls + new.calls - old.calls
    WHERE account_id = new.account_id AND month = new.month;
  END;
  CREATE TRIGGER usage_month_forgotten AFTER DELETE ON usage_by_month BEGIN
    DELETE FROM usage_by_day WHERE account_id = old.account_id AND month = old.month;
  END;
`;

const PUBLISHABLE_KEYS = `
  -- What a publishable key may do, as JSON; NULL for a secret one.
  ALTER TABLE api_key ADD COLUMN restrictions TEXT;
`;

const EXTERNAL_REFERENCES = `
  ALTER TABLE account ADD COLUMN external_ref TEXT;
  -- One account of each reference; NULL is like no other.
  CREATE UNIQUE INDEX account_of_external_ref ON account (external_ref);
`;

const PROVIDER_CALLS = `
  -- Calls of a provider of weather on a day (UTC), and how hard they pressed against its limit.
  CREATE TABLE provider_day (
    provider TEXT    NOT NULL,
    day      TEXT    NOT NULL,
    calls    INTEGER NOT NULL,
    pressure REAL,
    PRIMARY KEY (provider, day)
  ) STRICT, WITHOUT ROWID;
`;

/** Nobody changes a line of the log, or takes one away. */
export const KEEP_AUDIT_LOG = `
  CREATE TRIGGER audit_log_unchanged BEFORE UPDATE ON audit_log BEGIN
    SELECT raise(ABORT, 'the audit log is only ever added to');
  END;
  CREATE TRIGGER audit_log_kept BEFORE DELETE ON audit_log BEGIN
    SELECT raise(ABORT, 'the audit log is only ever added to');
  END;
`;
/** An account that is moved to another store takes its lines along. */
export const FREE_AUDIT_LOG = "DROP TRIGGER audit_log_unchanged; DROP TRIGGER audit_log_kept";

const HISTORY_AND_CLOSING = `
  ALTER TABLE account ADD COLUMN closed_at_ms INTEGER;
  ALTER TABLE account ADD COLUMN deleted_at_ms INTEGER;
  ALTER TABLE account ADD COLUMN state TEXT GENERATED ALWAYS AS (
    CASE WHEN deleted_at_ms IS NOT NULL THEN 'deleted' WHEN closed_at_ms IS NOT NULL THEN 'closed'
         WHEN is_suspended = 1 THEN 'suspended' ELSE 'active' END
  ) VIRTUAL;

  -- What was agreed with an account from when on: a row for each change, each until the next.
  CREATE TABLE plan_period (
    seq           INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id    TEXT    NOT NULL REFERENCES account (id),
    since_ms      INTEGER NOT NULL,
    plan          TEXT    NOT NULL,
    monthly_quota INTEGER NOT NULL,
    state         TEXT    NOT NULL,
    is_presumed   INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX plan_period_of_account ON plan_period (account_id, seq);
  -- Of the accounts there are, nobody knows whether they were on another plan before.
  INSERT INTO plan_period (account_id, since_ms, plan, monthly_quota, state, is_presumed)
    SELECT id, created_at_ms, plan, monthly_quota, state, 1 FROM account;

  -- What operators did. No names and no keys.
  CREATE TABLE audit_log (
    seq        INTEGER PRIMARY KEY AUTOINCREMENT,
    at_ms      INTEGER NOT NULL,
    operator   TEXT    NOT NULL,
    action     TEXT    NOT NULL,
    account_id TEXT    NOT NULL,
    about      TEXT
  ) STRICT;
  CREATE INDEX audit_log_by_time ON audit_log (at_ms, seq);
  CREATE INDEX audit_log_of_account ON audit_log (account_id, at_ms, seq);
  ${KEEP_AUDIT_LOG}
`;

/** Every step from an empty file to the tables this program knows. */
export const MIGRATIONS: readonly string[] = [
  ACCOUNTS_KEYS_AND_USAGE,
  CUSTOM_SPORTS_AND_RETENTION,
  MONTHS_SEEN,
  LABELS_KEYS_AND_VERDICTS,
  PUBLISHABLE_KEYS,
  EXTERNAL_REFERENCES,
  PROVIDER_CALLS,
  HISTORY_AND_CLOSING,
];

/**
 * Brings a database to the last of the steps: all that are missing, or none. Several processes may do so at once. Throws
 * for a database that has been through more steps than there are.
 */
export function migrate(database: DatabaseSync, migrations: readonly string[] = MIGRATIONS): void {
  // The common case needs no lock.
  if (stepsTaken(database) === migrations.length) {
    return;
  }
  inTransaction(database, () => {
    // Read again: another process may have done it while this one waited for the lock.
    const taken = stepsTaken(database);
    if (taken > migrations.length) {
      throw new Error(
        `it was written by a newer version of this program (its tables are at version ${taken}, ` +
          `this program knows ${migrations.length})`,
      );
    }
    for (const step of migrations.slice(taken)) database.exec(step);
    database.exec(`PRAGMA user_version = ${migrations.length}`);
  });
}

function stepsTaken(database: DatabaseSync): number {
  return Number(database.prepare("PRAGMA user_version").get()?.["user_version"]);
}
