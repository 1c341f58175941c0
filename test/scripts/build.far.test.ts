// What `npm run build` makes runs as a clone does, from any folder, and says what is in it.
import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Client, credentials } from "@grpc/grpc-js";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { BARE_ENVIRONMENT } from "../support/programs/bare-environment.ts";
import { folderOfTest } from "../support/programs/folder-of-test.ts";
import { ANY_PORTS, startProgram } from "../support/programs/program.ts";
import { createTemporaryFolder } from "../support/programs/temporary-folder.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const CLONE = join(ROOT, "bin/suitability");
const { path: FOLDER, remove } = createTemporaryFolder();
/** A URL has the space and the accent in another form than a path. */
const BUILT = join(FOLDER, "a place à part");
const PROGRAM = join(BUILT, "bin/suitability");

/** The build has no Node of its own. */
const PATH = `${dirname(process.execPath)}:${BARE_ENVIRONMENT["PATH"]}`;

beforeAll(() => {
  execFileSync(process.execPath, [join(ROOT, "scripts/build.ts"), BUILT]);
}, 120_000);
afterAll(remove);

interface Demo {
  readonly api_key: string;
  readonly http: string;
  readonly grpc: string;
}

async function startDemo(program: string, settings: Readonly<Record<string, string>> = {}) {
  const demo = startProgram(["demo", "--json"], { ...ANY_PORTS, ...settings, PATH }, [], program);
  onTestFinished(async () => {
    demo.signal("SIGKILL");
    await demo.ended;
  });
  const [line] = await demo.untilPrinted(/^\{"api_key".*$/m);
  const started = JSON.parse(line) as Demo;
  const get = async (path: string) => {
    const response = await fetch(started.http + path, { headers: { "x-api-key": started.api_key } });
    return { status: response.status, text: await response.text() };
  };
  return { demo, started, get };
}

describe("what npm run build makes", { timeout: 120_000 }, () => {
  it("prints of each command the help that a clone prints", () => {
    const help = (program: string, ...args: readonly string[]) =>
      spawnSync(program, [...args, "--help"], { env: { PATH }, encoding: "utf8" }).stdout;
    const commands = [...help(CLONE).matchAll(/^ {2}(?<name>[a-z-]+) .*$/gm)].map(([, name = ""]) => name);
    expect(commands).toEqual(expect.arrayContaining(["serve", "accounts", "sla"]));
    for (const command of commands) expect(help(PROGRAM, command), command).toBe(help(CLONE, command));
  });

  it("serves the pages, texts and scripts that a clone serves", async () => {
    const [clone, build] = await Promise.all([startDemo(CLONE), startDemo(PROGRAM)]);
    const same = ({ text }: { readonly text: string }, { started }: typeof clone) =>
      text
        .replaceAll(started.api_key, "KEY")
        .replaceAll(started.http, "URL")
        .replace(/(?<="request_id":")[^"]+/, "ID");
    for (const path of [
      "/",
      "/docs",
      "/docs/swagger-ui-bundle.js",
      "/dashboard",
      "/dashboard/chart.js",
      "/embed/calendar.js",
      "/embed/tags.txt",
      "/openapi.json",
      "/llms.txt",
      "/none",
      "/v1/sports",
    ]) {
      const [expected, found] = [await clone.get(path), await build.get(path)];
      expect(found.status, path).toBe(expected.status);
      expect(same(found, build), path).toBe(same(expected, clone));
    }
  });

  it("counts calls, and answers over Connect and MCP", async () => {
    const { started, get } = await startDemo(PROGRAM);
    const post = async (path: string, body: object) => {
      const headers = {
        "x-api-key": started.api_key,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      };
      const response = await fetch(started.http + path, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
      });
      return response.text();
    };
    expect((await get("/v1/forecast?lat=51.5&lng=0&days=1")).status).toBe(200);
    expect(await post("/suitability.v1.UsageService/GetUsage", {})).toContain('"used":1');
    expect(await post("/mcp", { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} })).toContain(
      "get_booking_confidence",
    );
  });

  it("answers health and reflection over gRPC", async () => {
    const { started } = await startDemo(PROGRAM);
    const client = new Client(started.grpc, credentials.createInsecure());
    onTestFinished(() => client.close());
    const bytes = (value: Buffer) => value;
    const health = Promise.withResolvers<Buffer | undefined>();
    client.makeUnaryRequest("/grpc.health.v1.Health/Check", bytes, bytes, Buffer.alloc(0), (error, answer) =>
      error ? health.reject(error) : health.resolve(answer),
    );
    // Field 1, status: SERVING.
    expect(await health.promise).toEqual(Buffer.from([8, 1]));
    const name = "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo";
    const stream = client.makeBidiStreamRequest(name, bytes, bytes);
    // Field 7, list_services.
    stream.end(Buffer.from([0x3a, 0]));
    const answers = await stream.toArray();
    expect(Buffer.concat(answers as Buffer[]).toString()).toContain("suitability.v1.ForecastService");
  });

  /** The lines of a source file that stand in these stacks. */
  const linesOf = (file: string, text: string) => {
    const lines = readFileSync(join(ROOT, file), "utf8").split("\n");
    const positions = text.matchAll(new RegExp(`${RegExp.escape(file)}:(\\d+):\\d+`, "g"));
    return Array.from(positions, ([, number]) => lines[Number(number) - 1]);
  };

  it("names in its log the lines of the sources where it met a bug", async () => {
    const plant = "data:text/javascript,Math.exp=()=>{throw(Error('planted'))}";
    const { demo, get } = await startDemo(PROGRAM, { NODE_OPTIONS: `--import=${plant}` });
    expect((await get("/v1/forecast?lat=51.5&lng=0&days=1")).status).toBe(500);
    const [line] = await demo.untilPrinted(/^.*because of a bug.*$/m);
    expect(linesOf("src/weather/providers/simulated/hour.ts", line)).toEqual([
      expect.stringContaining("Math.exp("),
    ]);
    expect(line).not.toContain("program/");
  });

  it("names the lines of the sources when an error ends it", () => {
    const { stderr } = spawnSync("sh", ["-c", `"${PROGRAM}" plans > /dev/full`], {
      env: { PATH },
      encoding: "utf8",
    });
    expect(linesOf("src/app/commands/run-program.ts", stderr)).toEqual([
      expect.stringContaining("process.stdout.write("),
    ]);
  });
});

