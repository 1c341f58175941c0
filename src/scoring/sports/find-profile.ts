// Finds built-in sports by id or alias. An alias has its own label: "rugby" for the alias `rugby` of football.
import { compileProfile, type CompiledProfile } from "./profile.ts";
import { PROFILES } from "./profiles.ts";
import { SPORT_BY_NAME } from "./sports.ts";

/** The sports a caller can ask for, `outdoor` first; aliases are accepted too. */
export const SPORT_IDS: readonly string[] = PROFILES.map(({ id }) => id);

/** The ids and aliases of all built-in sports. */
export const SPORT_NAMES: readonly string[] = PROFILES.flatMap(({ id, aliases }) => [id, ...aliases]);

/** The id or alias under which languages have words for this id or alias. */
export function spokenName(name: string): string {
  return SPORT_BY_NAME.get(name)?.sameAs ?? name;
}

const profileByName = new Map<string, CompiledProfile>();
for (const profile of PROFILES) {
  profileByName.set(profile.id, compileProfile({ ...profile, builtInName: profile.id }));
  for (const name of profile.aliases) {
    const { label = name.replaceAll("_", " "), numbers } = SPORT_BY_NAME.get(name) ?? {};
    const weight = { ...profile.weight, ...numbers?.weight };
    const builtInName = spokenName(name);
    profileByName.set(name, compileProfile({ ...profile, ...numbers, weight, label, builtInName }));
  }
}

const SPACE_OR_HYPHEN = /[\s-]/g;

/** The built-in profile with this id or alias, labelled by the name that was given. */
export function findProfile(name: string): CompiledProfile | undefined {
  return profileByName.get(name) ?? profileByName.get(sportName(name));
}

/** The spelling by which sports are looked up: `Tee-Time`, `tee time` and `tee_time` are the same name. */
export function sportName(text: string): string {
  return text.trim().toLowerCase().replaceAll(SPACE_OR_HYPHEN, "_");
}
