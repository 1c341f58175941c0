// The tables, the same in both databases. Texts are compared by their bytes in either.

/** How a database calls the types of columns, and what it can be told about a table. */
interface ColumnTypes {
  readonly text: string;
  readonly integer: string;
  readonly boolean: string;
  readonly real: string;
  /** A number that tells rows apart in the order they were written, and is the primary key. */
  readonly sequence: string;
  /** After a table. */
  readonly plain: string;
  /** After one that is found by its primary key alone. */
  readonly keyed: string;
  /** The same of one whose rows are counted up: there is room for another version of a row beside it. */
  readonly counted: string;
}

export const SQLITE_TYPES: ColumnTypes = {
  text: "TEXT",
  integer: "INTEGER",
  boolean: "INTEGER",
  real: "REAL",
  sequence: "INTEGER PRIMARY KEY AUTOINCREMENT",
  plain: "STRICT",
  keyed: "STRICT, WITHOUT ROWID",
  counted: "STRICT, WITHOUT ROWID",
};

export const POSTGRES_TYPES: ColumnTypes = {
  text: `text COLLATE "C"`,
  integer: "bigint",
  boolean: "boolean",
  real: "double precision",
  sequence: "bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
  plain: "",
  keyed: "",
  counted: "WITH (fillfactor = 70)",
};

export function createTables(types: ColumnTypes): string {
  return accountTables(types) + usageTables(types) + logTables(types);
}

function accountTables({ text, integer, boolean, sequence, plain, keyed }: ColumnTypes): string {
  return `
  CREATE TABLE account (
    -- Tells accounts of one millisecond apart.
    seq             ${sequence},
    id              ${text} NOT NULL UNIQUE,
    name            ${text} NOT NULL,
    -- One account of each reference; NULL is like no other.
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
    -- What a publishable key may do, as JSON; NULL for a secret one.
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

function usageTables({ text, integer, real, keyed, counted }: ColumnTypes): string {
  return `
  -- Answered calls; key_id is empty for what was counted before keys were told apart. The key comes before the method, so
  -- that its day is found in one place. No index has a count in it, so that counting leaves the indexes alone.
  CREATE TABLE usage_by_day (
    account_id ${text} NOT NULL REFERENCES account (id),
    month      ${text} NOT NULL,
    day        ${integer} NOT NULL CHECK (day BETWEEN 1 AND 31),
    key_id     ${text} NOT NULL,
    method     ${text} NOT NULL,
    calls      ${integer} NOT NULL CHECK (calls > 0),
    PRIMARY KEY (account_id, month, day, key_id, method)
  ) ${counted};

  -- The sum of a month's rows, which the quota is decided by, and what the answers with a verdict said. Who moves any of it
  -- holds this row's lock.
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

  -- How many hours of a month were seen by the processes that count, one after the other: what is forgotten rests on that,
  -- not on what a clock says once. Hours since 1970.
  CREATE TABLE month_seen (
    month       ${text} NOT NULL PRIMARY KEY,
    hours       ${integer} NOT NULL,
    latest_hour ${integer} NOT NULL
  ) ${keyed};

  -- Calls of a provider of weather on a day (UTC), and how hard they pressed against its limit.
  CREATE TABLE provider_day (
    provider ${text} NOT NULL,
    day      ${text} NOT NULL,
    calls    ${integer} NOT NULL DEFAULT 0,
    pressure ${real},
    PRIMARY KEY (provider, day)
  ) ${counted};
`;
}

function logTables({ text, integer, boolean, sequence, plain }: ColumnTypes): string {
  return `
  -- What was agreed with an account from when on: a row for each change, each until the next.
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

  -- What operators did. No names and no keys.
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
