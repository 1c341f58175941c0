import { expect, vi } from "vitest";

interface Instance {
  readonly ports: { readonly http: number; readonly ops: number };
}

const PROBE_MS = 50;

/** Asks /readyz of each instance, and names those that are ready in turn; all of them until they have been asked. */
export function startBalancer(instances: readonly Instance[]) {
  const ready = new Set(instances);
  const probe = async (instance: Instance) => {
    const isReady = await fetch(`http://127.0.0.1:${instance.ports.ops}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    ready[isReady ? "add" : "delete"](instance);
  };
  const probes = setInterval(() => instances.forEach(probe), PROBE_MS);
  let turn = 0;
  const untilReady = (expected: readonly Instance[]) =>
    vi.waitFor(() => expect(ready).toEqual(new Set(expected)), { timeout: 60_000, interval: PROBE_MS });
  return {
    /** 0 where there is none. */
    nextPort: () => [...ready][(turn += 1) % ready.size]?.ports.http ?? 0,
    untilReady,
    untilAllReady: () => untilReady(instances),
    stop: () => clearInterval(probes),
  };
}
