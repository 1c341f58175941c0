// Of methods that judge several entries, such as bookings: the error of one entry, and the refusal of the call if all failed.
import { Code, type ConnectError } from "@connectrpc/connect";
import { invalidArgument, violationsOf } from "../../errors/fault.ts";
import { problemMembers } from "../../errors/problem.ts";

/** An entry that was judged, or the error that says why it was not. */
type Outcome = { readonly judged: unknown } | { readonly failure: ConnectError };

/** The fields of an entry's own error. */
export function entryError(failure: ConnectError) {
  const { violations, ...members } = problemMembers(failure);
  return { ...members, violations: [...violations] };
}

/** If no entry of the list was judged, throws the violations of all entries, or else the error of one of them. */
export function refuseUnlessOneIsJudged(list: string, outcomes: readonly Outcome[]): void {
  if (outcomes.some((outcome) => "judged" in outcome)) return;
  const failures = outcomes.flatMap((outcome) => ("failure" in outcome ? outcome.failure : []));
  const violations = failures.flatMap((failure, i) =>
    violationsOf(failure).map(({ field, description, reason }) =>
      Object.assign({ field: `${list}[${i}].${field}`, description }, reason && { reason }),
    ),
  );
  if (violations.length > 0) throw invalidArgument(violations);
  throw failures.find(isRefusal) ?? failures.find(({ code }) => code === Code.Unavailable) ?? failures[0];
}

function isRefusal(failure: ConnectError): boolean {
  return problemMembers(failure).status < 500;
}
