// A disk that hangs at fsync, under a real process: nobody waits for it, nobody is blamed for it, and it comes back.
import { expect, it, onTestFinished, vi } from "vitest";
import { canHangDisks, createHangingDisk } from "../support/hanging-disk.ts";
import { folderOfTest } from "../support/folder-of-test.ts";
import { metricOf, readyz, untilListening } from "../support/program.ts";
import { getForecast, openPrograms } from "./open-programs.ts";

const UNTIL_BACK = { timeout: 20_000, interval: 50 };

/** A core on a disk that can hang, and a sidecar before it. */
async function startOnHangingDisk() {
  const disk = createHangingDisk(folderOfTest());
  const programs = openPrograms();
  // Only then can the process end.
  onTestFinished(() => disk.goOn());
  const ports = await untilListening(programs.serve(disk.settings));
  const coreAddress = { CORE_ADDRESS: `127.0.0.1:${ports.grpc}` };
  const sidecarPorts = await untilListening(programs.serve(coreAddress, "--role", "rest"));
  return { disk, programs, ports, httpPorts: [ports.http, sidecarPorts.http] };
}

async function ask(httpPort: number | undefined, key: string) {
  // A disk that hangs would be waited for until it goes on.
  const response = await getForecast(httpPort ?? 0, { key, signal: AbortSignal.timeout(5_000) });
  const { code } = (await response.json()) as { code?: unknown };
  return { status: response.status, code, retryAfter: response.headers.get("retry-after") };
}

it.skipIf(!canHangDisks())(
  "a disk that hangs is a 503 soon at every door, never 429; not ready; and all is well when it is back",
  { timeout: 120_000 },
  async () => {
    const { disk, programs, ports, httpPorts } = await startOnHangingDisk();
    const { key, accountId } = await programs.createCaller("free");
    for (const port of httpPorts) expect(await ask(port, key)).toMatchObject({ status: 200 });
    expect(await readyz(ports)).toBe(200);

    disk.hang();
    // The places of a Free account are 5: calls that wait for the disk, then calls that come later.
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
