// What /openapi.json adds to the descriptors.
import { readFileSync } from "node:fs";
import manifest from "../../package.json" with { type: "json" };
import examples from "./api-examples.json" with { type: "json" };
import type { Brand } from "./settings/core-config.ts";
import { PROFILES } from "../scoring/sports/profiles.ts";
import { ATTRIBUTION } from "../weather/attribution.ts";

const OFF = { default: false };

/** Of every method that has a sport. */
export const SPORT = {
  default: "outdoor",
  choices: PROFILES.map(({ id, label, aliases }) => ({
    value: id,
    summary: `${label}; also ${aliases.join(", ")}`,
  })),
};

// Facts of the venue have no defaults, since each sport has its own.
const VENUE = { surface: { example: "clay" }, temp_shift_c: { example: -5 } };

/** By method name. A default stands here only if sending it equals leaving it out: `step_minutes` alone is refused. */
const METHODS = {
  GetBookingConfidence: {
    example: examples.GetBookingConfidence,
    parameters: {
      sport: SPORT,
      explain: OFF,
      odds: OFF,
      ongoing: OFF,
      alternatives: { example: 3 },
      candidates: { example: ["2026-11-22T15:00:00Z", "2026-11-22T16:30:00Z"] },
      earliest_start: { example: "2026-11-22T09:00:00Z" },
      latest_start: { example: "2026-11-23T21:00:00Z" },
      step_minutes: { example: 30 },
      between: { example: "09:00-21:00" },
      time_zone: { example: "Europe/London" },
      lang: { default: "en" },
      ...VENUE,
    },
  },
  ReviewBookings: { example: examples.ReviewBookings, parameters: {} },
  GetForecast: {
    example: examples.GetForecast,
    parameters: {
      days: { default: 3 },
      sport: SPORT,
      step_minutes: { example: 30 },
      explain: OFF,
      windows: OFF,
      ...VENUE,
    },
  },
  RankSafeSlots: {
    example: examples.RankSafeSlots,
    parameters: { duration_minutes: { default: 60 }, sport: SPORT, odds: OFF, explain: OFF, ...VENUE },
  },
  RankVenues: { example: examples.RankVenues, parameters: {} },
  ListSports: { example: examples.ListSports, parameters: { lang: { example: "de" } } },
};

export function apiDescription(brand: Brand) {
  return {
    info: {
      title: brand.name,
      version: manifest.version,
      description:
        "Tells whether an outdoor session will be playable: a score from 0 to 100, a verdict, rain and wind risk. " +
        `Planning advice, not a safety clearance.\n\n${ATTRIBUTION}`,
      contact: contact(brand),
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "Where this document was fetched from" }],
    descriptorSet: readFileSync(new URL(import.meta.resolve("#gen/suitability/v1/comments.binpb"))),
    headers: {
      "Cache-Control": "How long the answer stays valid. It may be cached for one key only.",
      "RateLimit-Policy": "The month's quota, and the month's length in seconds (an IETF draft).",
      RateLimit: "The requests left, and the seconds until the next month.",
      "Weather-Source":
        "Whose forecast it is. The description of this document gives the credit that its licence requires.",
      "Weather-Location":
        "Latitude and longitude of the forecast: the place of the question, rounded to 0.01°. Absent if the answer is about several.",
      "Scoring-Model-Version": "Do not compare scores of different versions.",
      "Content-Language": "The language of each `summary` and label, if `lang` was sent.",
    },
    methods: METHODS,
  };
}

function contact({ name, url, support }: Brand) {
  if (support === undefined)
    return url === undefined ? { name: "Whoever issued your API key" } : { name, url };
  return { name, ...(support.includes("://") ? { url: support } : { email: support }) };
}
