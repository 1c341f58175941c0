// A request is read part by part, and all that is wrong with it is told at once, wherever it was found.
import {
  type FieldViolation,
  furtherViolations,
  invalidArgument,
  isAtFault,
  violationsOf,
} from "../fault.ts";

interface Part<Value> {
  /** The parameters that it is read from. Where one of them is at fault already, nothing can be said of the part. */
  readonly from: readonly string[];
  /** Throws INVALID_ARGUMENT where something is wrong with it. */
  readonly read: () => Value | Promise<Value>;
}

/**
 * The parts by their names. Throws INVALID_ARGUMENT that lists what is wrong with each, after what is known already; where
 * nothing is, whatever else a part throws.
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
    if (from.some((parameter) => isAtFault(parameter, violations))) continue;
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
