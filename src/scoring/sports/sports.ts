// The built-in sports. A new one needs a file like those beside it and its two lines here.
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
import type { Sport } from "./sport.ts";

/** `outdoor`, the default, comes first. Answers and pages list them in this order. */
export const SPORTS: readonly Sport[] = [
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
];

const sportById: ReadonlyMap<string, Sport> = new Map(SPORTS.map((sport) => [sport.id, sport]));

/** By its id, not by an alias. */
export function sportOf(id: string): Sport | undefined {
  return sportById.get(id);
}
