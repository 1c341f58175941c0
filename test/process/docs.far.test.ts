// The commands of the README and of docs/ are run as they stand. The answers that the pages show have the fields of real
// answers.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createCaller } from "../accounts/create-caller.ts";
import { useStore } from "./open-programs.ts";
import { BARE_ENVIRONMENT } from "../support/programs/bare-environment.ts";
import { ANY_PORTS, startProgram, untilListening, type Program } from "../support/programs/program.ts";
import { folderOfTest } from "../support/programs/folder-of-test.ts";
import { createTemporaryFolder, type TemporaryFolder } from "../support/programs/temporary-folder.ts";
import { startCommandsOfPages } from "./commands-of-pages.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const run = promisify(execFile);

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

/** The `sh` blocks of a page, each with the `json` block right under it, if any. */
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
  { page: "docs/accounts.md", has: ["keys issue", "usage", "sports set"] },
];

let demo: Program;
let ports: { grpc: number; http: number };
let folder: TemporaryFolder;
let demosFolder: string;
let commands: Awaited<ReturnType<typeof startCommandsOfPages>>;
let environment: Readonly<Record<string, string>>;

beforeAll(async () => {
  folder = createTemporaryFolder();
  demosFolder = join(folder.path, "of-the-demo");
  mkdirSync(demosFolder);
  demo = startProgram(["demo"], { ...ANY_PORTS, TMPDIR: demosFolder });
  ports = await untilListening(demo);
  const [KEY] = await demo.untilPrinted(/wsk_\w{38}/);
  await demo.untilPrinted(/Stop with Ctrl-C/);
  commands = await startCommandsOfPages(folder.path);
  const STORE_URL = `sqlite:${folder.path}/accounts.db`;
  const { accountId: ACCOUNT, keyId: KEY_ID } = await useStore(STORE_URL, createCaller);
  const [, sport = ""] =
    /^```json\n(\{\n  "id": "centre_court".*?)^```/ms.exec(read("docs/accounts.md")) ?? [];
  writeFileSync(join(folder.path, "centre_court.json"), sport);
  environment = { ...BARE_ENVIRONMENT, STORE_URL, KEY, ACCOUNT, KEY_ID };
}, 30_000);
afterAll(async () => {
  commands.close();
  demo.signal("SIGKILL");
  await demo.ended;
  folder.remove();
});

/** What a script prints. */
async function outputOf(script: string): Promise<string> {
  const here = script
    .replaceAll("http://localhost:8080", `http://127.0.0.1:${ports.http}`)
    .replaceAll("bin/suitability", commands.program)
    .replaceAll(/\bexamples\/[\w/-]+\.\w+/g, (path) => join(ROOT, path))
    // npx would look for a program of the temporary folder. `npm run printed-commands` runs it as it stands.
    .replaceAll(/^npx node /gm, "node ")
    .replaceAll(/^curl /gm, "curl --silent --show-error ");
  const { stdout } = await run("bash", ["-euc", here], { cwd: folder.path, env: environment });
  return stdout;
}

describe.each(PAGES)("$page", ({ page, has }) => {
  it("has the commands that its readers look for", () => {
    const all = commandsOf(page)
      .map(({ command }) => command)
      .join("\n");
    for (const part of has) {
      expect(all).toContain(part);
    }
  });

  it.each(commandsOf(page))("$command", async ({ command, answer }) => {
    const stdout = await outputOf(`DAY=$(date -u -d tomorrow +%F)\n${command}`);
    expect(stdout).not.toBe("");
    expect(answer === undefined ? [] : differences(JSON.parse(stdout), answer)).toEqual([]);
  });
});

