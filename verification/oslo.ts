// Reads the forecasts of MET Norway for Oslo: amounts of rain without a chance, hourly for two days, then for six hours.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { HOUR_MS } from "../src/lib/time/clock.ts";
import { columnsFrom, type HourlyWeather } from "../src/weather/hourly-weather.ts";
import type { RainArchive } from "./rain-by-lead.ts";

interface Step {
  readonly issuedMs: number;
  readonly startMs: number;
  readonly hours: number;
  readonly mm: number;
}

/**
 * What came is the latest forecast's amount for the hour, at most a day ahead. It agrees better with earlier forecasts than
 * a gauge would.
 */
export function readOslo(file: string): RainArchive {
  const byIssue = Map.groupBy(stepsOf(file), ({ issuedMs }) => issuedMs);
  const forecasts = [...byIssue].map(([issuedMs, steps]) => forecastOf(issuedMs, steps));
  const came = new Map<number, number>();
  for (const { generatedAtMs, startMs, rainMm } of forecasts) {
    for (const [hour, mm] of rainMm.entries()) {
      const atMs = startMs + hour * HOUR_MS;
      if (atMs >= generatedAtMs + 24 * HOUR_MS) break;
      came.set(atMs, mm);
    }
  }
  return { forecasts, cameMm: (atMs) => came.get(atMs) ?? Number.NaN };
}

function stepsOf(file: string): readonly Step[] {
  const [, ...lines] = gunzipSync(readFileSync(file)).toString("utf8").trimEnd().split("\n");
  return lines.flatMap((line) => {
    const [issued = "", time = "", hours = "", , , , , mm = ""] = line.split(",");
    // The last step of a forecast is a moment: it has no amount.
    if (hours === "") return [];
    return [
      { issuedMs: Date.parse(issued), startMs: Date.parse(time), hours: Number(hours), mm: Number(mm) },
    ];
  });
}

/** Amounts of six hours are spread evenly, as the service does. */
function forecastOf(issuedMs: number, steps: readonly Step[]): HourlyWeather {
  const startMs = steps[0]?.startMs ?? 0;
  const last = steps.at(-1);
  const hours = last === undefined ? 0 : (last.startMs - startMs) / HOUR_MS + last.hours;
  const columns = columnsFrom(() => new Float32Array(hours).fill(Number.NaN));
  for (const step of steps) {
    const first = (step.startMs - startMs) / HOUR_MS;
    columns.rainMm.fill(step.mm / step.hours, first, first + step.hours);
  }
  return { source: "met-norway", generatedAtMs: issuedMs, startMs, hours, ...columns };
}
