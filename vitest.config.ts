import { configDefaults, defineConfig } from "vitest/config";

/** They take up to minutes: `npm run test:fuzz` and `npm run test:trouble` have the time to wait for them. */
const LONG_TESTS =
  process.env["FUZZ_RUNS"] === undefined
    ? ["test/fuzz/slow-senders.test.ts", "test/fuzz/gone-connections.test.ts"]
    : [];

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts", "clients/*/test/**/*.test.ts"],
    exclude: [...configDefaults.exclude, ...LONG_TESTS],
    passWithNoTests: false,
    testTimeout: 20_000,
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      reporter: ["text", "json-summary"],
      thresholds: {
        "src/scoring/**": { branches: 90 },
        // What runs in the counting thread is not measured.
        "src/accounts/**": { branches: 86 },
        "src/doors/rest/**": { branches: 90 },
      },
    },
  },
});
