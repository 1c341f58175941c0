// The violation for a name that a message does not have.
import type { FieldViolation } from "../../errors/fault.ts";
import { nearestName } from "../../lib/nearest-name.ts";

const SHOWN_NAME_CHARS_MAX = 64;

/**
 * What people type for a parameter, and the names that they may mean by it; the first one that the operation has is
 * suggested. Misspelt names are found by similarity.
 */
const MEANT_BY: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    "latitude y": ["lat"],
    "lon long longitude x": ["lng"],
    "activity type": ["sport"],
    "duration length minutes mins": ["duration_minutes"],
    "day num_days forecast_days horizon": ["days"],
    "start starts_at time datetime date from when": ["start_time", "slots"],
    "times starts start_times": ["slots", "candidates", "start_time"],
    slots: ["candidates", "start_time"],
    slot: ["slots", "start_time"],
    candidates: ["slots"],
    "step interval": ["step_minutes"],
    tz: ["time_zone"],
    "lang language locale": ["lang"],
    "why reasons": ["explain"],
    "chance chances probability": ["odds"],
    "indoor indoors roof": ["covered"],
    "lights lit": ["floodlit"],
  }).flatMap(([typed, meant]) => typed.split(" ").map((name) => [name, meant] as const)),
);

/** Parameters of many operations, and why the others do not have them. */
const NOT_HERE: ReadonlyMap<string, string> = new Map([["lang", "the answer has no sentences"]]);

/** Undefined for a name that is not in the list; empty if the operation has nothing that it could mean. */
export function meantNames(typed: string, names: readonly string[]): readonly string[] | undefined {
  return MEANT_BY.get(typed.toLowerCase())?.filter((name) => names.includes(name));
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
  { path = "", called = "parameters" }: { readonly path?: string; readonly called?: string } = {},
): FieldViolation {
  const reason = "UNKNOWN_PARAMETER";
  const isLong = name.length > SHOWN_NAME_CHARS_MAX;
  const shown = (isLong ? `${name.slice(0, SHOWN_NAME_CHARS_MAX)}…` : name).toWellFormed();
  const field = `${path}${shown}`;
  if (names.length === 0) return { field, description: `is unknown: there are no ${called} here.`, reason };
  const meant = meantNames(shown, names) ?? meantList(shown, names);
  const nearest = meant === undefined ? nearestName(shown, names) : meant[0];
  const why = path === "" ? whyNotHere(shown) : "";
  const help =
    nearest === undefined ? `${why}. The ${called} are ${names.join(", ")}.` : `; did you mean ${nearest}?`;
  return {
    field,
    description: `is unknown${help}`,
    reason,
    ...(nearest !== undefined && { meant: `${path}${nearest}` }),
  };
}

function whyNotHere(typed: string): string {
  const [why] = (MEANT_BY.get(typed.toLowerCase()) ?? []).flatMap((name) => NOT_HERE.get(name) ?? []);
  return why === undefined ? "" : `: ${why}`;
}
