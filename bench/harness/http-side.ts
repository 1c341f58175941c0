import type { Bench } from "./bench-case.ts";
import type { Side } from "./compare.ts";
import { loadHttp } from "./http-load.ts";
import type { ServerProcess } from "./processes.ts";

/** A side of a comparison that is loaded over HTTP. */
export function httpSide({
  servers,
  url,
  headers,
  bench,
}: {
  /** Every process that works for an answer; stopped in this order. */
  readonly servers: readonly Pick<ServerProcess, "pid" | "stop">[];
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bench: Bench;
}): Side {
  return {
    pids: servers.map(({ pid }) => pid),
    load: (seconds) => loadHttp({ url, headers, seconds }, bench.processes),
    stop: async () => {
      for (const server of servers) await server.stop();
    },
  };
}
