import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    passWithNoTests: false,
    testTimeout: 20_000,
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      reporter: ["text", "json-summary"],
      thresholds: {
        "src/scoring/**": { branches: 90 },
        "src/accounts/**": { branches: 90 },
        "src/rest/**": { branches: 90 },
      },
    },
  },
});
