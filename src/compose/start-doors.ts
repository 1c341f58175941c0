// The life of a process that serves: doors open together, and close in the order that loses no call.
import { setTimeout as delay } from "node:timers/promises";
import type { Config } from "../config/config.ts";
import { ListenError } from "../listen-error.ts";
import { listenHttp } from "../ops/http-listener.ts";
import { createClockWatch } from "../ops/clock-watch.ts";
import type { ProcessParts } from "../ops/process-parts.ts";
import { createOpsServer } from "../ops/server.ts";
import { createRotation } from "../ops/rotation.ts";
import { createReadiness, type Dependency, type Readiness } from "../ops/readiness.ts";

/** How often a process that starts before what every call needs looks whether that is there. */
const READY_RETRY_MS = 250;

export interface Door {
  /** Resolves to the port. */
  listen(): Promise<number>;
  /** Whether calls are to come. Once they are not, callers are told to leave the connections that they have. */
  setServing(isServing: boolean): void;
  /** Answers the calls under way, and cuts off those that take longer. */
  close(timeoutMs: number): Promise<void>;
}

/** Doors that are open. */
export interface Running<Name extends string> {
  /** The ports in use, picked where 0 was asked for. */
  readonly ports: Readonly<Record<Name, number>>;
  /** Takes no new calls, answers those under way within the drain timeout, closes what answers them last. */
  stop(): Promise<void>;
}

/** Opens the operations port and the doors. Throws when one cannot be opened, and closes the others. */
export async function startDoors<Name extends string>(options: {
  readonly config: Pick<Config, "opsListen" | "drainDelayMs" | "drainTimeoutMs">;
  readonly parts: Pick<ProcessParts, "clock" | "logger" | "metrics" | "saturation">;
  readonly backend: { readonly dependency: Dependency };
  /** What answers the doors; closed after them. */
  readonly opened: AsyncDisposableStack;
  readonly doors: Readonly<Record<Name, Door>>;
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
  const { link } = backend.dependency;
  const rotation = link && createRotation({ ...parts, link, setServing });

  const close = async () => {
    await Promise.all(doors.map(([, door]) => door.close(config.drainTimeoutMs)));
    await opened.disposeAsync();
    await ops.close();
    parts.saturation.stop();
    clockWatch.stop();
  };

  const stop = async () => {
    setServing(false);
    stopping.abort();
    rotation?.stop();
    readiness.drain();
    // Whoever balances the load has to notice first; until then calls keep coming, and are answered.
    await delay(config.drainDelayMs);
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
      rotation?.start();
    };
    if ((await readiness.report()).ready) serve();
    else void untilReady(readiness, stopping.signal).then(serve, () => undefined);
    parts.logger.info(ports, "listening");
    return { ports: ports as Record<Name | "ops", number>, stop };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Asks until the answer is that calls can be answered; rejects when nobody wants to know any more. */
async function untilReady(readiness: Readiness, signal: AbortSignal): Promise<void> {
  do {
    await delay(READY_RETRY_MS, undefined, { signal, ref: false });
  } while (!(await readiness.report()).ready);
  signal.throwIfAborted();
}

/** Listens for the door `name`; an address that cannot be had is told with the setting that it is from. */
async function namingSetting(name: string, listen: () => Promise<number>): Promise<number> {
  try {
    return await listen();
  } catch (error) {
    if (!(error instanceof ListenError)) throw error;
    throw new Error(`${name.toUpperCase()}_LISTEN: ${error.message}`, { cause: error });
  }
}
