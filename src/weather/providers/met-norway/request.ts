// How MET Norway is asked: the hosts, the path, and what its terms ask of a request.
import type { Place } from "../../../lib/place.ts";

export const MET_NORWAY_HOSTS = ["met.no"];

/** Path and query. Places have two decimals; more than four would be refused. */
export function metNorwayPath(place: Place, url: string): string {
  const query = new URLSearchParams({ lat: place.lat.toFixed(2), lon: place.lng.toFixed(2) });
  return `${new URL(url).pathname.replace(/\/+$/, "")}/weatherapi/locationforecast/2.0/complete?${query}`;
}

/** The User-Agent, and the Last-Modified of the cached answer exactly as it was received. */
export function metNorwayHeaders(lastModified: string | undefined, userAgent: string) {
  return {
    "user-agent": userAgent,
    ...(lastModified === undefined ? {} : { "if-modified-since": lastModified }),
  };
}
