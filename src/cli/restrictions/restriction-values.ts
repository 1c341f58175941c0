// The values that the restrictions of a publishable key are made of.
import { KEY_OPERATIONS, type KeyOperation } from "../../accounts/key.ts";
import { placeAt } from "../../weather/place.ts";

const POINT = /^(-?\d{1,3}(?:\.\d+)?), ?(-?\d{1,3}(?:\.\d+)?)$/;

/** An origin of pages as browsers send it: `https://club.example`. */
export function isOrigin(value: unknown): value is string {
  return typeof value === "string" && /^https?:/.test(value) && URL.parse(value)?.origin === value;
}

/** The key of the place that a latitude and longitude such as `55.9533,-3.1883` are in; undefined for anything else. */
export function placeKeyFromText(text: string): string | undefined {
  const [, lat = Number.NaN, lng = Number.NaN] = (POINT.exec(text) ?? []).map(Number);
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? placeAt(lat, lng).key : undefined;
}

export function isPlaceKey(value: unknown): value is string {
  return typeof value === "string" && placeKeyFromText(value) === value;
}

export function isKeyOperation(value: unknown): value is KeyOperation {
  return typeof value === "string" && Object.hasOwn(KEY_OPERATIONS, value);
}
