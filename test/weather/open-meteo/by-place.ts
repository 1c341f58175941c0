// An Open-Meteo that knows places apart, for requests about several.
import { openMeteoPayload, type OpenMeteoPayload } from "./payload.ts";

/** What it sends about the places that a request names: an object for one, a list for several. */
export function openMeteoByPlace(
  url: URL,
  { nowMs }: { nowMs: number },
): OpenMeteoPayload | OpenMeteoPayload[] {
  const payload = openMeteoPayload({ nowMs });
  const answers = latitudesOf(url).map((lat) => atLatitude(lat, payload));
  const [only, ...others] = answers;
  if (only !== undefined && others.length === 0) return only;
  // The first has no number.
  return answers.map((answer, index) => Object.assign(answer, index > 0 && { location_id: index }));
}

export const latitudesOf = ({ searchParams }: URL): readonly number[] =>
  searchParams.get("latitude")?.split(",").map(Number) ?? [];

/** At every hour its temperature in °C is half of the latitude. */
function atLatitude(lat: number, payload: OpenMeteoPayload): OpenMeteoPayload {
  const { hourly } = payload;
  return { ...payload, hourly: { ...hourly, temperature_2m: (hourly.time ?? []).map(() => lat / 2) } };
}