describe("what npm run build says of itself", () => {
  const read = (file: string) => readFileSync(join(BUILT, file), "utf8");

  it("lists in its bill of materials, and with their licences, exactly the packages whose code is in it", () => {
    const maps = readdirSync(join(BUILT, "program")).filter((file) => file.endsWith(".map"));
    const sources = maps.flatMap(
      (file) => (JSON.parse(read(`program/${file}`)) as { sources: string[] }).sources,
    );
    const copied = readdirSync(join(BUILT, "node_modules"), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith("package.json"))
      .map((file) => `node_modules/${file}`);
    const folders = [...sources, ...copied].flatMap(
      (file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? [],
    );
    const versions = [...new Set(folders)].map((folder) => {
      const { name, version } = JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8")) as Named;
      return `${name}@${version}`;
    });
    const packages = [...new Set(versions)].toSorted();
    const { metadata, components } = JSON.parse(read("sbom.cdx.json")) as {
      readonly metadata: { readonly component: Named };
      readonly components: readonly Named[];
    };
    const { name, version } = manifest;
    expect(metadata.component).toMatchObject({ name, version });
    expect([...new Set(components.map(({ name, version }) => `${name}@${version}`))].toSorted()).toEqual(
      packages,
    );
    const headings = [...read("third-party-licences.txt").matchAll(/^(\S+@[\d.]+)\n=+$/gm)];
    expect(headings.map(([, name]) => name).toSorted()).toEqual(packages);
    const listed = readFileSync(join(ROOT, "docs/licences.txt"), "utf8").split(/\s+/);
    expect(packages.filter((name) => !listed.includes(name))).toEqual([]);
  });

  it("is made of the same bytes every time", { timeout: 120_000 }, () => {
    const again = folderOfTest();
    execFileSync(process.execPath, [join(ROOT, "scripts/build.ts"), again]);
    // What Node compiled when the tests above ran the program.
    const args = ["--recursive", "--exclude=.cache", BUILT, again];
    const { status, stdout } = spawnSync("diff", args, { encoding: "utf8" });
    expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
  });
});

interface Named {
  readonly name: string;
  readonly version: string;
}
