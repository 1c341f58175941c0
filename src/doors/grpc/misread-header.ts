// What a sidecar could not read of items that fail alone: it goes along with the call, and the core answers for them. Anybody
// may send it, since it makes only the sender's own items fail.
import type { FieldViolation } from "../../errors/fault.ts";

export const MISREAD_HEADER = "x-misread-items";

/** `bookings[3].told.source`: the list, the index, the field of the item. */
const FIELD_OF_ITEM = /^(?<list>\w+)\[(?<index>\d+)\]\.(?<field>.+)$/;

/** Longer texts are cut: an answer would repeat them for each item of each kind, and is bounded by nothing else. */
const TEXT_CHARS_MAX = 256;

type Entry = readonly [description: string, list: string, field: string, indexes: number[]];

/**
 * Each kind of mistake once, with the items that have it: all headers of a call have 8 kB, and bookings with everything wrong
 * would need more. JSON in ASCII, as gRPC wants it.
 */
export function misreadToHeader(violations: readonly FieldViolation[]): string {
  const entries = new Map<string, Entry>();
  for (const { field: path, description } of violations) {
    const { list = "", index, field = "" } = FIELD_OF_ITEM.exec(path)?.groups ?? {};
    const kind = JSON.stringify([description, list, field]);
    const entry: Entry = entries.get(kind) ?? [description, list, field, []];
    entry[3].push(Number(index));
    entries.set(kind, entry);
  }
  return JSON.stringify([...entries.values()]).replaceAll(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Undefined without violations, and for a header that is not of this form. */
export function misreadFromHeader(header: string | undefined): readonly FieldViolation[] | undefined {
  if (header === undefined) return undefined;
  try {
    return (JSON.parse(header) as readonly Entry[]).flatMap(([description, list, field, indexes]) =>
      indexes.map((index) => ({
        field: cut(`${list}[${index}].${field}`),
        description: cut(String(description)),
      })),
    );
  } catch {
    return undefined;
  }
}

/** Well-formed, because half a surrogate pair, which JSON can name, could not be sent back. */
function cut(text: string): string {
  return text.slice(0, TEXT_CHARS_MAX).toWellFormed();
}
