/**
 * What people type for a parameter, and what it may be here: of several the first that the operation has. Names that are
 * merely misspelt are found by their nearness.
 */
const MEANT_BY: Readonly<Record<string, readonly string[]>> = {
  latitude: ["lat"],
  y: ["lat"],
  lon: ["lng"],
  long: ["lng"],
  longitude: ["lng"],
  x: ["lng"],
  activity: ["sport"],
  type: ["sport"],
  duration: ["duration_minutes"],
  length: ["duration_minutes"],
  minutes: ["duration_minutes"],
  mins: ["duration_minutes"],
  day: ["days"],
  num_days: ["days"],
  forecast_days: ["days"],
  horizon: ["days"],
  start: ["start_time", "slots"],
  starts_at: ["start_time", "slots"],
  time: ["start_time", "slots"],
  datetime: ["start_time", "slots"],
  date: ["start_time", "slots"],
  from: ["start_time", "slots"],
  when: ["start_time", "slots"],
  times: ["slots", "candidates", "start_time"],
  starts: ["slots", "candidates", "start_time"],
  start_times: ["slots", "candidates", "start_time"],
  slots: ["candidates", "start_time"],
  slot: ["slots", "start_time"],
  candidates: ["slots"],
  step: ["step_minutes"],
  interval: ["step_minutes"],
  tz: ["time_zone"],
  language: ["lang"],
  locale: ["lang"],
  why: ["explain"],
  reasons: ["explain"],
  chance: ["odds"],
  chances: ["odds"],
  probability: ["odds"],
  indoor: ["covered"],
  indoors: ["covered"],
  roof: ["covered"],
  lights: ["floodlit"],
  lit: ["floodlit"],
};

/** Undefined for a name that nobody is known to type; empty where the operation has nothing that it could mean. */
export function meantNames(typed: string, names: readonly string[]): readonly string[] | undefined {
  const lower = typed.toLowerCase();
  return Object.hasOwn(MEANT_BY, lower) ? MEANT_BY[lower]?.filter((name) => names.includes(name)) : undefined;
}
