// How MET Norway is asked, by its terms of service: https://api.met.no/doc/TermsOfService
import type { Place } from "../place.ts";

/** Path and query. Places are rounded to two decimals; more than four would be refused. */
export function metNorwayPath({ url, place }: { readonly url: string; readonly place: Place }): string {
  const query = new URLSearchParams({ lat: place.lat.toFixed(2), lon: place.lng.toFixed(2) });
  return `${new URL(url).pathname.replace(/\/+$/, "")}/weatherapi/locationforecast/2.0/complete?${query}`;
}

/** Says who asks, and what is held already: with the very text of its Last-Modified. */
export function metNorwayHeaders(options: {
  readonly userAgent: string;
  readonly lastModified: string | undefined;
}): Record<string, string> {
  const { userAgent, lastModified } = options;
  return {
    "user-agent": userAgent,
    ...(lastModified === undefined ? {} : { "if-modified-since": lastModified }),
  };
}
