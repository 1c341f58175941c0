// The built-in sports. A new one needs a file like those beside it and its two lines here; the compiler then asks for its
// words in each language, and the tests for the pages that name sports.
import { BEACH } from "./beach.ts";
import { CAMPING } from "./camping.ts";
import { CLIMBING } from "./climbing.ts";
import { CRICKET } from "./cricket.ts";
import { CYCLING } from "./cycling.ts";
import { EVENT } from "./event.ts";
import { FITNESS } from "./fitness.ts";
import { FOOTBALL } from "./football.ts";
import { GOLF } from "./golf.ts";
import { HIKING } from "./hiking.ts";
import { KITESURFING } from "./kitesurfing.ts";
import { OUTDOOR } from "./outdoor.ts";
import { PADDLING } from "./paddling.ts";
import { PADEL } from "./padel.ts";
import { RUNNING } from "./running.ts";
import { SAILING } from "./sailing.ts";
import { SKIING } from "./skiing.ts";
import { TENNIS } from "./tennis.ts";
import type { Alias, Sport } from "./sport.ts";

/** `outdoor`, the default, comes first. Answers and pages list them in this order. */
const LISTED = [
  OUTDOOR,
  GOLF,
  TENNIS,
  PADEL,
  FOOTBALL,
  CRICKET,
  RUNNING,
  CYCLING,
  HIKING,
  CLIMBING,
  SAILING,
  KITESURFING,
  PADDLING,
  SKIING,
  BEACH,
  EVENT,
  CAMPING,
  FITNESS,
] as const;

export const SPORTS: readonly Sport[] = LISTED;

type Listed = (typeof LISTED)[number];

export type SportId = Listed["id"];

/** The ids and aliases that languages have words for: all except synonyms. */
export type SpokenName = SportId | SpokenAlias<Listed["aliases"]>;

/** Of the aliases of each sport in turn. */
type SpokenAlias<Aliases> = Aliases extends unknown
  ? {
      [Name in keyof Aliases]: Aliases[Name] extends { readonly sameAs: string } ? never : Name;
    }[keyof Aliases]
  : never;

const sportById: ReadonlyMap<string, Sport> = new Map(SPORTS.map((sport) => [sport.id, sport]));

/** By its id, not by an alias. */
export function sportOf(id: string): Sport | undefined {
  return sportById.get(id);
}

const byName = new Map<string, Alias>();
for (const { id, label, playedOn, typedAs, aliases } of SPORTS) {
  byName.set(id, { label, playedOn, typedAs });
  for (const [name, alias] of Object.entries(aliases)) byName.set(name, { playedOn, ...alias });
}

/** What is known of each name, an id or an alias; an alias has what it does not replace from its sport. */
export const SPORT_BY_NAME: ReadonlyMap<string, Alias> = byName;
