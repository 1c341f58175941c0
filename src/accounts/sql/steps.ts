// The versions of a store's tables. Everything in a store shares them: the accounts, the weather and the modules, in both
// databases.
import type { Step } from "./tables.ts";

/** SQL, by the version of the tables that it leads to. Scripts of a released version never change. */
export type StepScripts = Readonly<Record<number, string>>;

/**
 * For each version, from 1 on, the oldest version whose programs can use its tables. Whoever changes tables adds a version
 * here, and its SQL under that number to the scripts of the room or module whose tables they are; the others have nothing
 * under it. A version stays when its module goes, and so do the module's tables. A module that comes later, to stores that
 * were made without it, makes its tables in a new version.
 */
const LOWEST_VERSIONS = [1, 1, 1];

/**
 * The steps from no tables to the current ones. Scripts of others come first: what closes a step of the accounts is about all
 * functions. Throws for a script of a version that there is not.
 */
export function stepsOf(accounts: StepScripts, others: StepScripts): readonly Step[] {
  for (const version of [accounts, others].flatMap(Object.keys)) {
    if (!(Number(version) - 1 in LOWEST_VERSIONS)) {
      throw new Error(
        `There is no version ${version} of the tables: steps.ts ends with ${LOWEST_VERSIONS.length}`,
      );
    }
  }
  return LOWEST_VERSIONS.map((lowestVersion, index) => {
    const version = index + 1;
    return { script: (others[version] ?? "") + (accounts[version] ?? ""), lowestVersion };
  });
}

export function joinScripts(all: readonly StepScripts[]): StepScripts {
  const joined: Record<number, string> = {};
  for (const [version, script] of all.flatMap(Object.entries<string>)) {
    joined[Number(version)] = (joined[Number(version)] ?? "") + script;
  }
  return joined;
}
