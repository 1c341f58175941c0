/** A field that validation has found to be set. The types cannot tell; if it is not, that is a bug of ours. */
export function required<T>(value: T | undefined): T {
  if (value === undefined) {
    throw new Error("a required field is missing after validation");
  }
  return value;
}
