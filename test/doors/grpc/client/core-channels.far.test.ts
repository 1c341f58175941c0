// What becomes of calls when a running core freezes: the real bounds, with a real process.
import { Code } from "@connectrpc/connect";
import { expect, it, vi } from "vitest";
import { ANY_PORTS, startProgram, untilListening } from "../../../support/programs/program.ts";
import { folderOfTest } from "../../../support/programs/folder-of-test.ts";
import { dial } from "../bare-server.ts";

const WAIT = { timeout: 30_000 };
/** What a busy machine adds. */
const LATE_MS = 2_000;

it("calls to a frozen core fail within 5 s, later ones within 3 s, and are answered when it has thawed", async () => {
  const folder = folderOfTest();
  const settings = { STORE_URL: `sqlite:${folder}/accounts.db`, WEATHER_SOURCES: "simulated" };
  const core = startProgram(["serve", "--role", "core"], { ...ANY_PORTS, ...settings });
  const { grpc } = await untilListening(core);
  const transport = await dial(`127.0.0.1:${grpc}`);
  const msUntilUnavailable = async () => {
    const startedMs = performance.now();
    const call = transport.ask();
    await expect(call).rejects.toMatchObject({ code: Code.Unavailable, details: [] });
    return performance.now() - startedMs;
  };
  await vi.waitFor(() => transport.ping(), WAIT);
  core.signal("SIGSTOP");
  expect(await msUntilUnavailable()).toBeLessThan(5_000 + LATE_MS);
  const later = await Promise.all([msUntilUnavailable(), msUntilUnavailable()]);
  expect(Math.max(...later)).toBeLessThan(3_000 + LATE_MS);
  core.signal("SIGCONT");
  await vi.waitFor(() => transport.ping(), WAIT);
  core.signal("SIGTERM");
  await core.ended;
}, 60_000);
