// Reads a request part by part, and reports all violations at once.
import {
  type FieldViolation,
  furtherViolations,
  invalidArgument,
  isAtFault,
  violationsOf,
} from "../fault.ts";

interface Part<Value> {
  /** The parameters of the part. If one of them has a violation already, the part is not read. */
  readonly from: readonly string[];
  /** Throws INVALID_ARGUMENT if something is wrong with the part. */
  readonly read: () => Value | Promise<Value>;
}

/**
 * Returns the parts by name. Throws INVALID_ARGUMENT with the known violations and those of each part; if there are none,
 * the first other error of a part.
 */
export async function readRequest<Parts>(
  known: readonly FieldViolation[],
  parts: { readonly [Name in keyof Parts]: Part<Parts[Name]> },
): Promise<Parts> {
  const values: Partial<Parts> = {};
  const violations = [...known];
  let failure: { readonly error: unknown } | undefined;
  for (const name in parts) {
    const { from, read } = parts[name];
    if (violations.length > 0 && from.some((parameter) => isAtFault(parameter, violations))) continue;
    try {
      const value = read();
      values[name] = value instanceof Promise ? await value : value;
    } catch (error) {
      const found = violationsOf(error);
      if (found.length === 0) failure ??= { error };
      violations.push(...furtherViolations(found, violations));
    }
  }
  if (violations.length > 0) throw invalidArgument(violations);
  if (failure !== undefined) throw failure.error;
  return values as Parts;
}
