// The service in a process of its own, with the inspector at its side.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import type { Profiler } from "node:inspector";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

export interface InspectedService {
  readonly httpPort: number;
  readonly grpcPort: number;
  readonly key: string;
  startCoverage(): Promise<void>;
  /** What has run since the last time. */
  takeCoverage(): Promise<readonly Profiler.ScriptCoverage[]>;
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 30_000;
const POLL_MS = 20;

/** `root` is a checkout; its store and its log lie in `folder`. */
export async function startInspected(init: {
  readonly root: string;
  readonly folder: string;
}): Promise<InspectedService> {
  const { root, folder } = init;
  const env = {
    PATH: process.env["PATH"] ?? "",
    STORE_URL: `sqlite:${join(folder, "accounts.db")}`,
    WEATHER_SOURCES: "simulated",
    HTTP_LISTEN: "127.0.0.1:0",
    GRPC_LISTEN: "127.0.0.1:0",
    OPS_LISTEN: "127.0.0.1:0",
    DRAIN_TIMEOUT_MS: "500",
  };
  const account = ["--name", "call-path", "--plan", "internal", "--json"];
  const create = ["src/main.ts", "accounts", "create", ...account];
  const created = execFileSync(process.execPath, create, { cwd: root, env, encoding: "utf8" });

  const log = join(folder, "service.log");
  const out = openSync(log, "a");
  const child = spawn(process.execPath, ["--inspect=127.0.0.1:0", "src/main.ts", "serve"], {
    cwd: root,
    env,
    stdio: ["ignore", out, out],
  });
  closeSync(out);
  const closed = once(child, "close");
  const stop = async () => {
    child.kill();
    await closed;
  };
  try {
    const said = await untilListening(log, () => child.exitCode === null);
    const inspector = await connect(said.inspector);
    await inspector.send("Profiler.enable");
    return {
      httpPort: Number(said.line.http),
      grpcPort: Number(said.line.grpc),
      key: (JSON.parse(created) as { key: { api_key: string } }).key.api_key,
      startCoverage: async () => {
        await inspector.send("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
      },
      takeCoverage: async () => {
        const taken = await inspector.send("Profiler.takePreciseCoverage");
        return (taken as Profiler.TakePreciseCoverageReturnType).result;
      },
      stop: async () => {
        inspector.close();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function untilListening(log: string, isRunning: () => boolean) {
  const deadlineMs = performance.now() + START_TIMEOUT_MS;
  while (isRunning() && performance.now() < deadlineMs) {
    const text = readFileSync(log, "utf8");
    const inspector = /ws:\/\/\S+/.exec(text)?.[0];
    const line = text.split("\n").find((said) => said.includes(`"msg":"listening"`) && said.endsWith("}"));
    if (inspector !== undefined && line !== undefined) {
      return { inspector, line: JSON.parse(line) as { http: number; grpc: number } };
    }
    await delay(POLL_MS);
  }
  throw new Error(`the service did not start: ${readFileSync(log, "utf8")}`);
}

/** The DevTools protocol, as far as one question at a time goes. */
async function connect(url: string) {
  const socket = new WebSocket(url);
  await once(socket, "open");
  let id = 0;
  const send = async (method: string, params = {}): Promise<unknown> => {
    const answered = once(socket, "message");
    socket.send(JSON.stringify({ id: (id += 1), method, params }));
    const [{ data }] = (await answered) as [{ data: string }];
    const { result, error } = JSON.parse(data) as { result?: unknown; error?: { message: string } };
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  return { send, close: () => socket.close() };
}
