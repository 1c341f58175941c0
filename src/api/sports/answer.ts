// ListSports: every sport that the caller can ask about. Each name is listed at the sport that it selects.
import type { MessageInitShape } from "@bufbuild/protobuf";
import { type ListSportsResponseSchema, SportOrigin } from "#gen/suitability/v1/sports_pb.ts";
import type { Answered, Work } from "../../call/operation.ts";
import { assumedVenue, factsOf, surfacesOf } from "../../scoring/sports/venue-facts.ts";
import type { CompiledProfile } from "../../scoring/sports/profile.ts";
import { findProfile, SPORT_IDS } from "../../scoring/sports/find-profile.ts";
import { SPORT_BY_NAME } from "../../scoring/sports/sports.ts";
import type { Names } from "../../words/names.ts";
import type { ApiParts } from "../api-parts.ts";
import type { FoundSport } from "../reading/find-sport.ts";
import type { OwnSports } from "../reading/own-sports.ts";
import type { SportsQuestion } from "./read.ts";

export function createAnswerSports({
  ownSports,
  sharedSports,
}: Pick<ApiParts, "ownSports" | "sharedSports">) {
  return async (
    { language }: SportsQuestion,
    { caller: { sportsOwner } }: Work,
  ): Promise<Answered<MessageInitShape<typeof ListSportsResponseSchema>>> => {
    const isIncluded = sportsOwner !== undefined && sportsOwner.planGap === undefined;
    const own: OwnSports = isIncluded ? await ownSports(sportsOwner) : new Map();
    // Own sports may change at any time. Revalidation is free, and mostly answered with a 304.
    const headers: Record<string, string> = { "cache-control": "private, no-cache" };
    if (language !== undefined) headers["content-language"] = language.tag;
    const fields = {
      verdicts: language && verdictWords(language.names),
      sports: [
        ...[...own].flatMap(([name, sport]) =>
          // A sport that this version refuses cannot be asked about.
          "problems" in sport ? [] : [listed([name], SportOrigin.ACCOUNT, sport)],
        ),
        ...[...sharedSports].flatMap(([name, sport]) =>
          own.has(name) ? [] : [listed([name], SportOrigin.OPERATOR, sport)],
        ),
        ...SPORT_IDS.flatMap((sport) => {
          const names = [sport, ...(findProfile(sport)?.aliases ?? [])].filter((name) => !own.has(name));
          // An alias with numbers of its own does not stand for the sport, unless it is the only one left.
          const first = names.find((name) => SPORT_BY_NAME.get(name)?.numbers === undefined) ?? names[0];
          const profile = first === undefined ? undefined : findProfile(first);
          if (first === undefined || profile === undefined) return [];
          const listedNames = [first, ...names.filter((name) => name !== first)];
          return [
            listed(listedNames, SportOrigin.BUILT_IN, { profile: withLabel(profile, language?.names) }),
          ];
        }),
      ],
    };
    return { fields, headers };
  };
}

/**
 * Gives a profile the label of its sport from these names. An alias, which is listed first if an own sport has the
 * id, gets the label of the sport as well.
 */
function withLabel(profile: CompiledProfile, names: Names | undefined): CompiledProfile {
  const sports: Readonly<Record<string, string>> | undefined = names?.sports;
  return { ...profile, label: sports?.[profile.id] ?? profile.label };
}

function verdictWords({ verdicts }: Names) {
  return {
    safeToBook: verdicts.safe_to_book,
    proceedWithCaution: verdicts.proceed_with_caution,
    notRecommended: verdicts.not_recommended,
  };
}

function listed(
  [id = "", ...aliases]: readonly string[],
  origin: SportOrigin,
  { profile, definition }: FoundSport,
) {
  return {
    id,
    aliases,
    label: profile.label,
    origin,
    base: profile.base,
    assumes: assumedVenue(profile, definition),
    facts: [...factsOf(profile)],
    surfaces: [...surfacesOf(profile)],
  };
}
