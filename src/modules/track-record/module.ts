// How often past forecasts came true, at each place and at all: docs/weather.md#the-record-of-past-forecasts. Odds are
// corrected by it.
import type { Module } from "../../app/module.ts";
import { TRACK_RECORD_SETTINGS } from "./settings.ts";

export const trackRecord: Module = {
  name: "track-record",
  settings: { "The record of past forecasts": TRACK_RECORD_SETTINGS },
  tables: async () => (await import("./sql/tables.ts")).TRACK_RECORD_TABLES,
  commands: {
    "track-record": async () => (await import("./track-record-command.ts")).addTrackRecordCommand,
  },
  methods: async () => {
    const { TrackRecordService } = await import("#gen/suitability/v1/track_record_pb.ts");
    return [TrackRecordService.method.getTrackRecord];
  },
  methodNotes: async () => (await import("./method/notes.ts")).TRACK_RECORD_NOTES,
  core: async () => (await import("./core-part.ts")).openTrackRecordPart,
};
