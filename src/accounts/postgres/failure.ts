// What PostgreSQL, a PgBouncer before it and the network say, as callers of every store are told it.
import { StoreUnavailable } from "../store.ts";

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const READ_ONLY = "25006";
const QUERY_CANCELED = "57014";
const LACKS_RIGHT = "42501";
const PREPARED_STATEMENT_MISSING = "26000";
const PREPARED_STATEMENT_THERE = "42P05";
const TABLE_MISSING = "42P01";
const FUNCTION_MISSING = "42883";

/** Classes that show a bug of ours: features, cardinality, data, constraints, syntax, functions. */
const BUG = /^(?:0A|2[123]|42|P0)...$/;

/** In those classes, what the operator can mend. */
const OF_THE_SERVER = new Set([LACKS_RIGHT, PREPARED_STATEMENT_THERE, TABLE_MISSING, FUNCTION_MISSING]);

/** What to do about it, where that is known. */
const SHARES_SESSIONS = "behind a PgBouncer in transaction mode, STORE_URL needs ?prepare=false";
const ADVICE = new Map([
  [LACKS_RIGHT, "docs/stores.md lists the rights that its role needs"],
  [PREPARED_STATEMENT_MISSING, SHARES_SESSIONS],
  [PREPARED_STATEMENT_THERE, SHARES_SESSIONS],
]);
/** The same, where its words say more than its code. */
const ADVICE_BY_WORDS: readonly (readonly [RegExp, string])[] = [
  [/^unsupported startup parameter/, SHARES_SESSIONS],
  // The tables are not there yet, or are those of the version before, and only their owner may make them.
  [
    /^permission denied for schema |^must be owner of /,
    "run `bin/suitability migrate` of this version as the tables' owner",
  ],
  // The service only reads tables, and counts by functions: this is mostly a command with the service's URL.
  [
    /^permission denied for table /,
    "commands that change something need the owner's URL; docs/stores.md lists the rights that each role needs",
  ],
];

/** What a statement throws that was sent: StoreUnavailable, or the error as it is where it shows a bug. */
export function statementFailure(error: unknown): unknown {
  if (error instanceof StoreUnavailable) return error;
  const code = codeOf(error);
  if (BUG.test(code) && !OF_THE_SERVER.has(code)) return error;
  // After an ERROR the server has undone the statement; whatever else ends one may have ended it after the commit.
  return unavailable(error, { mayHaveChanged: propertyOf(error, "severity") !== "ERROR" });
}

/** There is no connection, so nothing was asked. */
export function notConnected(cause: unknown): StoreUnavailable {
  return unavailable(causeOf(cause), { mayHaveChanged: false });
}

/** A connection that was the primary's, or leads to another server now. */
export function isReadOnly(error: unknown): boolean {
  return codeOf(causeOf(error)) === READ_ONLY;
}

/** The server has given up a statement, and undone it: it has waited for a lock, or was held up. */
export function isGivenUp(error: unknown): boolean {
  return codeOf(causeOf(error)) === QUERY_CANCELED;
}

function causeOf(error: unknown): unknown {
  return error instanceof StoreUnavailable ? error.cause : error;
}

/** In the words of whoever failed, without a full stop. */
export function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  // The client's own sentence has no more than this and two words that are undefined.
  if (codeOf(cause) === "CONNECT_TIMEOUT") return "connecting took too long";
  // Where a name has several addresses and none can be reached, the error of errors has a code and no message.
  const reason = (cause.message || codeOf(cause)).replace(/\.$/, "");
  const advice = ADVICE_BY_WORDS.find(([words]) => words.test(reason))?.[1] ?? ADVICE.get(codeOf(cause));
  return advice === undefined ? reason : `${reason} (${advice})`;
}

function unavailable(
  cause: unknown,
  { mayHaveChanged }: { readonly mayHaveChanged: boolean },
): StoreUnavailable {
  return new StoreUnavailable(`The account store cannot be used: ${reasonOf(cause)}.`, {
    cause,
    mayHaveChanged,
  });
}

/** The SQLSTATE, or a name of Node's; nothing where there is neither. */
function codeOf(error: unknown): string {
  return propertyOf(error, "code") ?? "";
}

function propertyOf(error: unknown, name: string): string | undefined {
  return error instanceof Error ? (error as unknown as Record<string, string | undefined>)[name] : undefined;
}
