// The package as npm would publish it: its files, and that it works on every platform that it names.
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createSilentServer, type AddressInfo } from "node:net";
import { delimiter, join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { issueApiKey } from "../../../src/accounts/issue-api-key.ts";
import { secondsToNextMonth } from "../../../src/accounts/month.ts";
import { CHROMIUM_PATH, launchChromium, openPage } from "../../../test/support/programs/chromium.ts";
import { createTemporaryFolder } from "../../../test/support/programs/temporary-folder.ts";
import { startTestService, type TestService } from "../../../test/support/service/test-service.ts";
import { installClient, packClient, run } from "./packed-client.ts";

const ROOT = new URL("../../..", import.meta.url).pathname;
const README = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const EXAMPLES = [...README.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code = ""]) => code);

/** A Node from 20 to 25, if PATH has one. The tests themselves run on a newer Node. */
const olderNode = (process.env["PATH"] ?? "")
  .split(delimiter)
  .map((folder) => join(folder, "node"))
  .find((path) => /^v2[0-5]\./.test(String(spawnSync(path, ["--version"]).stdout)));

const folder = createTemporaryFolder();
const home = join(folder.path, "home");
const installed = join(home, "node_modules/weather-suitability-client");
let service: TestService;
let key: string;

beforeAll(async () => {
  service = await startTestService();
  // The examples ask about tomorrow.
  service.clock.advance(Date.now() - service.clock.nowMs());
  ({ key } = await service.createCaller());
  await installClient(await packClient(folder.path), home);
}, 120_000);
afterAll(async () => {
  await service.stop();
  folder.remove();
});

/** Code with the key and the ports of the test's service. */
const forService = (code: string) =>
  code
    .replaceAll("localhost:8080", `127.0.0.1:${service.ports.http}`)
    .replaceAll("localhost:50051", `127.0.0.1:${service.ports.grpc}`)
    .replaceAll("wsk_...", key);

/** The output of a program that uses the package. */
async function printed(code: string, node = process.execPath): Promise<string> {
  writeFileSync(join(home, "program.mjs"), forService(code));
  return (await run(node, ["program.mjs"], { cwd: home, timeout: 60_000 })).stdout;
}

describe("the package", { timeout: 60_000 }, () => {
  it("holds what it needs to run, and no more", () => {
    const files = readdirSync(installed, { recursive: true, encoding: "utf8" });
    expect(files).toEqual(expect.arrayContaining(["LICENSE", "README.md", "package.json"]));
    expect(readdirSync(installed).toSorted()).toEqual([
      "LICENSE",
      "README.md",
      "dist",
      "package.json",
      "types",
    ]);
    expect(
      files.filter(
        (file) => file.endsWith(".js") && !existsSync(join(installed, file.replace(/\.js$/, ".d.ts"))),
      ),
    ).toEqual([]);
  });

  it("is under 8 kB without gRPC", () => {
    const files = readdirSync(join(installed, "dist"), { recursive: true, encoding: "utf8" }).filter(
      (file) => file.endsWith(".js") && !/^(?:gen|grpc)\//.test(file),
    );
    expect(files).toContain("http/create-suitability-client.js");
    const code = Buffer.concat(files.map((file) => readFileSync(join(installed, "dist", file))));
    expect(gzipSync(code).length).toBeLessThan(8_000);
  });

  it.each(EXAMPLES)("does what its README shows: %#", async (code) => {
    expect(await printed(code)).toMatch(/safe_to_book|proceed_with_caution|not_recommended/);
  });

  it.skipIf(olderNode === undefined).each(EXAMPLES)(
    "does what its README shows on an older Node (skipped without a Node from 20 to 25): %#",
    async (code) => {
      expect(await printed(code, olderNode)).toMatch(/safe_to_book|proceed_with_caution|not_recommended/);
    },
  );

  it("imports nothing but its own files without gRPC", () => {
    const files = readdirSync(join(installed, "dist"), { recursive: true, encoding: "utf8" });
    const others = files.filter((file) => file.endsWith(".js") && !/^(?:gen|grpc)\//.test(file));
    const imports = others.flatMap((file) =>
      [...readFileSync(join(installed, "dist", file), "utf8").matchAll(/from "([^"]+)"/g)].map(
        ([, name = ""]) => name,
      ),
    );
    expect(imports.filter((name) => !name.startsWith("."))).toEqual([]);
  });
});

