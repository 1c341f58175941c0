// What the elements know of the service. Browser code cannot import it, so the server writes it into their files.
import manifest from "../../../package.json" with { type: "json" };
import { builtInVenues } from "../../scoring/sports/built-in-venues.ts";
import { findProfile, SPORT_NAMES } from "../../scoring/sports/find-profile.ts";
import { NAMED_SOURCES } from "../../weather/providers/providers.ts";

export type ServiceFacts = ReturnType<typeof serviceFacts>;

export function serviceFacts(own: {
  /** The URL is undefined if the name links to nothing. */
  readonly operator: { readonly name: string; readonly url: string | undefined };
  /** The folder, relative to the element's file, and the tags of languages and regions. */
  readonly words: { readonly folder: string; readonly tags: readonly string[] };
}) {
  return {
    ...own,
    version: manifest.version,
    /** Where each credit of the weather leads, by the names in the header Weather-Source; its words are in each language. */
    credits: Object.fromEntries(
      NAMED_SOURCES.map(({ name, credit: { url, licences } }) => [name, { url, licences }]),
    ),
    /** The venue facts that each built-in sport knows, with the values that it assumes. */
    venues: builtInVenues(),
    /** The ids and aliases of the sports that need wind. */
    windSports: SPORT_NAMES.filter((name) => findProfile(name)?.isWindSport),
  };
}
