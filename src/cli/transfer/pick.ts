// Values of a line of JSON that is not trusted.

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
