// What the service costs, as measured: constants.json, which `npm run scale -- --measure` writes and nobody else. To add one
// is to add a name here and a measurement in measure/.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** In the order of the table in docs/scale.md. */
export const CONSTANT_NAMES = [
  "redisBookingUs",
  "redisSlotsUs",
  "redisForecastUs",
  "sqliteBookingUs",
  "sqliteSlotsUs",
  "sqliteForecastUs",
  "sidecarTimes",
  "redisServerCallUs",
  "fetchUs",
  "readUs",
  "redisServerReadUs",
  "unpackUs",
  "processMb",
  "packedBytes",
  "roomBytes",
  "placeBytes",
  "unpackedBytes",
  "redisPlaceBytes",
  "redisAccountBytes",
  "redisAccountMonthBytes",
  "sqliteSpendsPerSecond",
  "redisSpendsPerSecond",
  "logBytes",
] as const;

export type ConstantName = (typeof CONSTANT_NAMES)[number];

/** The median of the rounds, the least and the greatest of them. */
export interface Constant {
  readonly value: number;
  readonly least: number;
  readonly greatest: number;
  readonly unit: string;
  /** What it is and how it was measured, for people. */
  readonly what: string;
}

export type Constants = Readonly<Record<ConstantName, Constant>>;

/** Together with where they were measured. */
export interface Measured {
  readonly measuredAt: string;
  readonly conditions: Readonly<Record<string, string | number>>;
  readonly constants: Constants;
}

const FILE = fileURLToPath(new URL("constants.json", import.meta.url));

export function readMeasured(): Measured {
  return JSON.parse(readFileSync(FILE, "utf8")) as Measured;
}

export function writeMeasured(measured: Measured): void {
  writeFileSync(FILE, `${JSON.stringify(measured, undefined, 2)}\n`);
}
