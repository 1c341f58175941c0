// The violation for a name that a message does not have.
import type { FieldViolation } from "../../errors/fault.ts";
import { nearestName } from "../../lib/nearest-name.ts";

const SHOWN_NAME_CHARS_MAX = 64;

/** What people type for a field, beyond misspelt names, which are found by similarity. */
export interface MistakenNames {
  /** By what is typed, in lower case: the names that may be meant. The first one that the message has is suggested. */
  readonly meantBy: ReadonlyMap<string, readonly string[]>;
  /** Names that many messages have, and why the others do not have them. */
  readonly notHere: ReadonlyMap<string, string>;
}

export const NO_MISTAKEN_NAMES: MistakenNames = { meantBy: new Map(), notHere: new Map() };

/** Undefined for a name that is not in the list; empty if the message has nothing that it could mean. */
function meantNames(
  typed: string,
  names: readonly string[],
  { meantBy }: MistakenNames,
): readonly string[] | undefined {
  return meantBy.get(typed.toLowerCase())?.filter((name) => names.includes(name));
}

/** PHP and jQuery write `slots[]=` or `slots[0]=` for the items of a list. */
function meantList(typed: string, names: readonly string[]): readonly string[] | undefined {
  const [, name = ""] = /^(.+)\[\d*\]$/.exec(typed) ?? [];
  return names.includes(name) ? [name] : undefined;
}

/** `path` leads to the message, as in `bookings[3].`; `called` is the word for its fields. */
export function unknownField(
  name: string,
  names: readonly string[],
  mistaken: MistakenNames,
  { path = "", called = "parameters" }: { readonly path?: string; readonly called?: string } = {},
): FieldViolation {
  const reason = "UNKNOWN_PARAMETER";
  const isLong = name.length > SHOWN_NAME_CHARS_MAX;
  const shown = (isLong ? `${name.slice(0, SHOWN_NAME_CHARS_MAX)}…` : name).toWellFormed();
  const field = `${path}${shown}`;
  if (names.length === 0) return { field, description: `is unknown: there are no ${called} here.`, reason };
  const meant = meantNames(shown, names, mistaken) ?? meantList(shown, names);
  const nearest = meant === undefined ? nearestName(shown, names) : meant[0];
  const why = path === "" ? whyNotHere(shown, mistaken) : "";
  const help =
    nearest === undefined ? `${why}. The ${called} are ${names.join(", ")}.` : `; did you mean ${nearest}?`;
  return {
    field,
    description: `is unknown${help}`,
    reason,
    ...(nearest !== undefined && { meant: `${path}${nearest}` }),
  };
}

function whyNotHere(typed: string, { meantBy, notHere }: MistakenNames): string {
  const [why] = (meantBy.get(typed.toLowerCase()) ?? []).flatMap((name) => notHere.get(name) ?? []);
  return why === undefined ? "" : `: ${why}`;
}
