// The commands of the README and of docs/ are run as they stand, and their answers have the fields of real ones.
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BARE_ENVIRONMENT } from "../support/bare-environment.ts";
import { ANY_PORTS, startProgram, untilListening, type Program } from "../support/program.ts";
import { createTemporaryFolder, type TemporaryFolder } from "../support/temporary-folder.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const run = promisify(execFile);

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

/** The `sh` blocks of a page, each with the `json` one right under it, if any. */
function commandsOf(page: string): readonly { command: string; answer: unknown }[] {
  const blocks = read(page).matchAll(/^```sh\n(.*?)^```\n(?:\n```json\n(.*?)^```\n)?/gms);
  return [...blocks]
    .filter(([, command]) => command?.startsWith("KEY=") === false)
    .map(([, command = "", answer]) => ({
      command: command.trim(),
      answer: answer === undefined ? undefined : (JSON.parse(answer) as unknown),
    }));
}

const PAGES = [
  {
    page: "README.md",
    has: ["/v1/booking-confidence", "/v1/forecast", "/v1/safe-slots", "accounts create"],
  },
  { page: "docs/api.md", has: ["/openapi.json", "POST"] },
  { page: "docs/policies.md", has: ["/v1/forecast", "explain=true"] },
  { page: "docs/mcp.md", has: ["/mcp"] },
  { page: "docs/accounts.md", has: ["keys issue", "usage", "sports set", "accounts import"] },
];

let demo: Program;
let ports: { grpc: number; http: number };
let folder: TemporaryFolder;
let environment: Readonly<Record<string, string>>;

beforeAll(async () => {
  folder = createTemporaryFolder();
  demo = startProgram(["demo"], { ...ANY_PORTS });
  ports = await untilListening(demo);
  const [key] = await demo.untilPrinted(/wsk_\w{38}/);
  const store = { ...BARE_ENVIRONMENT, STORE_URL: `sqlite:${folder.path}/accounts.db` };
  const { stdout } = await run(
    join(ROOT, "bin/suitability"),
    ["accounts", "create", "--name", "Reader", "--plan", "growth", "--json"],
    { env: store },
  );
  const created = JSON.parse(stdout) as { account: { id: string }; key: { id: string } };
  const [, sport = ""] =
    /^```json\n(\{\n  "id": "centre-court".*?)^```/ms.exec(read("docs/accounts.md")) ?? [];
  writeFileSync(join(folder.path, "centre-court.json"), sport);
  environment = { ...store, KEY: key, ACCOUNT: created.account.id, KEY_ID: created.key.id };
}, 30_000);
afterAll(async () => {
  demo.signal("SIGINT");
  await demo.ended;
  folder.remove();
});

describe.each(PAGES)("$page", ({ page, has }) => {
  it("has the commands it is for", () => {
    const all = commandsOf(page)
      .map(({ command }) => command)
      .join("\n");
    for (const part of has) {
      expect(all).toContain(part);
    }
  });

  it.each(commandsOf(page))("$command", async ({ command, answer }) => {
    const script = command
      .replaceAll("http://localhost:8080", `http://127.0.0.1:${ports.http}`)
      .replaceAll(/\b(?:bin\/suitability|examples\/[\w-]+\.ts)\b/g, (path) => join(ROOT, path))
      .replaceAll(/^curl /gm, "curl --silent --show-error ");
    const { stdout } = await run("bash", ["-euc", `DAY=$(date -u -d tomorrow +%F)\n${script}`], {
      cwd: folder.path,
      env: environment,
    });
    expect(stdout).not.toBe("");
    expect(answer === undefined ? [] : differences(JSON.parse(stdout), answer)).toEqual([]);
  });
});

describe("README.md", () => {
  it("quotes what the demo prints", () => {
    const [, text = ""] =
      /^```\n(The Weather Suitability Service is running.*?)^```/ms.exec(read("README.md")) ?? [];
    const quoted = text.replaceAll(":8080", `:${ports.http}`).split(/…|\n/);
    expect(quoted.length).toBeGreaterThan(5);
    for (const part of quoted) {
      expect(demo.stdout).toContain(part);
    }
  });
});

/** Where names or types of fields differ. An empty list is like any other: a perfect score has no points lost. */
function differences(actual: unknown, documented: unknown, path = "answer"): readonly string[] {
  if (Array.isArray(actual) && Array.isArray(documented)) {
    return actual.length === 0 ? [] : differences(actual[0], documented[0], `${path}[0]`);
  }
  if (isObject(actual) && isObject(documented)) {
    const names = new Set([...Object.keys(actual), ...Object.keys(documented)]);
    return [...names].flatMap((name) => differences(actual[name], documented[name], `${path}.${name}`));
  }
  return typeof actual === typeof documented ? [] : [path];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
