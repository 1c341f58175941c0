// The tests that mutants of scoring/, accounts/ and rest/ meet: see stryker.config.mjs.
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Most mutants die of an example at once, and never meet what takes seconds: properties, and real Redis servers. */
class ExamplesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => slowness(a) - slowness(b) || a.moduleId.localeCompare(b.moduleId));
  }
}

const SLOW = [/properties/, /fuzz/, /contracts/, /redis/];

function slowness({ moduleId }: TestSpecification): number {
  return SLOW.findLastIndex((pattern) => pattern.test(moduleId));
}

export default defineConfig({
  test: {
    // Whole programs, browsers and manifests would judge these rooms only from afar, and take minutes a mutant.
    include: [
      "test/scoring/**/*.test.ts",
      "test/accounts/**/*.test.ts",
      "test/contracts/*account-store.test.ts",
      "test/rest/**/*.test.ts",
      "test/fuzz/**/*.test.ts",
    ],
    testTimeout: 20_000,
    // Some tests race processes against each other or a clock, and may lose on a machine that is busy with mutants.
    retry: 1,
    sequence: { sequencer: ExamplesFirst },
  },
});
