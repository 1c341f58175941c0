// Whether a Redis may evict or forget counts, by what it tells when it is connected to.
import type { OnStoreRisks, StoreRisk } from "../store-risks.ts";

/** Of several servers, it is told what is so with any of them. */
export function createRedisRisks(onRisks: OnStoreRisks): (server: string, info: string) => void {
  const byServer = new Map<string, readonly StoreRisk[]>();
  return (server, info) => {
    byServer.set(server, risksFromInfo(info));
    onRisks([...new Set([...byServer.values()].flat())]);
  };
}

/** From the reply to INFO; none where it does not say. */
function risksFromInfo(info: string): readonly StoreRisk[] {
  const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1] ?? "noeviction";
  const isBounded = /^maxmemory:[1-9]/m.test(info);
  const risks: StoreRisk[] = [];
  // Every month expires some day, so policies that evict only what expires evict counts too.
  if (isBounded && policy !== "noeviction") risks.push("eviction");
  if (/^aof_enabled:0/m.test(info)) risks.push("no_persistence");
  return risks;
}
