// What a sidecar could not read of items that fail alone: it goes along with the call, and the core answers for them. Anybody
// may send it, since it makes only the sender's own items fail.
import type { FieldViolation } from "../../errors/fault.ts";

export const MISREAD_HEADER = "x-misread-items";

/** By description, with the fields: many items are mostly wrong in the same way. JSON in ASCII, as gRPC needs. */
export function misreadToHeader(violations: readonly FieldViolation[]): string {
  const fieldsBy = Map.groupBy(violations, ({ description }) => description);
  const entries = [...fieldsBy].map(([description, same]) => [description, same.map(({ field }) => field)]);
  return JSON.stringify(entries).replaceAll(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Undefined without violations, and for a header that is not of this form. */
export function misreadFromHeader(header: string | undefined): readonly FieldViolation[] | undefined {
  if (header === undefined) return undefined;
  try {
    const entries = JSON.parse(header) as [description: string, fields: string[]][];
    return entries.flatMap(([description, fields]) =>
      fields.map((field) => ({ field: String(field), description: String(description) })),
    );
  } catch {
    return undefined;
  }
}
