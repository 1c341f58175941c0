// What there is to know of a built-in sport. Each has a file in this folder, listed in `sports.ts`; its words in other
// languages are in `words/languages/`.
import type { OddsGroupName } from "../odds/groups.ts";
import type { SportNumbers, SurfaceName, Variant } from "./profile.ts";

export interface Sport extends Named {
  /** In lower case with `_` for spaces, as `sportName` spells it. */
  readonly id: string;
  /** In English, as it follows "weather for" in a summary. */
  readonly label: string;
  readonly venue: TakenFacts;
  /** The sports with the same odds; which sport is how reliable has been measured. */
  readonly odds: OddsGroupName;
  /** From this many days ahead on, the forecast is called uncertain; by default EARLY_DAYS of `summary`. */
  readonly earlyDays?: number;
  /** In the dark it is played under lights, or its people expect the dark; otherwise a summary says "in the dark". */
  readonly atNight?: "lit" | "expected";
  /** Where thunder and fog are a danger, and people ask for the wind first. */
  readonly terrain?: "water" | "mountains";
  /** How it is scored. With any change, raise MODEL_VERSION. */
  readonly numbers: SportNumbers;
  /** Other names that callers may use, spelt like `id`, with what differs from the sport. */
  readonly aliases: Readonly<Record<string, Alias>>;
}

export interface Alias extends Named {
  /**
   * The id, or another alias of the sport, that is a synonym of this alias: languages have one word for both. English
   * has a label for each.
   */
  readonly sameAs?: string;
  /** Like the sport's; by default the alias with spaces for `_`. */
  readonly label?: string;
  /** Its own numbers, in place of the sport's. The odds stay those of the sport. */
  readonly numbers?: Variant;
}

interface Named {
  /** If it can stay wet; "ground" by default, and for an alias that of its sport. */
  readonly playedOn?: Ground;
  /** What people type for it, if spelling is not what is wrong. The refusal of such a name suggests this one. */
  readonly typedAs?: readonly string[];
}

/** What summaries call wet: `court` for tennis and the like, `ballCourt` for basketball and such. */
export type Ground =
  "rock" | "equipment" | "court" | "ballCourt" | "course" | "pitch" | "road" | "path" | "ground";

/**
 * The facts about a venue that a sport takes. Two are not among them: every sport takes `temp_shift_c`, and every sport that
 * does not need wind takes `sheltered`. A wind break must not cost a wind sport points.
 */
interface TakenFacts {
  readonly covered: boolean;
  readonly floodlit: boolean;
  /** Empty if a wet surface costs too little to matter, or if the sport has no surface. */
  readonly surfaces: readonly SurfaceName[];
}
