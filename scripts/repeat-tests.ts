// `npm run test:repeat -- 20` runs all of `npm test` 20 times and prints how often each test failed.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

const [text = "20", ...filters] = process.argv.slice(2);
const runs = Number(text);
if (!Number.isSafeInteger(runs) || runs < 1) {
  process.stderr.write(
    `npm run test:repeat -- RUNS [FILES]: RUNS must be a whole number from 1 up, not ${text}\n`,
  );
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), "repeat-tests-"));
const failures = new Map<string, number>();
try {
  for (let run = 1; run <= runs; run += 1) {
    const startedMs = performance.now();
    const failed = await failedTests(join(folder, `${run}.json`));
    const seconds = Math.round((performance.now() - startedMs) / 1_000);
    process.stdout.write(`run ${run} of ${runs}: ${failed.length} failed, ${seconds} s\n`);
    for (const name of failed) {
      process.stdout.write(`  ${name}\n`);
      failures.set(name, (failures.get(name) ?? 0) + 1);
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}
for (const [name, times] of failures) process.stdout.write(`${times} of ${runs} runs: ${name}\n`);
process.stdout.write(`${failures.size} tests failed in ${runs} runs\n`);
process.exitCode = failures.size > 0 ? 1 : 0;

async function failedTests(reportFile: string): Promise<readonly string[]> {
  const args = ["test", "--silent", "--", "--reporter=json", `--outputFile=${reportFile}`, ...filters];
  const child = spawn("npm", args, { stdio: ["ignore", "ignore", "ignore"] });
  const [code] = (await once(child, "exit")) as [number | null];
  if (!existsSync(reportFile)) return [`npm test ended with ${code} before it wrote a report`];
  const { testResults } = JSON.parse(readFileSync(reportFile, "utf8")) as Report;
  const failed = testResults.flatMap(({ name, status, assertionResults }) => {
    const tests = assertionResults
      .filter((each) => each.status === "failed")
      .map((each) => `${name}: ${each.fullName}`);
    // A file that cannot be loaded or whose hooks fail may have no failed test.
    return tests.length === 0 && status === "failed" ? [name] : tests;
  });
  return failed.length === 0 && code !== 0 ? [`npm test ended with ${code}`] : failed;
}
