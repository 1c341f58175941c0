// The life of a serving process: its doors open together, and close in an order that loses no call.
import { setTimeout as delay } from "node:timers/promises";
import type { Config } from "./settings/core-config.ts";
import { ListenError } from "../errors/listen-error.ts";
import { listenHttp } from "../observability/http-listener.ts";
import { createClockWatch } from "../observability/clock-watch.ts";
import type { ProcessParts } from "../observability/process-parts.ts";
import { createOpsServer } from "../observability/server.ts";
import { createLinkWatch } from "../observability/link-watch.ts";
import { createReadiness, type Dependency, type Readiness } from "../observability/readiness.ts";

const READY_RETRY_MS = 250;

export interface Door {
  /** Resolves to the port. */
  listen(): Promise<number>;
  /** Whether new calls are welcome. If not, callers are told to leave their connections. */
  setServing(isServing: boolean): void;
  /** Answers the calls in flight, and cuts off those that take longer. */
  close(timeoutMs: number): Promise<void>;
}

export interface Running<Name extends string> {
  /** The ports in use (chosen if 0 was set), those of modules too. */
  readonly ports: Readonly<Record<Name, number> & Record<string, number>>;
  /** Waits the drain delay, answers the calls in flight within the drain timeout, then closes the backend. */
  stop(delayMs?: number): Promise<void>;
}

/** Opens the operations port and the doors. If one cannot be opened, closes the others and throws. */
export async function startDoors<Name extends string>(options: {
  readonly config: Pick<Config, "opsListen" | "drainDelayMs" | "drainTimeoutMs">;
  readonly parts: Pick<ProcessParts, "clock" | "logger" | "metrics" | "saturation">;
  readonly backend: { readonly dependency: Dependency };
  /** The backend, closed after the doors. */
  readonly opened: AsyncDisposableStack;
  readonly doors: Readonly<Record<Name, Door> & Record<string, Door>>;
}): Promise<Running<Name | "ops">> {
  const { config, parts, backend, opened } = options;
  const readiness = createReadiness({ ...parts, dependency: backend.dependency });
  const clockWatch = createClockWatch(parts);
  const ops = createOpsServer({ readiness, metrics: parts.metrics });
  const doors = Object.entries<Door>(options.doors);
  const stopping = new AbortController();
  const setServing = (isServing: boolean) => {
    if (!stopping.signal.aborted) doors.forEach(([, door]) => door.setServing(isServing));
  };
  const { link, outage } = backend.dependency;
  const linkWatch = link && createLinkWatch({ ...parts, link, setServing, outage });

  const close = async () => {
    try {
      await Promise.all(doors.map(([, door]) => door.close(config.drainTimeoutMs)));
      await opened.disposeAsync();
    } finally {
      // Even if the store cannot be closed: an open port would keep the process from ending.
      await ops.close();
      parts.saturation.stop();
      clockWatch.stop();
    }
  };

  const stop = async (delayMs = config.drainDelayMs) => {
    setServing(false);
    stopping.abort();
    linkWatch?.stop();
    readiness.drain();
    // Load balancers have to notice first; until then calls keep coming, and are answered.
    await delay(delayMs);
    await close();
  };

  try {
    const ports: Record<string, number> = {};
    ports["ops"] = await namingSetting("ops", () => listenHttp(ops, config.opsListen));
    for (const [name, door] of doors) {
      ports[name] = await namingSetting(name, () => door.listen());
    }
    parts.saturation.start();
    clockWatch.start();
    readiness.start();
    const serve = () => {
      setServing(true);
      linkWatch?.start();
    };
    if ((await readiness.report()).ready) serve();
    else void untilReady(readiness, stopping.signal).then(serve, () => undefined);
    parts.logger.info(ports, "listening");
    return { ports: ports as Record<Name | "ops", number> & Record<string, number>, stop };
  } catch (error) {
    // The first error is the reason, even if closing fails.
    await close().catch(() => undefined);
    throw error;
  }
}

/** Resolves when the process is ready; rejects when the signal aborts. */
async function untilReady(readiness: Readiness, signal: AbortSignal): Promise<void> {
  do {
    await delay(READY_RETRY_MS, undefined, { signal, ref: false });
  } while (!(await readiness.report()).ready);
  signal.throwIfAborted();
}

/** Opens a door; an error about its address names the setting. */
async function namingSetting(name: string, listen: () => Promise<number>): Promise<number> {
  try {
    return await listen();
  } catch (error) {
    if (!(error instanceof ListenError)) throw error;
    throw new Error(`${name.toUpperCase()}_LISTEN: ${error.message}`, { cause: error });
  }
}
