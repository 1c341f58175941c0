// A disk that hangs at fsync, under a real process: nobody waits for it, nobody is blamed for it, and it comes back.
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { canHangDisks, createHangingDisk } from "../support/hanging-disk.ts";
import { folderOfTest } from "../support/folder-of-test.ts";
import { metricOf, readyz, untilListening } from "../support/program.ts";
import { getForecast, openPrograms } from "./open-programs.ts";

const UNTIL_BACK = { timeout: 20_000, interval: 50 };

interface Told {
  readonly status: number;
  readonly reason: unknown;
  readonly retryAfter: string | null;
}

/** A core on a disk that can hang, and a sidecar before it. */
async function startOnHangingDisk() {
  const folder = folderOfTest();
  const disk = createHangingDisk(folder);
  const programs = openPrograms();
  // Only then can the process end.
  onTestFinished(() => disk.goOn());
  const program = programs.serve(disk.settings);
  const ports = await untilListening(program);
  const sidecar = programs.serve({ CORE_ADDRESS: `127.0.0.1:${ports.grpc}` }, "--role", "rest");
  const sidecarPorts = await untilListening(sidecar);
  return { disk, programs, program, ports, httpPorts: [ports.http, sidecarPorts.http] };
}

async function ask(httpPort: number, key: string): Promise<Told> {
  // A disk that hangs would be waited for until it goes on.
  const response = await getForecast(httpPort, { key, signal: AbortSignal.timeout(5_000) });
  const body = (await response.json()) as { code?: unknown };
  const retryAfter = response.headers.get("retry-after");
  return { status: response.status, reason: body.code, retryAfter };
}

describe.skipIf(!canHangDisks())("a disk that hangs", { timeout: 120_000 }, () => {
  it("is a 503 soon at every door, never 429; not ready; and all is well when it is back", async () => {
    const { disk, programs, ports, httpPorts } = await startOnHangingDisk();
    const { key, accountId } = await programs.createCaller("free");
    let answered = 0;
    for (const port of httpPorts) {
      expect(await ask(port, key)).toMatchObject({ status: 200 });
      answered += 1;
    }
    expect(await readyz(ports)).toBe(200);

    disk.hang();
    const refused: Told[] = [];
    // The places of a Free account are 5: calls that wait for the disk, then calls that come later.
    for (const wave of [4, 4, 4]) {
      refused.push(
        ...(await Promise.all(Array.from({ length: wave }, (_, i) => ask(httpPorts[i % 2] as number, key)))),
      );
    }
    const expected = { status: 503, reason: "unavailable", retryAfter: "2" };
    expect(refused).toMatchObject(refused.map(() => expected));
    expect(await readyz(ports)).toBe(503);

    disk.goOn();
    await vi.waitFor(async () => expect(await readyz(ports)).toBe(200), UNTIL_BACK);
    for (const port of httpPorts) {
      expect(await ask(port, key)).toMatchObject({ status: 200 });
      answered += 1;
    }
    const unknown = await metricOf(ports, "suitability_unanswered_spends_total");
    const counted = await programs.callsCounted(accountId);
    expect(unknown).toBeGreaterThan(0);
    expect(counted).toBeGreaterThanOrEqual(answered);
    expect(counted).toBeLessThanOrEqual(answered + unknown);
  });
});
