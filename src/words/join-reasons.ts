// How languages join two reasons.
import type { Reason, ReasonKind } from "./language.ts";

/** A comma precedes `and` if the second reason is of a kind whose texts are whole sentences: "it will be dark". */
export function joinReasons(
  and: string,
  sentences: readonly ReasonKind[] = ["darkness"],
): (first: Reason, second: Reason) => string {
  return (first, second) =>
    `${first.text}${sentences.includes(second.kind) ? "," : ""} ${and} ${second.text}`;
}
