// How a language joins two reasons. The dark is a sentence in all of these: "it will be dark".
import type { Reason } from "./language.ts";

type JoinReasons = (first: Reason, second: Reason) => string;

/** Where the temperature is a noun as the others are. */
export function joinNouns(and: string, along: string): JoinReasons {
  return (first, second) => {
    if (first.kind === "darkness") return `${first.text}, ${along} ${second.text}`;
    return `${first.text}${second.kind === "darkness" ? "," : ""} ${and} ${second.text}`;
  };
}

/** Where the temperature is an adjective: "cold with rain likely". After the dark it is joined as that language does it. */
export function joinAdjective(
  and: string,
  along: string,
  darkAnd: (dark: string, temperature: string) => string,
): JoinReasons {
  return (first, second) => {
    if (second.kind === "darkness") return `${first.text}, ${and} ${second.text}`;
    if (first.kind === "temperature") return `${first.text} ${along} ${second.text}`;
    if (first.kind !== "darkness") return `${first.text} ${and} ${second.text}`;
    if (second.kind !== "temperature") return `${first.text}, ${along} ${second.text}`;
    return darkAnd(first.text, second.text);
  };
}
