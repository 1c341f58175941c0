// Validates the restrictions of publishable keys.
import { placeAt } from "../weather/place.ts";
import { KEY_OPERATIONS, type KeyOperation } from "./key.ts";

const POINT = /^(-?\d{1,3}(?:\.\d+)?), ?(-?\d{1,3}(?:\.\d+)?)$/;

/** Whether it is an origin as browsers send it: `https://club.example`. */
export function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.parse(text)?.origin === text;
}

/** The place of a latitude and longitude such as `55.9533,-3.1883`; undefined for any other text. */
export function placeKeyFromText(text: string): string | undefined {
  const [, lat = Number.NaN, lng = Number.NaN] = (POINT.exec(text) ?? []).map(Number);
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? placeAt(lat, lng).key : undefined;
}

export function isKeyOperation(text: string): text is KeyOperation {
  return Object.hasOwn(KEY_OPERATIONS, text);
}
