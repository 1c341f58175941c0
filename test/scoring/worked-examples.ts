import type { HourOfWeather } from "./columns-of.ts";
import examples from "./worked-examples.json" with { type: "json" };

export interface WorkedExample extends Omit<(typeof examples)[number], "hours"> {
  readonly hours: readonly HourOfWeather[];
}

/** Sessions worked out independently of this code: inputs, and everything that the code has to make of them. */
export const WORKED_EXAMPLES: readonly WorkedExample[] = examples;
