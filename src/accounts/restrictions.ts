// Validates the restrictions of publishable keys.
import { placeAt } from "../weather/place.ts";
import { KEY_OPERATIONS, type KeyOperation } from "./key.ts";

const POINT = /^(-?\d{1,3}(?:\.\d+)?), ?(-?\d{1,3}(?:\.\d+)?)$/;

/** The origins of web views in apps, whatever the app's scheme. With any host, `htps://club.example` would be one too. */
const APP_ORIGIN = /^[a-z][a-z\d+.-]*:\/\/localhost$/;

/** Whether it is an origin as browsers send it: `https://club.example`, or `capacitor://localhost` from an app. */
export function isOrigin(text: string): boolean {
  return APP_ORIGIN.test(text) || (/^https?:/.test(text) && URL.parse(text)?.origin === text);
}

/** The place of a latitude and longitude such as `55.9533,-3.1883`; undefined for any other text. */
export function placeKeyFromText(text: string): string | undefined {
  const [, lat = Number.NaN, lng = Number.NaN] = (POINT.exec(text) ?? []).map(Number);
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? placeAt(lat, lng).key : undefined;
}

export function isKeyOperation(text: string): text is KeyOperation {
  return Object.hasOwn(KEY_OPERATIONS, text);
}
