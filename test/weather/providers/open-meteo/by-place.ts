// A stand-in for Open-Meteo that answers for the requested places, one or several.
import type { Behaviour } from "../../../support/fakes/misbehaving-upstream.ts";
import { openMeteoPayload, type OpenMeteoPayload } from "./payload.ts";

/** Its answer to a request. At every hour, the temperature of a place in °C is half of its latitude. */
export function openMeteoByPlace(url: URL, { nowMs }: { nowMs: number }) {
  const payload = openMeteoPayload({ nowMs });
  return openMeteoAt(url, ({ lat }) => {
    const { hourly } = payload;
    return { ...payload, hourly: { ...hourly, temperature_2m: (hourly.time ?? []).map(() => lat / 2) } };
  });
}

/** Answers every request with the same weather for each place. */
export const openMeteoAnywhere = (payload: OpenMeteoPayload | (() => OpenMeteoPayload)) =>
  ({
    kind: "reply",
    reply: (url) => ({
      body: openMeteoAt(url, () => (typeof payload === "function" ? payload() : payload)),
    }),
  }) satisfies Behaviour;

/** An answer about the places that a request names: an object for one, a list for several. */
export function openMeteoAt(
  url: URL,
  payloadOf: (place: { readonly lat: number }) => OpenMeteoPayload,
): OpenMeteoPayload | OpenMeteoPayload[] {
  const longitudes = longitudesOf(url);
  const answers = latitudesOf(url).map((lat, index) => {
    const told = { latitude: lat, longitude: longitudes[index] ?? Number.NaN };
    return Object.assign({}, payloadOf({ lat }), told);
  });
  const [only, ...others] = answers;
  if (only !== undefined && others.length === 0) return only;
  // The first has no `location_id`.
  return answers.map((answer, index) => Object.assign(answer, index > 0 && { location_id: index }));
}

export const latitudesOf = (url: URL) => degreesOf(url, "latitude");
export const longitudesOf = (url: URL) => degreesOf(url, "longitude");

const degreesOf = ({ searchParams }: URL, name: string): readonly number[] =>
  searchParams.get(name)?.split(",").map(Number) ?? [];
