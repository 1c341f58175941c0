import type { VenueFacts } from "../../src/scoring/sports/venue-facts.ts";
import type { HourOfWeather } from "./columns-of.ts";
import examples from "./worked-examples.json" with { type: "json" };

type InFile = (typeof examples)[number];

export interface WorkedExample extends Omit<InFile, "hours" | "venue" | "expected"> {
  readonly venue?: VenueFacts;
  readonly hours: readonly HourOfWeather[];
  readonly expected: Omit<InFile["expected"], "summary"> & { readonly summary?: string };
}

/** Sessions worked out independently of this code: inputs, and everything that the code has to make of them. */
export const WORKED_EXAMPLES = examples as readonly WorkedExample[];
