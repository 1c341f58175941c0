// The tables of SQLite. Never change a released script; add one of a new version (sql/steps.ts).
import { SQLITE_TYPES } from "../sql/column-types.ts";
import { createTables } from "../sql/schema.ts";
import { type StepScripts, stepsOf } from "../sql/steps.ts";
import type { Step } from "../sql/tables.ts";

/** Lines of the audit log cannot be changed or removed. */
const KEEP_AUDIT_LOG = `
  CREATE TRIGGER audit_log_unchanged BEFORE UPDATE ON audit_log BEGIN
    SELECT raise(ABORT, 'the audit log is only ever added to');
  END;
  CREATE TRIGGER audit_log_kept BEFORE DELETE ON audit_log BEGIN
    SELECT raise(ABORT, 'the audit log is only ever added to');
  END;
`;

const SCRIPTS: StepScripts = { 1: createTables(SQLITE_TYPES) + KEEP_AUDIT_LOG };

/** The steps from an empty file to the current tables, with those of other rooms. */
export function sqliteSteps(others: StepScripts): readonly Step[] {
  return stepsOf(SCRIPTS, others);
}
