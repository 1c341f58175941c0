import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";

/** `npm test` leaves out `*.far.test.ts`: test/README.md says what these are. */
export default defineConfig({
  test: {
    include: ["test/**/*.test.ts", "clients/*/test/**/*.test.ts"],
    exclude: configDefaults.exclude,
    passWithNoTests: false,
    testTimeout: 20_000,
    // One more than there are cores: half of the tests' time is waiting for servers, databases and browsers.
    maxWorkers: availableParallelism() + 1,
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
