import { fineHour, type HourOfWeather } from "../columns-of.ts";

interface SummaryCase {
  /** Padel unless said otherwise. */
  readonly sport?: string;
  readonly hours: readonly HourOfWeather[];
  /** All of the hours unless said otherwise. */
  readonly slot?: { readonly startMinute: number; readonly durationMinutes: number };
  readonly expected: string;
}

/** By rule and name. */
export type SummaryCases = Readonly<Record<string, Readonly<Record<string, SummaryCase>>>>;

/** Fine hours with something changed in each. */
export const fine = (...changes: HourOfWeather[]): HourOfWeather[] => changes.map(fineHour);

/** A fine hour but for the chance of rain. */
export const chance = (precipProbPct: number) => fine({ precipProbPct });
