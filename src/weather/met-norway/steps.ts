// Reads the time series of a Locationforecast: https://api.met.no/weatherapi/locationforecast/2.0/documentation
import { HOUR_MS } from "../../clock.ts";
import { answerChecks, excerpt, type Json } from "../provider/answer-checks.ts";

/** What is said of a number of hours together. */
export interface MetNorwayPeriod {
  /** For how many hours the sums are. */
  readonly hours: 1 | 6;
  /** Empty where the provider does not say. */
  readonly symbol: string;
  readonly details: Json;
}

export interface MetNorwayStep {
  /** How many hours after the first step. */
  readonly hour: number;
  /** Values of the moment. */
  readonly instant: Json;
  /** What is said of the hours up to the next step; absent for the last. */
  readonly period?: MetNorwayPeriod;
}

export interface MetNorwaySteps {
  readonly startMs: number;
  readonly steps: readonly MetNorwayStep[];
}

const { unusable, asObject } = answerChecks("met-norway");

const TIME = /^\d{4}-\d\d-\d\dT\d\d:00:00Z$/;

/**
 * The steps, which are whole UTC hours in order. Each but the last says something about all hours up to the next one,
 * for one hour or for six: a series with a hole is refused, since a value across it would be a guess.
 */
export function metNorwaySteps(value: unknown): MetNorwaySteps {
  if (!Array.isArray(value) || value.length < 2) throw unusable("hours", "timeseries is not a list of steps");
  const entries = value.map((step: unknown) => asObject(step, "a step"));
  const timesMs = entries.map(({ time }) => stepMs(time));
  const startMs = timesMs[0] ?? Number.NaN;
  const steps = entries.map(({ data }, i): MetNorwayStep => {
    const timeMs = timesMs[i] ?? Number.NaN;
    const nextMs = timesMs[i + 1];
    const said = asObject(data, "data");
    const instant = asObject(said.instant, "instant");
    const step = {
      hour: (timeMs - startMs) / HOUR_MS,
      instant: asObject(instant.details, "instant.details"),
    };
    if (nextMs === undefined) return step;
    const period = periodOf(said, (nextMs - timeMs) / HOUR_MS);
    return Object.assign(step, { period });
  });
  return { startMs, steps };
}

function stepMs(time: unknown): number {
  if (typeof time !== "string" || !TIME.test(time)) {
    throw unusable(
      "hours",
      `a step is at ${excerpt(JSON.stringify(time) ?? "no time")}, not a whole UTC hour`,
    );
  }
  return Date.parse(time);
}

/** The hour's own word if the next step is an hour away, otherwise that of six hours. */
function periodOf(said: Json, hoursToNext: number): MetNorwayPeriod {
  if (!(hoursToNext > 0)) throw unusable("hours", "the steps are not in order");
  const hours = hoursToNext === 1 && said.next_1_hours !== undefined ? 1 : 6;
  const name = `next_${hours}_hours`;
  if (said[name] === undefined || hoursToNext > hours) {
    throw unusable("hours", `nothing is said of ${hoursToNext} hours up to the next step`);
  }
  const period = asObject(said[name], name);
  const { symbol_code: symbol } = asObject(period.summary ?? {}, `${name}.summary`);
  return {
    hours,
    symbol: typeof symbol === "string" ? symbol : "",
    details: asObject(period.details ?? {}, `${name}.details`),
  };
}
