// GetTrackRecord: the outcomes of past forecasts. The record of a single place is only for accounts that have recently asked
// about the place.
import type { MessageInitShape } from "@bufbuild/protobuf";
import type { GetTrackRecordResponseSchema } from "#gen/suitability/v1/track_record_pb.ts";
import type { Answered, Work } from "../../../call/operation.ts";
import { MODEL_VERSION } from "../../../scoring/model-version.ts";
import { REQUEST_DAYS } from "../days.ts";
import { utcDay } from "../../../lib/time/sun-day.ts";
import { hitRates } from "../hit-rates.ts";
import { placeAt } from "../../../lib/place.ts";
import type { ApiParts } from "../../../api/api-parts.ts";
import { required } from "../../../api/reading/required.ts";
import type { RecordStore } from "../record-store.ts";
import type { TrackRecordQuestion } from "./read.ts";

const BASIS =
  "What came is the weather as Open-Meteo analysed it within a day, judged by the same thresholds as the forecast: " +
  "no gauge at the venue, and not whether people played.";

/** The record changes once a day, so an answer may be cached for an hour. */
const CACHE_CONTROL = "private, max-age=3600";

export function createAnswerTrackRecord({
  recordStore,
  clock,
}: Pick<ApiParts, "clock"> & { readonly recordStore: RecordStore }) {
  return async (
    { request, profile }: TrackRecordQuestion,
    { caller }: Work,
  ): Promise<Answered<MessageInitShape<typeof GetTrackRecordResponseSchema>>> => {
    const { key } = placeAt(required(request.lat), required(request.lng));
    const [lastRequestDay = -Infinity, ofPlace, ofAll] = await Promise.all([
      recordStore.lastRequestDay(caller.account.id, key),
      recordStore.tallies({ modelVersion: MODEL_VERSION, place: key, sport: profile.base }),
      recordStore.tallies({ modelVersion: MODEL_VERSION, place: "", sport: profile.base }),
    ]);
    const hasRequested = utcDay(clock.nowMs()) - lastRequestDay <= REQUEST_DAYS;
    return {
      fields: { place: hasRequested ? hitRates(ofPlace) : undefined, fleet: hitRates(ofAll), basis: BASIS },
      headers: { "cache-control": CACHE_CONTROL },
    };
  };
}
