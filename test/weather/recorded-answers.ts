// Answers recorded from the real services; test/fixtures/README.md says what each is.
import { readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

const FOLDER = new URL("../fixtures/", import.meta.url);

export type RecordedFolder = "open-meteo/forecast" | "met-norway/locationforecast";

/** The names of a folder's forecasts. */
export const recordedNames = (folder: RecordedFolder): readonly string[] =>
  readdirSync(new URL(folder, FOLDER)).map((file) => file.replace(/\.json\.gz$/, ""));

/** A forecast, without what was recorded beside it. */
export function recordedAnswer(folder: RecordedFolder, name: string): Record<string, unknown> {
  const packed = readFileSync(new URL(`${folder}/${name}.json.gz`, FOLDER));
  const content = JSON.parse(gunzipSync(packed).toString()) as Record<string, unknown>;
  return (content["body"] ?? content["data"] ?? content) as Record<string, unknown>;
}

/** An answer that is no forecast, as it was sent. */
export const recordedError = (path: string): string => readFileSync(new URL(path, FOLDER), "utf8");
