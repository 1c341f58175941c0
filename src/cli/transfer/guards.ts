// What a value of a line may be.
import { isObject, type Guard, type JsonObject } from "./pick.ts";

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

export function isWholeOrNull(value: unknown): value is number | null {
  return value === null || isWhole(value);
}

/** Null, and missing as in files of version 1. */
export function orNone<T>(isRight: Guard<T>): Guard<T | null | undefined> {
  return (value): value is T | null | undefined => value === null || value === undefined || isRight(value);
}
