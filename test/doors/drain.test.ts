// A service that is asked to stop loses no call: doors close first, then what answers them, the operations port last.
import { expect, it, vi } from "vitest";
import { LONDON, METHODS } from "./methods.ts";
import { holdAnswers, startDoors, startProvider } from "./start-with-doors.ts";

const PATIENCE = { timeout: 15_000 };

it("answers and counts the calls under way at every door, takes no new ones, and says so until they are over", async () => {
  const { held, release } = holdAnswers();
  const { upstream, settings } = await startProvider(held);
  const { doors, ports, createCaller, stop } = await startDoors({ ...settings, drainTimeoutMs: 15_000 });
  const { key } = await createCaller();
  // Through a sidecar calls come from its own drain; these are the service's.
  const own = doors.filter(({ name }) => !name.includes("sidecar"));
  const calls = own.map((door, i) =>
    door.call({ method: METHODS.getForecast, request: { ...LONDON, lat: i }, key }),
  );
  await vi.waitFor(() => expect(upstream.atOnce).toBe(own.length), PATIENCE);

  const stopped = stop();
  const get = (port: number, path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  await vi.waitFor(() => expect(get(ports.http, "/v1/forecast")).rejects.toThrow("fetch failed"), PATIENCE);
  const readiness = await get(ports.ops, "/readyz");
  expect(readiness.status).toBe(503);
  expect(await readiness.json()).toEqual({ status: "not ready", reason: "draining" });

  release();
  const outcomes = await Promise.all(calls);
  expect(outcomes.map(({ kind }) => kind)).toEqual(own.map(() => "answer"));
  expect(outcomes.map(({ headers }) => headers.has("ratelimit"))).toEqual(own.map(() => true));
  await stopped;
  await expect(get(ports.ops, "/livez")).rejects.toThrow("fetch failed");
});
