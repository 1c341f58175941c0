// Starts the service in a process with an inspector, which takes its coverage.
import { once } from "node:events";
import type { Profiler } from "node:inspector";
import type { Run } from "../../bench/harness/processes.ts";
import { startService, type ServiceUnderTest } from "../../bench/harness/service.ts";
import { freePort } from "../../test/support/programs/free-port.ts";

export interface InspectedService extends ServiceUnderTest {
  startCoverage(): Promise<void>;
  /** The coverage since it was last taken. */
  takeCoverage(): Promise<readonly Profiler.ScriptCoverage[]>;
}

/** `dir` is a checkout. */
export async function startInspected(dir: string, run: Run): Promise<InspectedService> {
  const inspectorPort = await freePort();
  const settings = { NODE_OPTIONS: `--inspect=127.0.0.1:${inspectorPort}` };
  const service = await startService(run, { dir, settings });
  const inspector = await connect(inspectorPort);
  await inspector.send("Profiler.enable");
  return {
    ...service,
    startCoverage: async () => {
      await inspector.send("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
    },
    takeCoverage: async () => {
      const taken = await inspector.send("Profiler.takePreciseCoverage");
      return (taken as Profiler.TakePreciseCoverageReturnType).result;
    },
    stop: async () => {
      inspector.close();
      await service.stop();
    },
  };
}

/** A client of the DevTools protocol that sends one request at a time. */
async function connect(port: number) {
  const listed = await fetch(`http://127.0.0.1:${port}/json/list`);
  const [target] = (await listed.json()) as { webSocketDebuggerUrl: string }[];
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? "");
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
