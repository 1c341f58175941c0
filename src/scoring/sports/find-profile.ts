import { compileProfile, type CompiledProfile } from "./compiled-profile.ts";
import { PROFILES } from "./profiles.ts";
import { sportName } from "./name.ts";

/** The sports a caller can ask for, `outdoor` first; their aliases are accepted too. */
export const SPORT_IDS: readonly string[] = PROFILES.map(({ id }) => id);

const profileByName = new Map<string, CompiledProfile>(
  PROFILES.flatMap((profile) => {
    const compiled = compileProfile(profile);
    return [profile.id, ...profile.aliases].map((name) => [name, compiled] as const);
  }),
);

/** The built-in profile with that id or alias; `Tee-Time`, `tee time` and `tee_time` are the same name. */
export function findProfile(name: string): CompiledProfile | undefined {
  return profileByName.get(sportName(name));
}
