import type { ListSportsRequest } from "#gen/suitability/v1/sports_pb.ts";
import type { CheckedCaller } from "../../call/operation.ts";
import type { RequestReading } from "../../call/request-reading.ts";
import type { Language } from "../../words/language.ts";
import { requestedLanguage } from "../reading/language.ts";

export interface SportsQuestion {
  readonly language: Language | undefined;
}

export function createReadSports() {
  return ({ lang }: ListSportsRequest, _caller: CheckedCaller, reading: RequestReading): SportsQuestion => ({
    language: reading.part(["lang"], () => requestedLanguage(lang)),
  });
}