describe("bin/suitability demo", { timeout: 60_000 }, () => {
  it("prints what README.md quotes, and a curl line per operation that works as it is", async () => {
    const [, text = ""] =
      /^```\n(The Weather Suitability Service is running.*?)^```/ms.exec(read("README.md")) ?? [];
    const quoted = text.replaceAll(":8080", `:${ports.http}`).split(/…|\n/);
    expect(quoted.length).toBeGreaterThan(5);
    for (const part of quoted) {
      expect(demo.stdout).toContain(part);
    }
    const answers: unknown[] = [];
    for (const [, line = ""] of demo.stdout.matchAll(/^ {2}(curl .*)$/gm)) {
      answers.push(JSON.parse(await outputOf(line)));
    }
    expect(answers).toEqual([
      expect.objectContaining({ playability_score: expect.any(Number), explanation: expect.anything() }),
      expect.objectContaining({ hours: expect.objectContaining({ length: 168 }) }),
      expect.objectContaining({ slots: expect.objectContaining({ length: 4 }) }),
      expect.objectContaining({
        created: true,
        account: expect.objectContaining({ external_ref: "order-1" }),
      }),
      expect.objectContaining({ api_key: expect.stringMatching(/^wsk_/) }),
    ]);
    expect(demo.stdout).toContain(
      `127.0.0.1:${ports.grpc} suitability.v1.BookingConfidenceService/GetBookingConfidence`,
    );
  });

  it("prints its key and its addresses for scripts, as a line of JSON beside the lines of the log", async () => {
    const scripted = startProgram(["demo", "--json"], { ...ANY_PORTS, TMPDIR: demosFolder });
    const { grpc, http, ops, admin } = await untilListening(scripted);
    const [line] = await scripted.untilPrinted(/^\{"api_key".*\}$/m);
    expect(JSON.parse(line)).toEqual({
      api_key: expect.stringMatching(/^wsk_/),
      http: `http://127.0.0.1:${http}`,
      grpc: `127.0.0.1:${grpc}`,
      operations: `http://127.0.0.1:${ops}`,
      admin: `http://127.0.0.1:${admin}`,
      admin_token: expect.stringMatching(/^wsa_/),
    });
    scripted.signal("SIGINT");
    expect(await scripted.ended).toBe(0);
  });

  it("ends with npm, if only npm's process gets the signal", async () => {
    const npm = spawn("npm", ["run", "demo", "--", "--json"], {
      cwd: ROOT,
      env: { ...BARE_ENVIRONMENT, ...ANY_PORTS, TMPDIR: demosFolder },
      stdio: ["ignore", "pipe", "ignore"],
    });
    let printed = "";
    npm.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text));
    const line = () => /^\{"api_key".*\}$/m.exec(printed)?.[0] ?? "";
    await vi.waitFor(() => expect(line()).not.toBe(""), { timeout: 30_000 });
    const { http } = JSON.parse(line()) as { http: string };
    expect((await fetch(http)).status).toBe(200);
    npm.kill("SIGTERM");
    // npm's output closes when the last process that writes to it ends.
    await once(npm, "close");
    await expect(fetch(http)).rejects.toThrow("fetch failed");
  });

  it("leaves nothing behind when Ctrl-C reaches it twice: npm passes on what its program got already", async () => {
    demo.signal("SIGINT");
    demo.signal("SIGINT");
    expect(await demo.ended).toBe(0);
    expect(readdirSync(demosFolder)).toEqual([]);
  });

  it("leaves nothing behind when Ctrl-C comes while it starts", async () => {
    const TMPDIR = folderOfTest();
    const started = startProgram(["demo"], { ...ANY_PORTS, TMPDIR });
    await vi.waitFor(() => expect(readdirSync(TMPDIR)).not.toEqual([]), { timeout: 30_000, interval: 5 });
    started.signal("SIGINT");
    expect(await started.ended).toBe(0);
    expect(readdirSync(TMPDIR)).toEqual([]);
  });

  it("leaves nothing behind when its reader has read enough, as head has", async () => {
    const TMPDIR = folderOfTest();
    const env = { ...BARE_ENVIRONMENT, ...ANY_PORTS, TMPDIR };
    await run("bash", ["-c", "bin/suitability demo | head -n 1"], { cwd: ROOT, env });
    expect(readdirSync(TMPDIR)).toEqual([]);
  });
});

/** Where names or types of fields differ. An empty list matches any list, because a perfect score has no points lost. */
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
