// A real redis-server on a free port, with a folder of its own, to be killed, hung and started again.
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "./free-port.ts";

export interface RedisServer {
  readonly port: number;
  /** As STORE_URL names it. */
  readonly url: string;
  /** Ends it the hard way: no goodbye, nothing written any more. */
  kill(): Promise<void>;
  /** Starts it again on the same port and folder; returns when it answers. */
  start(): Promise<void>;
  /** From now on connections are accepted and nothing is answered. */
  hang(): void;
  /** Goes on where it hung. */
  goOn(): void;
  /** Ends it and removes its folder. */
  remove(): Promise<void>;
}

interface RedisServerOptions {
  /** Whether what it answered is still there after `kill`. It never waits for the disk, which others keep busy. */
  readonly isPersistent?: boolean;
  readonly password?: string;
  /** Others, as redis.conf has them. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** For `describe.skipIf`: where there is no redis-server, suites that need one are skipped by name. */
export function isRedisServerInstalled(): boolean {
  return spawnSync("redis-server", ["--version"]).status === 0;
}

/** Starts one; returns when it answers. */
export async function startRedisServer({
  isPersistent = false,
  password = "",
  settings: others = {},
}: RedisServerOptions = {}): Promise<RedisServer> {
  const settings = {
    // No snapshots: what survives is what the append-only file holds.
    save: '""',
    appendonly: isPersistent ? "yes" : "no",
    // Written before it is answered, which a kill does not undo; a power cut may.
    appendfsync: "no",
    requirepass: JSON.stringify(password),
    ...others,
  };
  const lines = settingLines(settings);
  return startProgram({ password, isReady: /Ready to accept connections/, lines });
}

function settingLines(settings: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(settings).map(([name, value]) => `${name} ${value}`);
}

/** Starts a Sentinel that watches over a Redis under the name `primary`; returns when it answers. */
export function startRedisSentinel({
  primary,
  password,
  downAfterMs,
  settings = {},
}: {
  readonly primary: RedisServer;
  /** Its own and that of the Redis. */
  readonly password: string;
  /** How long a Redis may say nothing until it is taken for gone. */
  readonly downAfterMs: number;
  /** Others, as sentinel.conf has them. */
  readonly settings?: Readonly<Record<string, string>>;
}): Promise<RedisServer> {
  const login = [`sentinel auth-pass primary ${password}`, `requirepass ${password}`];
  return startProgram({
    password,
    isReady: /\+monitor master/,
    arguments: ["--sentinel"],
    lines: [
      ...settingLines(settings),
      `sentinel monitor primary 127.0.0.1 ${primary.port} 2`,
      `sentinel down-after-milliseconds primary ${downAfterMs}`,
      "sentinel failover-timeout primary 10000",
      ...(password === "" ? [] : login),
    ],
  });
}

/** Runs one with a folder and a port of its own. */
async function startProgram({
  password,
  isReady,
  lines: own,
  arguments: args = [],
}: {
  readonly password: string;
  /** What the line says that it prints when it answers. */
  readonly isReady: RegExp;
  /** Of its file, which it may write to: what it has been told since is still so when it is started again. */
  readonly lines: readonly string[];
  readonly arguments?: readonly string[];
}): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), "suitability-redis-"));
  const file = join(folder, "redis.conf");
  const port = await freePort();
  writeFileSync(file, [`port ${port}`, "bind 127.0.0.1", `dir ${folder}`, ...own, ""].join("\n"));
  let child: ChildProcess;

  const start = async (): Promise<void> => {
    // It must not share an output with the test run, which would wait for it.
    const started = spawn("redis-server", [file, ...args], { stdio: ["ignore", "pipe", "ignore"] });
    child = started;
    const lines = createInterface({ input: started.stdout });
    for await (const line of lines) {
      if (isReady.test(line)) {
        // Its further lines are not read, and it does not wait for a reader.
        started.stdout.resume();
        return;
      }
    }
    throw new Error("redis-server ended before it was ready");
  };
  const kill = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    }
  };

  // Also where a test fails before it could remove it.
  const killAtExit = (): void => void child.kill("SIGKILL");
  process.once("exit", killAtExit);
  await start();
  const url = `redis://${password === "" ? "" : `:${password}@`}127.0.0.1:${port}`;
  return {
    port,
    url,
    kill,
    start,
    hang: () => void child.kill("SIGSTOP"),
    goOn: () => void child.kill("SIGCONT"),
    remove: async () => {
      await kill();
      process.off("exit", killAtExit);
      rmSync(folder, { recursive: true });
    },
  };
}
