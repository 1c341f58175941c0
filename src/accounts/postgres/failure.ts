// Translates failures of PostgreSQL, PgBouncer and the network into the errors that every store throws.
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

/** Errors in those classes that the operator can fix. */
const OF_THE_SERVER = new Set([LACKS_RIGHT, PREPARED_STATEMENT_THERE, TABLE_MISSING, FUNCTION_MISSING]);

const SHARES_SESSIONS = "behind a PgBouncer in transaction mode, STORE_URL needs ?prepare=false";
const ADVICE = new Map([
  [LACKS_RIGHT, "docs/stores.md lists the rights that its role needs"],
  [PREPARED_STATEMENT_MISSING, SHARES_SESSIONS],
  [PREPARED_STATEMENT_THERE, SHARES_SESSIONS],
]);
/** Advice for errors whose text says more than their code. */
const ADVICE_BY_WORDS: readonly (readonly [RegExp, string])[] = [
  [/^unsupported startup parameter/, SHARES_SESSIONS],
  // The tables are missing or of an older version, and only their owner may make them.
  [
    /^permission denied for schema |^must be owner of /,
    "run `bin/suitability migrate` of this version as the tables' owner",
  ],
  // The service only reads tables and counts by functions, so this mostly comes from a command with the service's URL.
  [
    /^permission denied for table /,
    "commands that change something need the owner's URL; docs/stores.md lists the rights that each role needs",
  ],
];

/** The error of a statement that was sent: StoreUnavailable, or the error itself if it shows a bug. */
export function statementFailure(error: unknown): unknown {
  if (error instanceof StoreUnavailable) return error;
  const code = codeOf(error);
  if (BUG.test(code) && !OF_THE_SERVER.has(code)) return error;
  // After an ERROR the server has undone the statement; any other failure may come after the commit.
  return unavailable(error, { mayHaveChanged: propertyOf(error, "severity") !== "ERROR" });
}

/** Without a connection nothing was sent. */
export function notConnected(cause: unknown): StoreUnavailable {
  return unavailable(causeOf(cause), { mayHaveChanged: false });
}

/** The server is no longer the primary, or the connection leads to another server now. */
export function isReadOnly(error: unknown): boolean {
  return codeOf(causeOf(error)) === READ_ONLY;
}

/** The server has given up and undone the statement: it waited for a lock, or was slow. */
export function isGivenUp(error: unknown): boolean {
  return codeOf(causeOf(error)) === QUERY_CANCELED;
}

function causeOf(error: unknown): unknown {
  return error instanceof StoreUnavailable ? error.cause : error;
}

/** The original message without a full stop, with advice if there is any. */
export function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  // The client's own sentence has `undefined` for host and port.
  if (codeOf(cause) === "CONNECT_TIMEOUT") return "connecting took too long";
  // An AggregateError for several addresses has a code and no message.
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

/** The SQLSTATE or Node's error code; empty without either. */
function codeOf(error: unknown): string {
  return propertyOf(error, "code") ?? "";
}

function propertyOf(error: unknown, name: string): string | undefined {
  return error instanceof Error ? (error as unknown as Record<string, string | undefined>)[name] : undefined;
}
