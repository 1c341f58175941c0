/** The value of a field that validation has required; its type does not show that it is set. */
export function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("a required field is missing after validation");
  return value;
}
