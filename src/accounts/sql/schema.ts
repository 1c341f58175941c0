// The tables of accounts, the same in both databases. Texts are compared byte by byte.
import type { ColumnTypes } from "./column-types.ts";

export function createTables(types: ColumnTypes): string {
  return accountTables(types) + usageTables(types) + logTables(types);
}

function accountTables({ text, integer, boolean, sequence, plain, keyed }: ColumnTypes): string {
  return `
  CREATE TABLE account (
    -- Orders accounts of the same millisecond.
    seq             ${sequence},
    id              ${text} NOT NULL UNIQUE,
    name            ${text} NOT NULL,
    external_ref    ${text} UNIQUE,
    plan            ${text} NOT NULL,
    monthly_quota   ${integer} NOT NULL CHECK (monthly_quota >= 0),
    is_suspended    ${boolean} NOT NULL,
    closed_at_ms    ${integer},
    deleted_at_ms   ${integer},
    created_at_ms   ${integer} NOT NULL,
    sports_revision ${integer} NOT NULL DEFAULT 0
  ) ${plain};
  CREATE INDEX account_by_age ON account (created_at_ms, seq);

  CREATE TABLE api_key (
    seq           ${sequence},
    id            ${text} NOT NULL UNIQUE,
    account_id    ${text} NOT NULL REFERENCES account (id),
    prefix        ${text} NOT NULL,
    sha256        ${text} NOT NULL UNIQUE,
    label         ${text},
    -- What a publishable key may do, as JSON; NULL for a secret key.
    restrictions  ${text},
    created_at_ms ${integer} NOT NULL,
    revoked_at_ms ${integer}
  ) ${plain};
  CREATE INDEX api_key_of_account ON api_key (account_id);

  CREATE TABLE custom_sport (
    account_id ${text} NOT NULL REFERENCES account (id),
    id         ${text} NOT NULL,
    definition ${text} NOT NULL,
    PRIMARY KEY (account_id, id)
  ) ${keyed};
`;
}

function usageTables({ text, integer, keyed, counted }: ColumnTypes): string {
  return `
  -- Answered calls. key_id is empty for calls from before usage was counted by key. It comes before the method, so that the
  -- rows of a key's day are adjacent. No index contains a count, so that counting does not change the indexes.
  CREATE TABLE usage_by_day (
    account_id ${text} NOT NULL REFERENCES account (id),
    month      ${text} NOT NULL,
    day        ${integer} NOT NULL CHECK (day BETWEEN 1 AND 31),
    key_id     ${text} NOT NULL,
    method     ${text} NOT NULL,
    calls      ${integer} NOT NULL CHECK (calls > 0),
    PRIMARY KEY (account_id, month, day, key_id, method)
  ) ${counted};

  -- The sum of a month's rows, which decides on the quota, and the answers by verdict. All changes of a month lock this row.
  CREATE TABLE month_total (
    account_id           ${text} NOT NULL REFERENCES account (id),
    month                ${text} NOT NULL,
    calls                ${integer} NOT NULL CHECK (calls >= 0),
    safe_to_book         ${integer} NOT NULL DEFAULT 0,
    proceed_with_caution ${integer} NOT NULL DEFAULT 0,
    not_recommended      ${integer} NOT NULL DEFAULT 0,
    PRIMARY KEY (account_id, month)
  ) ${counted};
  CREATE INDEX month_total_by_age ON month_total (month);

  -- How many hours of a month the counting processes have seen. Only an hour (since 1970) after the latest one counts. A month
  -- deletes old months only after enough of its hours were seen, so that a single wrong clock deletes nothing.
  CREATE TABLE month_seen (
    month       ${text} NOT NULL PRIMARY KEY,
    hours       ${integer} NOT NULL,
    latest_hour ${integer} NOT NULL
  ) ${keyed};
`;
}

function logTables({ text, integer, boolean, sequence, plain }: ColumnTypes): string {
  return `
  -- Plan, quota and state of an account since a time: a row for each change.
  CREATE TABLE plan_period (
    seq           ${sequence},
    account_id    ${text} NOT NULL REFERENCES account (id),
    since_ms      ${integer} NOT NULL,
    plan          ${text} NOT NULL,
    monthly_quota ${integer} NOT NULL,
    state         ${text} NOT NULL,
    is_presumed   ${boolean} NOT NULL
  ) ${plain};
  CREATE INDEX plan_period_of_account ON plan_period (account_id, seq);

  -- What operators did, without names and keys.
  CREATE TABLE audit_log (
    seq        ${sequence},
    at_ms      ${integer} NOT NULL,
    operator   ${text} NOT NULL,
    action     ${text} NOT NULL,
    account_id ${text} NOT NULL,
    about      ${text}
  ) ${plain};
  CREATE INDEX audit_log_by_time ON audit_log (at_ms, seq);
  CREATE INDEX audit_log_of_account ON audit_log (account_id, at_ms, seq);
`;
}
