// Colours are for people at a terminal: what is read by a program, or by those who set NO_COLOR, has none.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createTemporaryFolder } from "../support/temporary-folder.ts";

const PROGRAM = new URL("../../bin/suitability", import.meta.url).pathname;
const HAS_SCRIPT = spawnSync("script", ["--version"]).status === 0;
const COLOUR = "\u001B[";
const BOLD = `${COLOUR}1m`;
const RED = `${COLOUR}31m`;

/** What two commands print, the second of which is refused; `script` gives them a terminal. */
function outputOf({
  isTerminal,
  env,
}: {
  isTerminal: boolean;
  env: Readonly<Record<string, string>>;
}): string {
  const folder = createTemporaryFolder();
  onTestFinished(() => folder.remove());
  const words = `${PROGRAM} accounts create --name A --plan free; ${PROGRAM} accounts list; ${PROGRAM} accounts show B`;
  const { stdout, stderr } = spawnSync(
    isTerminal ? "script" : "sh",
    isTerminal ? ["-qec", `sh -c '${words}; true'`, "/dev/null"] : ["-c", words],
    {
      encoding: "utf8",
      env: {
        PATH: "/usr/bin:/bin",
        TERM: "xterm-256color",
        STORE_URL: `sqlite:${join(folder.path, "a.db")}`,
        ...env,
      },
    },
  );
  expect(stdout + stderr).toContain("CALLS A MONTH");
  expect(stdout + stderr).toContain("There is no account B.");
  return stdout + stderr;
}

describe("bin/suitability", { timeout: 60_000 }, () => {
  it("prints no colours into a pipe", () => {
    expect(outputOf({ isTerminal: false, env: {} })).not.toContain(COLOUR);
  });

  it.skipIf(!HAS_SCRIPT)("colours headings and mistakes on a terminal (needs script on the PATH)", () => {
    const output = outputOf({ isTerminal: true, env: {} });
    expect(output).toContain(`${BOLD}ACCOUNT `);
    expect(output).toContain(`${RED}There is no account B.`);
  });

  it.skipIf(!HAS_SCRIPT)("prints none on a terminal where NO_COLOR is set (needs script on the PATH)", () => {
    expect(outputOf({ isTerminal: true, env: { NO_COLOR: "1" } })).not.toContain(COLOUR);
  });
});
