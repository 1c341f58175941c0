// The tables of the record of past forecasts. Days count from 1970. Never change a released script: accounts/sql/steps.ts says
// how tables change.
import { POSTGRES_TYPES, SQLITE_TYPES, type ColumnTypes } from "../../../accounts/sql/column-types.ts";
import type { OwnTables } from "../../../accounts/sql/room-tables.ts";
import { sql } from "../../../accounts/sql/sql.ts";

/** Columns for sessions by verdict and outcome, in the order of Tally.sessions. */
export const VERDICT_PAIRS = ["not", "caution", "safe"].flatMap((said) =>
  ["not", "caution", "safe"].map((came) => `${said}_${came}`),
);

/** The columns of Tally.evidence. */
export const EVIDENCE = ["playable_off", "playable_spread", "safe_off", "safe_spread"];

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

export const TRACK_RECORD_TABLES: OwnTables = {
  steps: {
    sqlite: {
      2: weatherTables(SQLITE_TYPES) + tallyTables(SQLITE_TYPES),
      3: talliesByModel(SQLITE_TYPES),
    },
    postgres: {
      2: weatherTables(POSTGRES_TYPES) + tallyTables(POSTGRES_TYPES) + RECORD_RIGHTS,
      3: talliesByModel(POSTGRES_TYPES) + RECORD_RIGHTS,
    },
  },
  forgetAccount: async ({ run }, accountId) => {
    await run(sql`DELETE FROM track_asker WHERE account_id = ${accountId}`);
  },
};

function weatherTables({ text, integer, bytes, keyed, counted }: ColumnTypes): string {
  return `
  CREATE TABLE track_place (
    -- As \`Place.key\`: 55.95,-3.19.
    place       ${text} PRIMARY KEY,
    -- A bit for each of 30 days, the lowest for asked_on: whether it was asked about. days_asked is the number of set bits.
    asked_days  ${integer} NOT NULL,
    days_asked  ${integer} NOT NULL,
    asked_on    ${integer} NOT NULL,
    -- Each sport that was asked about, with its last day, as JSON.
    sports      ${text} NOT NULL,
    judged_day  ${integer} NOT NULL
  ) ${counted};
  CREATE INDEX track_place_by_judged ON track_place (judged_day);

  -- The accounts that asked about a place, which may see its record.
  CREATE TABLE track_asker (
    account_id ${text} NOT NULL REFERENCES account (id),
    place      ${text} NOT NULL,
    asked_on   ${integer} NOT NULL,
    PRIMARY KEY (account_id, place)
  ) ${keyed};
  CREATE INDEX track_asker_of_place ON track_asker (place);

  -- The first forecast of a day that begins at 12:00 UTC, packed.
  CREATE TABLE track_forecast (
    place         ${text} NOT NULL,
    day           ${integer} NOT NULL,
    fetched_at_ms ${integer} NOT NULL,
    forecast      ${bytes} NOT NULL,
    PRIMARY KEY (place, day)
  ) ${keyed};

  -- The past hours that the first and the last fetch of a day (from 12:00 UTC) brought. Each fetch brings 36 hours, so these
  -- two have all hours that any fetch of the day brought.
  CREATE TABLE track_hours (
    place       ${text} NOT NULL,
    day         ${integer} NOT NULL,
    first_hours ${bytes} NOT NULL,
    last_hours  ${bytes},
    PRIMARY KEY (place, day)
  ) ${counted};
`;
}

function tallyTables({ text, integer, real, keyed, counted }: ColumnTypes): string {
  return `
  -- Sessions by verdict and outcome: safe_caution counts those called safe whose weather then deserved caution. The place is
  -- empty for the sum of all places.
  CREATE TABLE track_tally (
    place      ${text} NOT NULL,
    ${tallyColumns({ text, integer, real })},
    PRIMARY KEY (place, sport, days_ahead)
  ) ${counted};

  -- Sessions of all places and sports that were called safe, by their day.
  CREATE TABLE track_day (
    ${dayColumns({ integer })},
    PRIMARY KEY (day, days_ahead)
  ) ${counted};

  -- The process that judges, and until when.
  CREATE TABLE track_lease (
    name     ${text} PRIMARY KEY,
    holder   ${text} NOT NULL,
    until_ms ${integer} NOT NULL
  ) ${keyed};
`;
}

/**
 * Tallies by the version of the scoring model: what one version said and saw is no evidence about another. Part of the third
 * migration step. Programs of the version before still write track_tally and track_day, whose counts nobody else reads; the
 * step after this one drops both.
 */
function talliesByModel({ text, integer, real, counted }: ColumnTypes): string {
  return `
  CREATE TABLE track_tally_by_model (
    model_version ${text} NOT NULL,
    place         ${text} NOT NULL,
    ${tallyColumns({ text, integer, real })},
    PRIMARY KEY (model_version, place, sport, days_ahead)
  ) ${counted};

  CREATE TABLE track_day_by_model (
    model_version ${text} NOT NULL,
    ${dayColumns({ integer })},
    PRIMARY KEY (model_version, day, days_ahead)
  ) ${counted};
`;
}

function tallyColumns({ text, integer, real }: Pick<ColumnTypes, "text" | "integer" | "real">): string {
  return [
    `sport      ${text} NOT NULL`,
    ...["days_ahead", "since_day ", "last_day  ", "days      ", "left_out  "].map(
      (name) => `${name} ${integer} NOT NULL`,
    ),
    VERDICT_PAIRS.map((pair) => `${pair} ${integer} NOT NULL`).join(", "),
    EVIDENCE.map((sum) => `${sum} ${real} NOT NULL`).join(", "),
  ].join(",\n    ");
}

function dayColumns({ integer }: Pick<ColumnTypes, "integer">): string {
  return ["day       ", "days_ahead", "said      ", "came      "]
    .map((name) => `${name} ${integer} NOT NULL`)
    .join(",\n    ");
}