const TYPED = `
import { createSuitabilityClient, SuitabilityError, type Forecast, type Recommendation } from "weather-suitability-client";
import { createSuitabilityClient as overGrpc } from "weather-suitability-client/grpc";

const options = { baseUrl: "http://localhost:8080", apiKey: "wsk_...", fetch };
const clients = [createSuitabilityClient(options), overGrpc(options)];
export async function ask(): Promise<Recommendation | undefined> {
  const [client] = clients;
  const place = { lat: 51.5, lng: -0.1 };
  const forecast: Forecast | undefined = await client?.forecast({ ...place, days: 7, step_minutes: 30 });
  const score: number | undefined = forecast?.hours[0]?.playability_score;
  // @ts-expect-error steps are of 15, 30 or 60 minutes
  await client?.forecast({ ...place, step_minutes: 20 });
  // @ts-expect-error a slot has a length
  await client?.bookingConfidence({ ...place, start_time: new Date() });
  // @ts-expect-error it is called days
  await client?.forecast({ ...place, day: 5 });
  const error = new Error() as unknown;
  if (error instanceof SuitabilityError && error.reason === "UNKNOWN_SPORT") return undefined;
  const ranking = await client?.safeSlots({ ...place, slots: ["2026-11-21T14:00:00Z", new Date()], sport: "our own" });
  return score === undefined ? undefined : ranking?.slots[0]?.recommendation;
}
`;

describe("its types", { timeout: 60_000 }, () => {
  it.each([
    { module: "nodenext", moduleResolution: "nodenext", types: ["node"] },
    { module: "esnext", moduleResolution: "bundler", types: [], lib: ["es2022", "dom"] },
  ])("match the service: $moduleResolution", async (options) => {
    writeFileSync(join(home, "typed.ts"), TYPED);
    const compilerOptions = {
      ...options,
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: true,
      noEmit: true,
      target: "es2022",
      typeRoots: [join(ROOT, "node_modules/@types")],
    };
    writeFileSync(join(home, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["typed.ts"] }));
    const tsc = await run(join(ROOT, "node_modules/.bin/tsc"), ["-p", home]).catch((error: unknown) => error);
    expect(tsc).toMatchObject({ stdout: "" });
  });
});

const COMPARED = `
import { createSuitabilityClient } from "weather-suitability-client";
import { createSuitabilityClient as overGrpc } from "weather-suitability-client/grpc";

const apiKey = "wsk_...";
const place = { lat: 51.5074, lng: -0.1278 };
const at = (day, time) => new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 11) + time;
const start_time = at(1, "10:00:00Z");
const slots = [start_time, at(1, "14:00:00+01:00"), at(-20, "10:00:00Z")];
const venues = [{ ref: "a", lat: 95, lng: 0 }, { ref: "b", ...place, covered: true }, { ref: "c", ...place }];
const questions = [
  ["bookingConfidence", { ...place, start_time, duration_minutes: 90, sport: "tennis" }],
  ["bookingConfidence", { ...place, start_time, duration_minutes: 90, explain: true, odds: true, lang: "de" }],
  ["bookingConfidence", { ...place, start_time, duration_minutes: 90, alternatives: 5, candidates: slots }],
  ["bookingConfidence", { ...place, start_time, duration_minutes: 90, alternatives: 1, candidates: [start_time] }],
  ["forecast", { ...place, days: 7, duration_minutes: 240, step_minutes: 30, windows: true, explain: true }],
  ["forecast", { ...place }],
  ["safeSlots", { ...place, slots, explain: true, odds: true, covered: true }],
  ["safeSlots", { ...place, slots: [at(-20, "10:00:00Z")] }],
  ["rankVenues", { venues, start_time: new Date(start_time), duration_minutes: 90, explain: true, lang: "sv" }],
  ["sports"],
  ["forecast", { ...place, sport: "chess" }],
  ["forecast", { ...place, days: 8 }],
  ["safeSlots", { ...place, slots: [] }],
  ["bookingConfidence", { ...place, start_time: at(-20, "10:00:00Z"), duration_minutes: 90 }],
];
const clients = [
  createSuitabilityClient({ baseUrl: "http://localhost:8080", apiKey }),
  overGrpc({ baseUrl: "http://localhost:50051", apiKey }),
];
for (const [operation, ...question] of questions) {
  const outcomes = await Promise.all(
    clients.map(async (client) => {
      try {
        return { answer: await client[operation](...question) };
      } catch ({ name, reason, code, message, violations, mayHaveCounted }) {
        return { name, reason, code, message, violations, mayHaveCounted };
      }
    }),
  );
  console.log(JSON.stringify(outcomes));
}
`;

