import { fineHour, type HourOfWeather } from "../columns-of.ts";

export interface SummaryCase {
  readonly rule: string;
  readonly name: string;
  /** Padel unless said otherwise. */
  readonly sport?: string;
  readonly hours: readonly HourOfWeather[];
  /** All of the hours unless said otherwise. */
  readonly slot?: { readonly startMinute: number; readonly durationMinutes: number };
  readonly expected: string;
}

/** Fine hours with something changed in each. */
export const fine = (...changes: HourOfWeather[]): HourOfWeather[] => changes.map(fineHour);

/** A fine hour but for the chance of rain. */
export const chance = (precipProbPct: number) => fine({ precipProbPct });
