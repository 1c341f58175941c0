import type { PackedForecast } from "./forecast-cache.ts";
import type { Place } from "../place.ts";

/** Forecasts that replicas share. None of its methods ever rejects: without it a replica works on its own. */
export interface SharedForecasts {
  /**
   * Asks for a forecast that is fresh at `nowMs`. While one replica has been told to fetch a place, the others wait here
   * for what it gets, for a while.
   */
  ask(place: Place, nowMs: number): Promise<SharedAnswer>;
}

export type SharedAnswer =
  | { readonly kind: "Found"; readonly forecast: PackedForecast }
  | {
      /** It is for this replica to fetch one. */
      readonly kind: "Wanted";
      /** One fetched earlier, if there is any. */
      readonly older: PackedForecast | undefined;
      /** Hands over what was fetched, nothing after a failure; either way the others need not wait any longer. */
      readonly settle: (fetched: PackedForecast | undefined) => Promise<void>;
    };
