import type { CurvePoint } from "../curve.ts";
import type { SurfaceName } from "./surfaces.ts";

/**
 * What an account says about a sport of its own: a built-in sport and what differs from it, in the spelling of the
 * file it is read from. `readSportDefinition` says which values make sense, `customisedProfile` what they do.
 */
export interface SportDefinition {
  /**
   * The name it is asked for by, in any spelling that `sportName` makes the same. It overrides that one name: an own
   * `tennis` leaves `lawn_tennis`, an alias of the built-in sport, what it was, and an own `soccer` leaves `football`.
   */
  readonly id: string;
  /** A built-in id. */
  readonly base: string;
  /** The base's where it is not given. */
  readonly label?: string;

  // Sliders: how much more of it is fine.
  readonly rain_tolerance?: number;
  readonly wind_tolerance?: number;
  readonly temp_shift_c?: number;

  // Facts about the venue.
  readonly covered?: boolean;
  readonly sheltered?: boolean;
  readonly floodlit?: boolean;
  readonly surface?: SurfaceName;

  // The model's own numbers. Of `weight` and `wet`, what is left out stays as it is.
  readonly weight?: {
    readonly rain?: number;
    readonly wind?: number;
    readonly temp?: number;
    readonly cloud?: number;
  };
  readonly rain?: readonly CurvePoint[];
  readonly wind?: readonly CurvePoint[];
  readonly temp?: readonly CurvePoint[];
  readonly wet?: { readonly weight?: number; readonly half_life_h?: number; readonly full_mm?: number };
  readonly snow?: number;
  readonly fog?: number;
  readonly night?: number;
}
