import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { MODEL_VERSION } from "../../scoring/model-version.ts";
import type { HourlyWeather } from "../../weather/hourly-weather.ts";

/** What all scores of an answer were made from: without it nobody can say later whether a score was right to be another. */
export function grounds({ generatedAtMs, source }: HourlyWeather) {
  return { forecastAt: timestampFromMs(generatedAtMs), source, modelVersion: MODEL_VERSION };
}
