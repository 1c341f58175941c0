// Converts objects to JSON and back by a table of their fields, and checks what it reads.

export type JsonObject = Readonly<Record<string, unknown>>;
type Guard<T> = (value: unknown) => value is T;

/** For each property, its name in JSON and a test of its value. JSON has null for undefined. */
export type Fields<T> = {
  readonly [Property in keyof T]-?: readonly [name: string, isRight: Guard<T[Property] | null>];
};

export function toJson<T extends object>(fields: Fields<T>, object: T): object {
  const names = Object.entries<readonly [string, unknown]>(fields);
  return Object.fromEntries(names.map(([property, [name]]) => [name, object[property as keyof T] ?? null]));
}

/** Throws an Error that names the first wrong value. */
export function fromJson<T extends object>(fields: Fields<T>, json: JsonObject): T {
  const names = Object.entries<readonly [string, Guard<unknown>]>(fields);
  const values = names.map(([property, [name, isRight]]) => [
    property,
    pick(json, name, isRight) ?? undefined,
  ]);
  return Object.fromEntries(values) as T;
}

/** The value of that name; throws an Error that names it if it is wrong. */
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

export function isText(isRight: (text: string) => boolean): Guard<string> {
  return (value): value is string => typeof value === "string" && isRight(value);
}

export function matches(pattern: RegExp): Guard<string> {
  return isText((text) => pattern.test(text));
}

export function isOneOf<T>(values: readonly T[]): Guard<T> {
  return (value): value is T => values.some((each) => each === value);
}

/** A list of at least one item. */
export function isListOf<T>(isItem: Guard<T>): Guard<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.length > 0 && value.every(isItem);
}

export function isListOfObjects(value: unknown): value is readonly JsonObject[] {
  return Array.isArray(value) && value.every(isObject);
}

export function isFlag(value: unknown): value is boolean {
  return typeof value === "boolean";
}

export function isWhole(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

export function isPositive(value: unknown): value is number {
  return isWhole(value) && value > 0;
}

/** Accepts null for a missing value. */
export function orNull<T>(isRight: Guard<T>): Guard<T | null> {
  return (value): value is T | null => value === null || isRight(value);
}
