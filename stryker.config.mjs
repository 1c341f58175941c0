// Mutation testing of the rooms whose arithmetic and tables everything else relies on. What survives, and why, is in
// docs/decisions/0003-what-mutation-testing-left.md. One room alone: npm run test:mutation -- --mutate "src/scoring/**"

/** @type {import("@stryker-mutator/api/core").PartialStrykerOptions} */
export default {
  testRunner: "vitest",
  mutate: ["src/scoring/**/*.ts", "src/accounts/**/*.ts", "src/rest/**/*.ts"],
  // Whole programs, browsers and manifests would be started for every mutant, and judge these rooms only from afar.
  testFiles: [
    "test/scoring/**/*.test.ts",
    "test/accounts/**/*.test.ts",
    "test/contracts/*account-store.test.ts",
    "test/rest/**/*.test.ts",
    "test/fuzz/**/*.test.ts",
  ],
  coverageAnalysis: "perTest",
  // What a file computes once while it is loaded belongs to every test; each such mutant would need a whole run.
  ignoreStatic: true,
  concurrency: 2,
  // There is nothing to rewrite in ours, and Stryker would ask TypeScript for functions that TypeScript 7 has not got.
  tsconfigFile: "none",
  ignorePatterns: ["bench", "data", "coverage", "k8s", "reports"],
  reporters: ["clear-text", "progress", "html", "json"],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  incremental: true,
  incrementalFile: "reports/mutation/incremental.json",
};
