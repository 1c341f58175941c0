// The sports that an operator defines for all accounts, read from one list of definitions.
import { customProfile, type DefinedSport } from "./custom-profile.ts";
import { findProfile } from "./find-profile.ts";
import { compileProfile } from "./profile.ts";

/** By name, as `sportName` spells it. */
export type SharedSports = ReadonlyMap<string, DefinedSport>;

/**
 * The sports that a JSON text holds, or everything that is wrong with it, a sentence each. A built-in name is refused: it
 * means the same wherever the service runs, and accounts that never heard of the list would be judged by it. An account
 * may give itself one, which is its own choice.
 */
export function sharedSportsFromJson(
  text: string,
): { readonly sports: SharedSports } | { readonly problems: readonly string[] } {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    return { problems: ["It is not JSON."] };
  }
  if (!Array.isArray(list)) return { problems: ["It has to be a list of sports."] };
  const sports = new Map<string, DefinedSport>();
  const problems = list.flatMap((value, index) =>
    addSport(sports, value).map((problem) => `Sport ${index + 1}: ${problem}`),
  );
  return problems.length === 0 ? { sports } : { problems };
}

/** What is wrong with a sport, which is then not added. */
function addSport(sports: Map<string, DefinedSport>, value: unknown): readonly string[] {
  const custom = customProfile(value);
  if ("problems" in custom) return custom.problems;
  const { definition, outdated, profile } = custom;
  const isBuiltIn = findProfile(profile.id) !== undefined;
  const isTwice = sports.has(profile.id);
  sports.set(profile.id, { definition, profile: compileProfile(profile) });
  return [
    ...outdated,
    ...(isBuiltIn ? [`id: ${profile.id} is the name of a built-in sport: choose another.`] : []),
    ...(isTwice ? [`id: ${profile.id} is there twice.`] : []),
  ];
}
