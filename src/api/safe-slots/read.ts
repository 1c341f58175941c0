import type { RankSafeSlotsRequest } from "#gen/suitability/v1/safe_slots_pb.ts";
import type { CheckedCaller } from "../../call/operation.ts";
import type { RequestReading } from "../../call/request-reading.ts";
import type { CompiledProfile } from "../../scoring/sports/profile.ts";
import type { Language } from "../../words/language.ts";
import type { ApiParts } from "../api-parts.ts";
import { summaryLanguage } from "../reading/language.ts";
import { readSlots, type Slot } from "../reading/start-times.ts";

export interface SlotsQuestion {
  readonly request: RankSafeSlotsRequest;
  readonly profile: CompiledProfile;
  readonly language: Language | undefined;
  readonly slots: readonly Slot[];
}

export function createReadSafeSlots({ clock, findSport }: Pick<ApiParts, "clock" | "findSport">) {
  return (
    request: RankSafeSlotsRequest,
    { sportsOwner }: CheckedCaller,
    reading: RequestReading,
  ): SlotsQuestion | Promise<SlotsQuestion> => {
    const nowMs = clock.nowMs();
    const found = reading.part(["sport"], () => findSport(request, sportsOwner));
    const rest = (profile: CompiledProfile): SlotsQuestion => {
      const language =
        request.lang === undefined
          ? undefined
          : reading.part(["lang", "explain"], () => summaryLanguage(request, "slots"));
      const slots = reading.part(["slots"], () => readSlots("slots", request.slots, nowMs));
      return { request, profile, language, slots };
    };
    return found instanceof Promise ? found.then(rest) : rest(found);
  };
}
