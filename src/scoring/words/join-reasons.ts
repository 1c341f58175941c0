// How languages join two reasons.
import type { Language, ReasonKind } from "./language.ts";

/** Kinds of reasons that are sentences by themselves: "it will be dark". */
export function joinReasons(and: string, sentences: readonly ReasonKind[] = ["darkness"]): Language["and"] {
  return (first, second) =>
    `${first.text}${sentences.includes(second.kind) ? "," : ""} ${and} ${second.text}`;
}
