// Values of a line of JSON that is not trusted, and what each may be.

export type JsonObject = Readonly<Record<string, unknown>>;
export type Guard<T> = (value: unknown) => value is T;

/** The value of that name; throws an Error that names it where it cannot be so. */
export function pick<T>(object: JsonObject, name: string, isRight: Guard<T>): T {
  const value = object[name];
  if (!isRight(value)) {
    const text = value === undefined ? "missing" : JSON.stringify(value).slice(0, 60);
    throw new Error(`"${name}" cannot be what it is: ${text}`);
  }
  return value;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function matches(pattern: RegExp): Guard<string> {
  return (value): value is string => typeof value === "string" && pattern.test(value);
}

/** Of one item or more. */
export function isListOf<T>(isItem: Guard<T>): Guard<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.length > 0 && value.every(isItem);
}

export function isListOfObjects(value: unknown): value is readonly JsonObject[] {
  return Array.isArray(value) && value.every(isObject);
}

export function isWhole(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

export function isPositive(value: unknown): value is number {
  return isWhole(value) && value > 0;
}

/** What is written as null where there is none. */
export function orNull<T>(isRight: Guard<T>): Guard<T | null> {
  return (value): value is T | null => value === null || isRight(value);
}
