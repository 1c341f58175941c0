// Problems of errors that are given out over and over: only the request id is new.
import type { ConnectError } from "@connectrpc/connect";
import { problemFromConnectError, type Problem } from "./problem.ts";

/** Stands for the request id; no other part of a problem has it. */
const MARK = "\u0000";

/** As problemFromConnectError, for errors that nobody changes, at a fraction of what it costs. */
export function createRepeatedProblem(): (error: ConnectError, requestId: string) => Problem {
  const known = new WeakMap<ConnectError, Problem & { readonly before: string; readonly after: string }>();

  const prepare = (error: ConnectError) => {
    const marked = problemFromConnectError(error, MARK);
    const [before = "", after = ""] = marked.body.split(JSON.stringify(MARK).slice(1, -1));
    const prepared = { ...marked, before, after };
    known.set(error, prepared);
    return prepared;
  };

  return (error, requestId) => {
    const { status, headers, before, after } = known.get(error) ?? prepare(error);
    // The id is the app's: harmless in JSON as it is.
    return { status, headers, body: before + requestId + after };
  };
}
