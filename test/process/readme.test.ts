// The README's commands are run as they stand, and its answers have the fields of real ones.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ANY_PORTS, startProgram, untilListening, type Program } from "../support/program.ts";
import { createTemporaryFolder, type TemporaryFolder } from "../support/temporary-folder.ts";

const README = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
const ROOT = new URL("../..", import.meta.url).pathname;
const run = promisify(execFile);

/** Fenced blocks of the README in order, `sh` ones with the `json` one that follows, if any. */
const BLOCKS = [...README.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language = "", text = ""]) => ({
  language,
  text,
}));
const COMMANDS = BLOCKS.flatMap(({ language, text }, i) => {
  const next = BLOCKS[i + 1];
  const answer = next?.language === "json" ? (JSON.parse(next.text) as unknown) : undefined;
  return language === "sh" && !text.startsWith("KEY=") ? [{ command: text.trim(), answer }] : [];
});

describe("README.md", () => {
  let demo: Program;
  let ports: { grpc: number; http: number };
  let folder: TemporaryFolder;
  let key: string;

  beforeAll(async () => {
    folder = createTemporaryFolder();
    demo = startProgram(["demo"], { ...ANY_PORTS });
    ports = await untilListening(demo);
    [key] = await demo.untilPrinted(/wsk_\w{38}/);
  });
  afterAll(async () => {
    demo.signal("SIGINT");
    await demo.ended;
    folder.remove();
  });

  it("has commands to run, those of every route among them", () => {
    const all = COMMANDS.map(({ command }) => command).join("\n");
    for (const part of [
      "/v1/booking-confidence",
      "/v1/forecast",
      "/v1/safe-slots",
      "/openapi.json",
      "accounts create",
    ]) {
      expect(all).toContain(part);
    }
  });

  it.each(COMMANDS)("$command", async ({ command, answer }) => {
    const script = command
      .replaceAll("http://localhost:8080", `http://127.0.0.1:${ports.http}`)
      .replaceAll(/^node /gm, `"${process.execPath}" `)
      .replaceAll(/^curl /gm, "curl --silent --show-error ");
    const { stdout } = await run("bash", ["-euc", `DAY=$(date -u -d tomorrow +%F)\n${script}`], {
      cwd: ROOT,
      env: { PATH: process.env["PATH"], KEY: key, STORE_URL: `sqlite:${folder.path}/accounts.db` },
    });
    expect(stdout).not.toBe("");
    expect(answer === undefined ? [] : differences(JSON.parse(stdout), answer)).toEqual([]);
  });

  it("names every setting, and no other", async () => {
    const { stdout } = await run("grep", ["-oE", '^  "[A-Z_]+",$', "src/config.ts"], { cwd: ROOT });
    const settings = [...stdout.matchAll(/[A-Z_]+/g)].map(([name]) => name);
    const [, table = ""] = /^\| Variable.*?\n(.*?)\n\n/ms.exec(README) ?? [];
    const named = [...table.matchAll(/^\|([^|]*)\|/gm)].flatMap(
      ([, cell = ""]) => cell.match(/[A-Z_]{3,}/g) ?? [],
    );
    expect(named.toSorted()).toEqual(settings.toSorted());
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
