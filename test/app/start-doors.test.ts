import { describe, expect, it } from "vitest";
import { startDoors, type Door } from "../../src/app/start-doors.ts";
import { createProcessParts } from "../../src/observability/process-parts.ts";
import { createRecordingLogger } from "../support/fakes/recording-logger.ts";
import { createManualClock } from "../support/fakes/manual-clock.ts";
import { quietOutageLog } from "../support/fakes/quiet-outage-log.ts";

const DOOR: Door = { listen: async () => 1, setServing: () => undefined, close: async () => undefined };

/** Opens a door to a backend that cannot be closed. */
function start(door: Door) {
  const opened = new AsyncDisposableStack();
  opened.defer(() => {
    throw new Error("the disk is full");
  });
  return startDoors({
    config: { opsListen: { host: "127.0.0.1", port: 0 }, drainDelayMs: 0, drainTimeoutMs: 1_000 },
    parts: createProcessParts({
      clock: createManualClock("2026-11-21T14:00:00Z"),
      logger: createRecordingLogger().logger,
    }),
    backend: { dependency: { outage: quietOutageLog() } },
    opened,
    doors: { http: door },
  });
}

describe("a process whose backend cannot be closed", () => {
  it("closes its operations port, so that it ends", async () => {
    const { ports, stop } = await start(DOOR);
    await expect(stop()).rejects.toThrow("the disk is full");
    await expect(fetch(`http://127.0.0.1:${ports.ops}/livez`)).rejects.toThrow("fetch failed");
  });

  it("says why a door could not be opened", async () => {
    const listen = async () => {
      throw new Error("the certificate is missing");
    };
    await expect(start({ ...DOOR, listen })).rejects.toThrow("the certificate is missing");
  });
});
