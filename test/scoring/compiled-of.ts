import { compileProfile, type CompiledProfile } from "../../src/scoring/compiled-profile.ts";
import { customProfile } from "../../src/scoring/custom-profile.ts";
import type { SportDefinition } from "../../src/scoring/sport-definition.ts";

/** The profile of a definition that is known to be valid. */
export function compiledOf(definition: SportDefinition): CompiledProfile {
  const custom = customProfile(definition);
  if ("problems" in custom) throw new Error(`it is not valid: ${custom.problems.join(" ")}`);
  return compileProfile(custom.profile);
}
