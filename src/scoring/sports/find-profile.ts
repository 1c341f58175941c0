import { aliasLabel, spokenName } from "./alias-label.ts";
import { compileProfile, type CompiledProfile } from "./profile.ts";
import { PROFILES } from "./profiles.ts";

/** The sports a caller can ask for, `outdoor` first; their aliases are accepted too. */
export const SPORT_IDS: readonly string[] = PROFILES.map(({ id }) => id);

/** Those and their aliases: all that a built-in sport is asked for by. */
export const SPORT_NAMES: readonly string[] = PROFILES.flatMap(({ id, aliases }) => [id, ...aliases]);

const profileByName = new Map<string, CompiledProfile>();
for (const profile of PROFILES) {
  const compiled = compileProfile({ ...profile, builtInName: profile.id });
  profileByName.set(profile.id, compiled);
  for (const alias of profile.aliases) {
    const named = { label: aliasLabel(alias), builtInName: spokenName(alias) };
    profileByName.set(alias, { ...compiled, ...named });
  }
}

const SPACE_OR_HYPHEN = /[\s-]/g;

/** The built-in profile with that id or alias, and with the label of the name it was asked for by. */
export function findProfile(name: string): CompiledProfile | undefined {
  return profileByName.get(sportName(name));
}

/** The one spelling a sport is looked up by: `Tee-Time`, `tee time` and `tee_time` are the same name. */
export function sportName(text: string): string {
  return text.trim().toLowerCase().replaceAll(SPACE_OR_HYPHEN, "_");
}
