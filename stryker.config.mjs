// Mutation testing of the rooms whose arithmetic and tables everything else relies on. What survives, and why, is in
// docs/decisions/0003-what-mutation-testing-left.md.

/** @type {import("@stryker-mutator/api/core").PartialStrykerOptions} */
export default {
  testRunner: "vitest",
  mutate: [
    "src/call/**/*.ts",
    "src/scoring/**/*.ts",
    "src/words/**/*.ts",
    "src/accounts/**/*.ts",
    "src/doors/rest/**/*.ts",
    "src/doors/hop/**/*.ts",
  ],
  // `testFiles` is not used: with it, Stryker 10.1 never switches on a mutant that acts while its file is loaded.
  vitest: { configFile: "vitest.mutation.config.ts" },
  coverageAnalysis: "perTest",
  // What a file computes while it is loaded, such as its tables, concerns every test: each of these mutants would take a
  // whole run.
  ignoreStatic: true,
  concurrency: 2,
  // Our tsconfig needs no rewriting, and Stryker would call functions that TypeScript 7 does not have.
  tsconfigFile: "none",
  ignorePatterns: ["bench", "data", "coverage", "k8s", "reports"],
  reporters: ["clear-text", "progress", "html"],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  htmlReporter: { fileName: "reports/mutation/index.html" },
  // Only what a change touches is tested again; `-- --force` tests everything.
  incremental: true,
  incrementalFile: "reports/mutation/incremental.json",
};
