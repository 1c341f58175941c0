// The tests that run against mutants of call/, scoring/, words/, accounts/ and doors/{rest,hop}/: see stryker.config.mjs.
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** An arithmetic example kills most mutants at once, before a test that starts a PostgreSQL runs. */
class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => slowness(a) - slowness(b) || a.moduleId.localeCompare(b.moduleId));
  }
}

const SLOW = [/doors\/[^/]+$|ops|docs|modules\/pages/, /contracts/, /postgres/, /\.far\./];

function slowness({ moduleId }: TestSpecification): number {
  return SLOW.findLastIndex((pattern) => pattern.test(moduleId));
}

export default defineConfig({
  test: {
    // Whole programs, browsers and manifests would judge these rooms only from afar, and take minutes a mutant.
    include: [
      "test/scoring/**/*.test.ts",
      "test/words/**/*.test.ts",
      "test/accounts/**/*.test.ts",
      "test/contracts/*account-store.test.ts",
      "test/contracts/tables.test.ts",
      "test/doors/rest/**/*.test.ts",
      "test/doors/hop/!(*.far).test.ts",
      "test/call/**/*.test.ts",
      // What the steps of a call promise, tested through services that run them.
      "test/doors/{bearer,bug,calls-under-way,caching,failures,protection,publishable-keys,refusals,sidecar}.test.ts",
      "test/observability/trace/{calls,spans}.test.ts",
      "test/docs/security.test.ts",
      "test/modules/pages/status.test.ts",
    ],
    // Hundreds of random cases take seconds a mutant, and the examples should test the arithmetic without them.
    // The test of private files sets the umask, which a worker thread may not.
    exclude: ["**/*properties.test.ts", "test/accounts/sqlite/private-file.test.ts"],
    testTimeout: 20_000,
    // Some tests race processes against each other or a clock, and may lose on a machine that is busy with mutants.
    retry: 1,
    sequence: { sequencer: QuickestFirst },
  },
});
