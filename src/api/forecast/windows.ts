import type { ForecastSession, ForecastWindow } from "#gen/suitability/v1/forecast_pb.ts";
import { MINUTE_MS } from "../../lib/time/clock.ts";
import { timestampAt } from "../answering/answer-fields.ts";
import { required } from "../reading/required.ts";
import { startMsOf } from "../reading/start-times.ts";

/** Joins neighbouring sessions with the same verdict. A start that is left out of the sessions ends a window. */
export function forecastWindows(sessions: readonly ForecastSession[], stepMinutes: number): ForecastWindow[] {
  const windows: ForecastWindow[] = [];
  let last: ForecastWindow | undefined;
  let untilMs = Number.NaN;
  for (const { startTime, recommendation } of sessions) {
    const startMs = startMsOf(required(startTime));
    if (last === undefined || startMs !== untilMs || last.recommendation !== recommendation) {
      last = { $typeName: "suitability.v1.ForecastWindow", from: startTime, recommendation };
      windows.push(last);
    }
    untilMs = startMs + stepMinutes * MINUTE_MS;
    last.until = timestampAt(untilMs);
  }
  return windows;
}
