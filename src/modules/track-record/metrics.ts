import { Gauge, type Registry } from "prom-client";

export function createRecordMetrics(registers: Registry[]) {
  return {
    safeSessions: new Gauge({
      name: "suitability_track_record_safe_said",
      help: "Sessions of the last 30 judged days, at all places, that had the verdict safe to book so many days ahead.",
      labelNames: ["days_ahead"],
      registers,
    }),
    safeRatio: new Gauge({
      name: "suitability_track_record_safe_ratio",
      help: "The share of those that were safe to book in the actual weather.",
      labelNames: ["days_ahead"],
      registers,
    }),
  };
}
