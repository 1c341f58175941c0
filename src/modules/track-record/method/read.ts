import type { GetTrackRecordRequest } from "#gen/suitability/v1/track_record_pb.ts";
import type { CheckedCaller } from "../../../call/operation.ts";
import type { RequestReading } from "../../../call/request-reading.ts";
import type { CompiledProfile } from "../../../scoring/sports/profile.ts";
import type { ApiParts } from "../../../api/api-parts.ts";

export interface TrackRecordQuestion {
  readonly request: GetTrackRecordRequest;
  readonly profile: CompiledProfile;
}

export function createReadTrackRecord({ findSport }: Pick<ApiParts, "findSport">) {
  return async (
    request: GetTrackRecordRequest,
    { sportsOwner }: CheckedCaller,
    reading: RequestReading,
  ): Promise<TrackRecordQuestion> => {
    return { request, profile: await reading.part(["sport"], () => findSport(request, sportsOwner)) };
  };
}
