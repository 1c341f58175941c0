import type { TrackRecordService } from "#gen/suitability/v1/track_record_pb.ts";
import { MODEL_VERSION } from "../../scoring/model-version.ts";
import type { RecordStore } from "../../track-record/record-store.ts";
import { ASKED_DAYS, utcDay } from "../../track-record/days.ts";
import { toldRecord } from "../../track-record/told-record.ts";
import { placeAt } from "../../weather/place.ts";
import type { OperationCall, OperationOptions } from "../call.ts";
import { required, RequestReading } from "../reading/read-request.ts";
import type { Operation } from "../served-method.ts";

const BASIS =
  "What came is the weather as Open-Meteo analysed it within a day, judged by the same thresholds as the forecast: " +
  "no gauge at the venue, and not whether people played.";

/** The record changes once a day, so an answer may be cached for an hour. */
const CACHE_CONTROL = "private, max-age=3600";

/**
 * GetTrackRecord: the outcomes of past forecasts. The record of a single place is only for accounts that have recently asked
 * about the place.
 */
export function createGetTrackRecord({
  store,
  clock,
  findSport,
}: Pick<OperationOptions, "clock" | "findSport"> & {
  readonly store: Pick<RecordStore, "tallies" | "askedOn">;
}): Operation<typeof TrackRecordService.method.getTrackRecord, OperationCall> {
  return async (request, call) => {
    const reading = new RequestReading(call.violations);
    const profile = await reading.part(["sport"], () => findSport(request, call.sportsOwner));
    reading.end();
    call.admit();
    const { key } = placeAt(required(request.lat), required(request.lng));
    const [askedOn = -Infinity, ofPlace, ofAll] = await Promise.all([
      store.askedOn(call.accountId, key),
      store.tallies({ modelVersion: MODEL_VERSION, place: key, sport: profile.base }),
      store.tallies({ modelVersion: MODEL_VERSION, place: "", sport: profile.base }),
    ]);
    call.headers["cache-control"] = CACHE_CONTROL;
    const isAsked = utcDay(clock.nowMs()) - askedOn <= ASKED_DAYS;
    return { place: isAsked ? toldRecord(ofPlace) : undefined, fleet: toldRecord(ofAll), basis: BASIS };
  };
}
