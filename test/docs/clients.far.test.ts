// Runs each recipe of docs/clients.md in its own folder, with a key for one call: the first run prints an answer, the second
// run prints the refusal. A run with a wrong key prints why it is refused.
import { execFile, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packClient } from "../../clients/typescript/test/packed-client.ts";
import { createApiKey } from "../../src/accounts/api-key.ts";
import { secondsToNextMonth } from "../../src/accounts/month.ts";
import { createTemporaryFolder } from "../support/programs/temporary-folder.ts";
import { startTestService, type TestService } from "../support/service/test-service.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const PAGE = readFileSync(join(ROOT, "docs/clients.md"), "utf8");

const run = promisify(execFile);

/** Whether a program is installed and succeeds with these arguments. */
const isWell = (program: string, ...args: readonly string[]) => spawnSync(program, args).status === 0;

/** Whether a plugin of protoc is installed; it gets an empty input. */
const isPluginInstalled = (name: string) => spawnSync(name, { input: "" }).error === undefined;

/** Where Debian puts the sources of its Go packages. */
const GO_PACKAGES = "/usr/share/gocode";

// A Python from elsewhere may be first on the path, without Debian's packages.
const python = ["python3", "/usr/bin/python3"].find((each) =>
  isWell(each, "-c", "import grpc, google.protobuf"),
);
const hasProtoc = isWell("protoc", "--version");
const hasGo =
  isWell("go", "version") &&
  ["protoc-gen-go", "protoc-gen-go-grpc"].every(isPluginInstalled) &&
  existsSync(`${GO_PACKAGES}/src/google.golang.org/grpc`);

const VERDICT = "(?:safe_to_book|proceed_with_caution|not_recommended)";
const AGAIN = /Ask again in (\d+) s\./;

/** What a recipe prints if it expects a detail that the refusal does not have. */
const UNTOLD = /undefined|None|null|Traceback|KeyError/;

const RECIPES = [
  {
    title: "curl",
    needs: "curl",
    canRun: isWell("curl", "--version"),
    answer: `"recommendation":"${VERDICT}"`,
  },
  {
    title: "TypeScript and JavaScript",
    needs: "Node",
    canRun: true,
    answer: `^1 \\S+:00Z ${VERDICT}$`,
    again: AGAIN,
  },
  {
    title: "Python",
    needs: "python3",
    canRun: isWell("python3", "--version"),
    answer: `^\\d+ ${VERDICT} .*\\.$`,
    again: AGAIN,
  },
  {
    title: "Python over gRPC",
    needs: "protoc, protobuf-compiler-grpc and python3-grpcio",
    canRun: hasProtoc && isPluginInstalled("grpc_python_plugin") && python !== undefined,
    answer: String.raw`^the coming hours: \[(?:\d+, ){23}\d+\]$`,
    again: AGAIN,
  },
  {
    title: "Go",
    needs: "protoc, go, protoc-gen-go, protoc-gen-go-grpc and golang-google-grpc-dev",
    canRun: hasProtoc && hasGo,
    answer: String.raw`(?:^\S+:00:00Z \d+\n){24}`,
    again: AGAIN,
  },
  {
    title: "Any language, by reflection",
    needs: "protoc and python3-grpcio",
    canRun: hasProtoc && python !== undefined,
    answer: String.raw`"playabilityScore": \d+`,
  },
];

/** The page's text from one heading to the next. */
function section(title: string): string {
  const parts = PAGE.split(/^## /m);
  return parts.find((part) => part.startsWith(`${title}\n`)) ?? "";
}

let service: TestService;
let tarball: string;
const folder = createTemporaryFolder();

beforeAll(async () => {
  service = await startTestService();
  // The recipes ask about tomorrow.
  service.clock.goTo(Date.now());
  tarball = await packClient(folder.path);
}, 120_000);
afterAll(async () => {
  await service.stop();
  folder.remove();
});

/** Makes a folder with what the recipe needs: the files it links, `proto/`, the package. Returns the recipe's commands. */
async function prepare(title: string, home: string): Promise<string> {
  const here = (text: string) =>
    text
      .replaceAll("localhost:8080", `127.0.0.1:${service.ports.http}`)
      .replaceAll("localhost:50051", `127.0.0.1:${service.ports.grpc}`)
      .replaceAll(/\bpython3 /g, `${title === "Python" ? "python3" : python} `);
  const text = section(title);
  mkdirSync(home, { recursive: true });
  if (text.includes("copy of `proto/`"))
    cpSync(join(ROOT, "proto"), join(home, "proto"), { recursive: true });
  if (text.includes(".tgz")) cpSync(tarball, join(home, tarball.slice(folder.path.length + 1)));
  for (const [, path = "", file = ""] of text.matchAll(
    /\]\(\.\.\/(examples\/clients\/[\w-]+\/([\w.]+))\)/g,
  )) {
    writeFileSync(join(home, file), here(readFileSync(join(ROOT, path), "utf8")));
  }
  const commands = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, command = ""]) => command);
  return here(commands.join(""));
}

/** What a run prints, whether it fails or not. */
async function printed(script: string, { home, key }: { readonly home: string; readonly key: string }) {
  const gopath = join(home, "../../..");
  const go = {
    GO111MODULE: "off",
    GOFLAGS: "",
    GOPATH: `${gopath}:${GO_PACKAGES}`,
    GOCACHE: join(gopath, "cache"),
  };
  const env = { ...process.env, ...go, npm_config_offline: "true", KEY: key };
  const { stdout, stderr } = (await run("bash", ["-euc", script], { cwd: home, env }).catch(
    (error: unknown) => error,
  )) as { stdout: string; stderr: string };
  return { stdout, stderr };
}

describe("docs/clients.md", () => {
  it("has the recipes that are run here, and no other", () => {
    const titles = [...PAGE.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    expect(titles).toEqual(RECIPES.map(({ title }) => title));
  });
});

describe.each(RECIPES)("$title", ({ title, needs, canRun, answer, again }) => {
  it.skipIf(!canRun)(
    `prints an answer, then why a second call and a call with a wrong key are refused (skipped without ${needs})`,
    { timeout: 300_000 },
    async () => {
      const { key } = await service.createCaller({ plan: "free", monthlyQuota: 1 });
      const home = join(folder.path, title.replaceAll(/\W/g, "-"), "src/example.com/ask");
      const script = await prepare(title, home);
      if (title === "Go") await makeImportedPackages(home);

      const first = await printed(script, { home, key });
      expect(first.stdout, first.stderr).toMatch(new RegExp(answer, "m"));
      const second = await printed(script, { home, key });
      expect(second.stdout, second.stderr).toContain("All 1 requests of this calendar month are used.");
      const refused = await printed(script, { home, key: createApiKey() });
      expect(refused.stdout, refused.stderr).toContain("This API key is unknown or has been revoked.");
      expect(`${refused.stdout} ${refused.stderr}`).not.toMatch(UNTOLD);
      if (again === undefined) return;
      expect(second.stdout).toContain("MONTHLY_QUOTA_EXHAUSTED");
      const [, seconds] = again.exec(second.stdout) ?? [];
      expect(Number(seconds)).toBe(secondsToNextMonth(service.clock.nowMs()));
      expect(refused.stdout).toContain("KEY_UNKNOWN");
      expect(refused.stdout).not.toMatch(/again/i);
    },
  );
});

/** The Go packages of google/* are installed; this generates the package of buf/validate at its official path. */
async function makeImportedPackages(home: string): Promise<void> {
  const target = join(home, "../..");
  await run("protoc", ["-I", "proto", `--go_out=${target}`, "buf/validate/validate.proto"], { cwd: home });
}
