// How a publishable key is restricted: reads what operators write, over HTTP and in commands. Each has its own words for a
// value that is refused. call/interceptors/ holds callers to them.
import { placeAt } from "../lib/place.ts";
import { KEY_OPERATIONS, type KeyOperation, type KeyRestrictions } from "./key.ts";

/** As calls write them: many languages print a longitude near Greenwich with an exponent. */
const DEGREES = "(-?(?:\\d{1,3}(?:\\.\\d+)?|\\.\\d+)(?:[eE][+-]?\\d{1,3})?)";

const POINT = new RegExp(`^${DEGREES}, ?${DEGREES}$`);

/** The origins of web views in apps, whatever the app's scheme. With any host, `htps://club.example` would be one too. */
const APP_ORIGIN = /^[a-z][a-z\d+.-]*:\/\/localhost$/;

/** The value of a text, for each list of restrictions; undefined for a text that is refused. */
export const RESTRICTION_FROM_TEXT = {
  origins: (text: string): string | undefined => (isOrigin(text) ? text : undefined),
  places: placeKeyFromText,
  operations: (text: string): KeyOperation | undefined => (isKeyOperation(text) ? text : undefined),
} as const;

/** The restrictions with these values; a repeated value counts once. */
export function keyRestrictions({
  origins,
  places,
  operations,
  callsADay,
}: KeyRestrictions): KeyRestrictions {
  return {
    origins: [...new Set(origins)],
    places: [...new Set(places)],
    operations: [...new Set(operations)],
    callsADay,
  };
}

/** Whether it is an origin as browsers send it: `https://club.example`, or `capacitor://localhost` from an app. */
export function isOrigin(text: string): boolean {
  return APP_ORIGIN.test(text) || (/^https?:/.test(text) && URL.parse(text)?.origin === text);
}

/** The place of a latitude and longitude such as `55.9533,-3.1883`; undefined for any other text. */
export function placeKeyFromText(text: string): string | undefined {
  const [, lat = Number.NaN, lng = Number.NaN] = (POINT.exec(text) ?? []).map(Number);
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? placeAt(lat, lng).key : undefined;
}

function isKeyOperation(text: string): text is KeyOperation {
  return Object.hasOwn(KEY_OPERATIONS, text);
}
