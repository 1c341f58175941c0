import type { RankVenuesRequest } from "#gen/suitability/v1/safe_slots_pb.ts";
import type { ItemsAlone } from "../../call/items-alone.ts";
import type { CheckedCaller } from "../../call/operation.ts";
import type { RequestReading } from "../../call/request-reading.ts";
import type { FieldViolation } from "../../errors/fault.ts";
import type { Language } from "../../words/language.ts";
import type { ApiParts } from "../api-parts.ts";
import { summaryLanguage } from "../reading/language.ts";
import { refuseSameRefs } from "../reading/refuse-same-refs.ts";
import { readStart } from "../reading/start-times.ts";

export interface VenuesQuestion {
  readonly request: RankVenuesRequest;
  /** What could not be read, by the index of the venue. */
  readonly misread: ReadonlyMap<number, readonly FieldViolation[]>;
  readonly language: Language | undefined;
  readonly startMs: number;
}

export const VENUES_ALONE: ItemsAlone = { list: "venues", id: "ref", failAloneIfRepeated: false };

/**
 * Reads what all venues share. Each venue is read when it is answered: one that makes no sense does not refuse the others.
 */
export function createReadRankVenues({ clock, findSport }: Pick<ApiParts, "clock" | "findSport">) {
  return (
    request: RankVenuesRequest,
    { sportsOwner }: CheckedCaller,
    reading: RequestReading,
  ): VenuesQuestion | Promise<VenuesQuestion> => {
    const nowMs = clock.nowMs();
    const misread = reading.takeItems(VENUES_ALONE);
    // Without a venue's facts, so that only the sport itself can be refused.
    const found = reading.part(["sport"], () => findSport(request, sportsOwner));
    const rest = (): VenuesQuestion => {
      const language =
        request.lang === undefined
          ? undefined
          : reading.part(["lang", "explain"], () => summaryLanguage(request, "venues"));
      const startMs = reading.part(["start_time"], () => readStart(request.startTime, nowMs, "upcoming"));
      // Whatever else is wrong with the venues.
      reading.part([], () => refuseSameRefs("venues", "venue", request.venues));
      return { request, misread, language, startMs };
    };
    return found instanceof Promise ? found.then(rest) : rest();
  };
}
