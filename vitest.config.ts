import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";

/** `npm test` leaves out `*.far.test.ts`: CONTRIBUTING.md says what these are. */
export default defineConfig({
  test: {
    include: ["test/**/*.test.ts", "clients/*/test/**/*.test.ts"],
    exclude: configDefaults.exclude,
    passWithNoTests: false,
    testTimeout: 20_000,
    // By default a core is left to the one who watches.
    maxWorkers: availableParallelism(),
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      reporter: ["text", "json-summary"],
      thresholds: {
        "src/scoring/**": { branches: 90 },
        // What runs in the counting thread is not measured.
        "src/accounts/**": { branches: 90 },
        "src/doors/rest/**": { branches: 90 },
      },
    },
  },
});
