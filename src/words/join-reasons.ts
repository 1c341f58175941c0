// How languages join two reasons.
import type { Language, ReasonKind } from "./language.ts";

/** A comma precedes `and` if the second reason is of a kind whose texts are whole sentences: "it will be dark". */
export function joinReasons(and: string, sentences: readonly ReasonKind[] = ["darkness"]): Language["and"] {
  return (first, second) =>
    `${first.text}${sentences.includes(second.kind) ? "," : ""} ${and} ${second.text}`;
}
