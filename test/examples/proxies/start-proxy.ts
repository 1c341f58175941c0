// The proxies of examples/proxies, each as its site runs it, under a clock that the test moves.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { onTestFinished, vi } from "vitest";
import { folderOfTest } from "../../support/programs/folder-of-test.ts";
import { freePort } from "../../support/programs/free-port.ts";
import { urlAnswering } from "../../support/fakes/http-server.ts";

export interface SiteSettings {
  readonly url: string;
  readonly apiKey: string;
  readonly calendars: readonly string[];
}

export interface StartedProxy {
  /** Sends a request to the proxy as a visitor's browser does: `/v1/forecast?…`. */
  visit(target: string, init?: RequestInit): Promise<Response>;
  setNow(ms: number): void;
}

export type StartProxy = (settings: SiteSettings, nowMs: number) => Promise<StartedProxy>;

const FOLDER = new URL("../../../examples/proxies/", import.meta.url);

export const isPhpInstalled = spawnSync("php", ["--version"]).status === 0;

/** The proxies. Each is stopped when the test is over. */
export const NODE = { name: "node.mjs", start: startNode };
export const WORKER = { name: "worker.mjs", start: startWorker };
export const PHP = {
  name: "suitability-proxy.php",
  start: ((settings, nowMs) => startPhp("clock.php", environmentOf(settings), nowMs)) satisfies StartProxy,
};

/** Two calendars that a site has set up. */
export const TENNIS = "lat=51.5074&lng=-0.1278&sport=tennis&days=7&duration_minutes=90";
export const GOLF = "lat=51.5074&lng=-0.1278&sport=golf&days=7&duration_minutes=240&step_minutes=30";
export const calendar = (query: string) => `/v1/forecast?${query}`;

/** The settings as environment variables. */
export function environmentOf({ url, apiKey, calendars }: SiteSettings): Record<string, string> {
  return {
    SUITABILITY_URL: url,
    SUITABILITY_API_KEY: apiKey,
    SUITABILITY_CALENDARS: calendars.join("\n"),
  };
}

/** Replaces only Date: timers keep running in real time. */
function useMovedDate(nowMs: number): StartedProxy["setNow"] {
  vi.useFakeTimers({ toFake: ["Date"], now: nowMs });
  onTestFinished(() => void vi.useRealTimers());
  return (ms) => void vi.setSystemTime(ms);
}

async function startNode(settings: SiteSettings, nowMs: number): Promise<StartedProxy> {
  const { createProxy } = (await import(new URL("node.mjs", FOLDER).href)) as {
    createProxy(settings: SiteSettings): RequestListener;
  };
  const url = await urlAnswering(createProxy(settings));
  return { visit: (target, init) => fetch(url + target, init), setNow: useMovedDate(nowMs) };
}

async function startWorker(settings: SiteSettings, nowMs: number): Promise<StartedProxy> {
  const { default: worker } = (await import(new URL("worker.mjs", FOLDER).href)) as {
    default: { fetch(request: Request, env: object, context: object): Promise<Response> };
  };
  const env = { ...environmentOf(settings), ANSWERS: createKeyValues() };
  const context = { waitUntil: (promise: Promise<unknown>) => void promise };
  return {
    visit: (target, init) => worker.fetch(new Request(`https://club.example${target}`, init), env, context),
    setNow: useMovedDate(nowMs),
  };
}

/** A worker's KV namespace, in memory and without delays. */
function createKeyValues() {
  const values = new Map<string, { text: string; untilMs: number }>();
  return {
    async get(key: string, type: "json"): Promise<unknown> {
      if (type !== "json") throw new TypeError("asked for another type");
      const value = values.get(key);
      return value === undefined || value.untilMs <= Date.now() ? null : JSON.parse(value.text);
    },
    async put(key: string, text: string, { expirationTtl }: { expirationTtl: number }): Promise<void> {
      values.set(key, { text, untilMs: Date.now() + expirationTtl * 1_000 });
    },
  };
}

/** Starts PHP's own server, which answers four requests at once. `router` is a file in php/. */
export async function startPhp(
  router: string,
  environment: Readonly<Record<string, string>>,
  nowMs: number,
): Promise<StartedProxy> {
  const folder = folderOfTest();
  const clockFile = join(folder, "clock");
  const setNow = (ms: number) => writeFileSync(clockFile, String(Math.floor(ms / 1_000)));
  setNow(nowMs);
  const port = await freePort();
  const script = new URL(`php/${router}`, import.meta.url).pathname;
  const child = spawn("php", ["-d", "display_errors=1", "-S", `127.0.0.1:${port}`, script], {
    env: {
      PATH: process.env["PATH"],
      PHP_CLI_SERVER_WORKERS: "4",
      CLOCK_FILE: clockFile,
      SUITABILITY_FOLDER: folder,
      ...environment,
    },
    // A process group of its own, because the server's workers outlive its first process.
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (log += text));
  onTestFinished(async () => {
    process.kill(-(child.pid ?? 0));
    await once(child, "exit");
  });
  await vi.waitFor(() => {
    if (!log.includes("started")) throw new Error(log);
  }, 15_000);
  return { visit: (target, init) => fetch(`http://127.0.0.1:${port}${target}`, init), setNow };
}
