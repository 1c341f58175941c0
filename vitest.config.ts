import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";

/** `npm test` leaves out `*.far.test.ts`: CONTRIBUTING.md says what these are. */
export default defineConfig({
  test: {
    include: ["test/**/*.test.ts", "clients/*/test/**/*.test.ts"],
    exclude: configDefaults.exclude,
    passWithNoTests: false,
    testTimeout: 20_000,
    // By default vitest leaves a core free for whoever watches.
    maxWorkers: availableParallelism(),
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      reporter: ["text", "json-summary"],
      thresholds: {
        "src/scoring/**": { branches: 90 },
        "src/words/**": { branches: 90 },
        // Coverage does not see what runs in the counting thread.
        "src/accounts/**": { branches: 90 },
        "src/doors/rest/**": { branches: 90 },
      },
    },
  },
});
