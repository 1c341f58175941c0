// A disk that hangs at fsync, under a real process: no call waits for it, or is refused as if its caller had sent too many, and the service recovers.
import { expect, it, onTestFinished, vi } from "vitest";
import { canHangDisks, createHangingDisk } from "../support/fakes/hanging-disk.ts";
import { folderOfTest } from "../support/programs/folder-of-test.ts";
import { metricOf, readyz, untilListening } from "../support/programs/program.ts";
import { getForecast, openPrograms } from "./open-programs.ts";

const UNTIL_BACK = { timeout: 20_000, interval: 50 };

/** A core on a disk that can hang, and a sidecar before it. */
async function startOnHangingDisk() {
  const disk = createHangingDisk(folderOfTest());
  const programs = openPrograms();
  // The process cannot end before the disk goes on.
  onTestFinished(() => disk.goOn());
  const ports = await untilListening(programs.serve(disk.settings));
  const coreAddress = { CORE_ADDRESS: `127.0.0.1:${ports.grpc}` };
  const sidecarPorts = await untilListening(programs.serve(coreAddress, "--role", "rest"));
  return { disk, programs, ports, httpPorts: [ports.http, sidecarPorts.http] };
}

async function ask(httpPort: number | undefined, key: string) {
  // Without a timeout, a call that waits for the disk would hang this test.
  const response = await getForecast(httpPort ?? 0, { key, signal: AbortSignal.timeout(5_000) });
  const { code } = (await response.json()) as { code?: unknown };
  return { status: response.status, code, retryAfter: response.headers.get("retry-after") };
}

it.skipIf(!canHangDisks())(
  "while a disk hangs, core and sidecar answer 503 quickly, never 429, and the core is not ready; both recover by themselves",
  { timeout: 120_000 },
  async () => {
    const { disk, programs, ports, httpPorts } = await startOnHangingDisk();
    const { key, accountId } = await programs.createCaller("free");
    for (const port of httpPorts) expect(await ask(port, key)).toMatchObject({ status: 200 });
    expect(await readyz(ports)).toBe(200);

    disk.hang();
    // A Free account may have 5 calls at once: a wave must not keep its slots, or the next wave gets 429.
    for (const wave of [4, 4, 4]) {
      const asked = Array.from({ length: wave }, (_, i) => ask(httpPorts[i % 2], key));
      const refused = { status: 503, code: "unavailable", retryAfter: "2" };
      expect(await Promise.all(asked)).toEqual(asked.map(() => refused));
    }
    expect(await readyz(ports)).toBe(503);

    disk.goOn();
    await vi.waitFor(async () => expect(await readyz(ports)).toBe(200), UNTIL_BACK);
    for (const port of httpPorts) expect(await ask(port, key)).toMatchObject({ status: 200 });
    const answered = 2 * httpPorts.length;
    const unknown = await metricOf(ports, "suitability_unanswered_spends_total");
    const counted = await programs.callsCounted(accountId);
    expect(unknown).toBeGreaterThan(0);
    expect(counted).toBeGreaterThanOrEqual(answered);
    expect(counted).toBeLessThanOrEqual(answered + unknown);
  },
);
