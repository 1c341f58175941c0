// How often past forecasts came true, at each place and at all: docs/weather.md#the-record-of-past-forecasts.
import type { Module } from "../../app/module.ts";

export const trackRecord: Module = {
  name: "track-record",
  tables: async () => (await import("../../track-record/sql/tables.ts")).TRACK_RECORD_TABLES,
};
