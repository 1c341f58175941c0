/**
 * What people type for a parameter, and what it may be here: of several the first that the operation has. Names that are
 * merely misspelt are found by their nearness.
 */
const MEANT_BY: ReadonlyMap<string, readonly string[]> = new Map(
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
    "language locale": ["lang"],
    "why reasons": ["explain"],
    "chance chances probability": ["odds"],
    "indoor indoors roof": ["covered"],
    "lights lit": ["floodlit"],
  }).flatMap(([typed, meant]) => typed.split(" ").map((name) => [name, meant] as const)),
);

/** Undefined for a name that nobody is known to type; empty where the operation has nothing that it could mean. */
export function meantNames(typed: string, names: readonly string[]): readonly string[] | undefined {
  return MEANT_BY.get(typed.toLowerCase())?.filter((name) => names.includes(name));
}
