import { TrackRecordService } from "#gen/suitability/v1/track_record_pb.ts";
import { listed } from "../../api/methods.ts";
import type { OpenCorePart } from "../../app/module.ts";
import type { WhenCounted } from "../../call/operation.ts";
import { createFindCorrection } from "./corrections.ts";
import { createRecordStore } from "./sql/record-store.ts";
import type { TrackRecord } from "./track-record.ts";
import { createAnswerTrackRecord } from "./method/answer.ts";
import { createReadTrackRecord } from "./method/read.ts";
import { openTrackRecord } from "./open-track-record.ts";

export const openTrackRecordPart: OpenCorePart = (config, parts, opened) => {
  const recordStore = createRecordStore(parts.store.records);
  const record = openTrackRecord(config, { ...parts, recordStore }, opened);
  return {
    methods: [
      listed({
        method: TrackRecordService.method.getTrackRecord,
        read: createReadTrackRecord,
        answer: ({ clock }) => createAnswerTrackRecord({ clock, recordStore }),
        access: "counted",
      }),
    ],
    whenCounted: record && noteTo(record),
    onFetched: record?.noteFetched,
    findCorrection: createFindCorrection({ clock: parts.clock, store: recordStore }),
  };
};

function noteTo({ noteRequest }: TrackRecord): WhenCounted {
  return ({ account }, facts) => {
    for (const { sport, forecast } of facts)
      noteRequest({ place: forecast.place, sport, accountId: account.id });
  };
}
