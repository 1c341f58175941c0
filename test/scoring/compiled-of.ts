import { compileProfile, type CompiledProfile } from "../../src/scoring/sports/profile.ts";
import { customProfile } from "../../src/scoring/sports/custom-profile.ts";
import type { SportDefinition } from "../../src/scoring/sports/definition.ts";

/** The profile of a definition that is known to be valid. */
export function compiledOf(definition: SportDefinition): CompiledProfile {
  const custom = customProfile(definition);
  if ("problems" in custom) throw new Error(`it is not valid: ${custom.problems.join(" ")}`);
  return compileProfile(custom.profile);
}
