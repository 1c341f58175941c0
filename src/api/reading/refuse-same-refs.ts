import { type FieldViolation, invalidArgument } from "../../errors/fault.ts";

/** Throws INVALID_ARGUMENT for each entry whose ref an earlier one has too. `entry` is the word for one, such as "booking". */
export function refuseSameRefs(
  list: string,
  entry: string,
  entries: readonly { readonly ref?: string }[],
): void {
  const firstOf = new Map<string, number>();
  const violations = entries.flatMap(({ ref }, i): readonly FieldViolation[] => {
    // Missing ones are refused by the rules.
    if (ref === undefined) return [];
    const first = firstOf.get(ref);
    if (first === undefined) firstOf.set(ref, i);
    return first === undefined
      ? []
      : [
          {
            field: `${list}[${i}].ref`,
            description: `is also the ref of ${list}[${first}]: each ${entry} needs its own.`,
          },
        ];
  });
  if (violations.length > 0) throw invalidArgument(violations);
}
