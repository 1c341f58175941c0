import type { ProcessParts } from "../observability/process-parts.ts";
import { MODULES } from "./all-modules.ts";
import type { CallListener } from "./module.ts";

/** What modules have to hear of the calls of a process. They hear of lost calls from now on. */
export async function openCallListeners(parts: ProcessParts): Promise<readonly CallListener[]> {
  const listeners: CallListener[] = [];
  for (const { calls } of MODULES) {
    const listen = await calls?.();
    if (listen === undefined) continue;
    const listener = listen(parts);
    parts.lostCalls.whenLost(listener.whenLost);
    listeners.push(listener);
  }
  return listeners;
}
