// What people type for the parameters of the API.
import type { MistakenNames } from "../doors/rest/unknown-field.ts";

export const MISTAKEN_NAMES: MistakenNames = {
  meantBy: new Map(
    Object.entries({
      "latitude y": ["lat"],
      "lon long longitude x": ["lng"],
      "activity type": ["sport"],
      "duration length minutes mins": ["duration_minutes"],
      "day num_days forecast_days horizon": ["days"],
      "start starts_at time datetime date from when": ["start_time", "slots"],
      "times starts start_times": ["slots", "candidates", "start_time"],
      slots: ["candidates", "start_time"],
      slot: ["slots", "start_time"],
      candidates: ["slots"],
      "step interval": ["step_minutes"],
      tz: ["time_zone"],
      "lang language locale": ["lang"],
      "why reasons": ["explain"],
      "chance chances probability": ["odds"],
      "indoor indoors roof": ["covered"],
      "lights lit": ["floodlit"],
    }).flatMap(([typed, meant]) => typed.split(" ").map((name) => [name, meant] as const)),
  ),
  notHere: new Map([["lang", "the answer has no sentences"]]),
};
