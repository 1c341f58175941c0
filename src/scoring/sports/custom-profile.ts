// A sport of an account's own: from the definition an operator wrote to a profile like the built-in ones.
import { customisedProfile } from "./customised-profile.ts";
import { findProfile } from "./find-profile.ts";
import { profileProblems } from "./profile-problems.ts";
import { readSportDefinition } from "./read-definition.ts";
import type { SportDefinition } from "./definition.ts";
import type { SportProfile } from "./profile.ts";

/** A definition with the sound profile it makes, or everything that is wrong with it, a sentence each. */
export type CustomProfile =
  | { readonly definition: SportDefinition; readonly profile: SportProfile }
  | { readonly problems: readonly string[] };

/** Room for every property with the longest curves several times over; a larger file is some other file. */
const JSON_BYTES_MAX = 16 * 1024;

/** The profile that a SportDefinition makes of its base. Nothing is repaired. */
export function customProfile(value: unknown): CustomProfile {
  const { sound, problems } = readSportDefinition(value);
  // The curves are judged even if the rest makes no sense; any base will do for that, having no problems of its own.
  const whole: SportDefinition = { id: "", base: "", ...sound };
  const profile = customisedProfile(builtInProfile(sound.base), whole);
  const allProblems = [...problems, ...profileProblems(profile)];
  return allProblems.length === 0 ? { definition: whole, profile } : { problems: allProblems };
}

/** The same from JSON text. */
export function customProfileFromJson(text: string): CustomProfile {
  if (new TextEncoder().encode(text).length > JSON_BYTES_MAX) {
    return { problems: [`A sport must not take more than ${JSON_BYTES_MAX} bytes of JSON.`] };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problems: [`A sport must be JSON: ${error instanceof Error ? error.message : String(error)}.`] };
  }
  return customProfile(value);
}

function builtInProfile(id = "outdoor"): SportProfile {
  const profile = findProfile(id);
  if (profile === undefined) throw new Error(`there is no built-in sport ${id}`);
  return profile;
}