/** For a quota of one call: prints the details of an answer, and a refusal. */
const USED_UP = `
import { createSuitabilityClient, SuitabilityError } from "weather-suitability-client/grpc";

const onAnswer = ({ requestId, ...details }) => console.log(JSON.stringify(details));
const client = createSuitabilityClient({ baseUrl: "http://localhost:50051", apiKey: "wsk_...", onAnswer });
await client.forecast({ lat: 1, lng: 2 });
await client.forecast({ lng: 2, lat: 1 });
const refusal = await client.forecast({ lat: 3, lng: 4 }).catch((error) => error);
const { reason, retryAfterSeconds, requestId } = refusal;
console.log(JSON.stringify({ isOurs: refusal instanceof SuitabilityError, reason, retryAfterSeconds, hasId: requestId.length > 0 }));
`;

describe("its gRPC", { timeout: 60_000 }, () => {
  it("answers and refuses exactly as its HTTP does", async () => {
    const lines = (await printed(COMPARED)).trim().split("\n");
    const outcomes = lines.map((line) => JSON.parse(line) as readonly [object, object]);
    expect(outcomes.filter(([http]) => "answer" in http)).toHaveLength(10);
    expect(outcomes).toHaveLength(14);
    for (const [http, grpc] of outcomes) expect(grpc).toEqual(http);
  });

  it("reports the quota left, reuses answers, and reports the reason and the retry time of a refusal", async () => {
    const caller = await service.createCaller({ plan: "free", monthlyQuota: 1 });
    const resetsInSeconds = secondsToNextMonth(service.clock.nowMs());
    const lines = (await printed(USED_UP.replace("wsk_...", caller.key))).trim().split("\n");
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      {
        operation: "forecast",
        quota: { per: "month", limit: 1, left: 0, resetsInSeconds },
        weatherSource: "simulated",
        modelVersion: "3",
      },
      { isOurs: true, reason: "MONTHLY_QUOTA_EXHAUSTED", retryAfterSeconds: resetsInSeconds, hasId: true },
    ]);
  });

  it("ends after timeoutMs when nobody answers", async () => {
    const silent = createSilentServer().listen(0, "127.0.0.1");
    await once(silent, "listening");
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as AddressInfo;
    const code = USED_UP.replace("localhost:50051", `127.0.0.1:${port}`).replace(
      "onAnswer });",
      "timeoutMs: 300 });",
    );
    await expect(printed(code)).rejects.toThrow("DEADLINE_EXCEEDED");
  });
});

/** Runs in a page. It is text because code that vitest transformed does not run there. */
const IN_A_PAGE = `(async () => {
  const { createSuitabilityClient } = await import("/dist/http/create-suitability-client.js");
  const told = [];
  const onAnswer = (details) => told.push(details);
  const client = createSuitabilityClient({ baseUrl: "http://localhost:8080", apiKey: "wsk_...", onAnswer });
  const { hours } = await client.forecast({ lat: 51.5074, lng: -0.1278, days: 1 });
  await client.sports();
  await client.forecast({ lng: -0.1278, lat: 51.5074, days: 1 });
  const { reason } = await client.forecast({ lat: 48.85, lng: 2.35 }).catch((error) => error);
  return { hours: hours.length, reason, told };
})()`;

describe.skipIf(CHROMIUM_PATH === undefined)("in a browser (skipped without chromium on the PATH)", () => {
  it("answers a page with a publishable key, and asks for no answer twice", { timeout: 60_000 }, async () => {
    const site = createServer((request, response) => {
      const isScript = request.url?.endsWith(".js") === true;
      response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
      response.end(
        isScript ? readFileSync(join(installed, request.url ?? "")) : "<!doctype html><title>A club</title>",
      );
    }).listen(0, "127.0.0.1");
    await once(site, "listening");
    const browser = await launchChromium();
    onTestFinished(async () => {
      await browser.close();
      site.close();
    });
    const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    const { accountId } = await service.createCaller();
    const issued = await issueApiKey({
      store: service.store,
      accountId,
      restrictions: { origins: [origin], places: ["51.51,-0.13"], operations: ["forecast"], callsADay: 7 },
    });
    const { page, errors } = await openPage(browser);
    await page.goto(origin);
    const seen = await page.evaluate(forService(IN_A_PAGE.replace("wsk_...", issued?.apiKey ?? "")));
    expect(seen).toMatchObject({
      hours: 24,
      reason: "PLACE_NOT_ALLOWED",
      told: [
        { operation: "forecast", weatherSource: "simulated", quota: { per: "day", limit: 7, left: 6 } },
        { operation: "sports" },
      ],
    });
    expect(errors.filter((error) => !error.includes("403"))).toEqual([]);
  });
});
