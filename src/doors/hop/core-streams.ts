// The cores of a sidecar, and which of them gets a call.
import { promises as dns } from "node:dns";
import { isIPv6 } from "node:net";
import type { ChannelOptions, Client } from "@grpc/grpc-js";
import type { Clock } from "../../lib/time/clock.ts";
import type { CallStream } from "./call-stream.ts";
import { Core, RENEWED_AFTER_MS } from "./core.ts";

/** How long the addresses of a name are used. After that it may stand for others. */
const LOOKED_UP_EVERY_MS = RENEWED_AFTER_MS;
/** The wait after a look-up that failed. */
const RETRY_MS = 1_000;

interface CoreStreamsOptions {
  /** `dns:///HOST:PORT` or `unix:PATH`. */
  readonly target: string;
  /** Opens a client with a connection of its own. */
  readonly open: (target: string, options?: ChannelOptions) => Client;
  readonly clock: Clock;
}

export type CoreStreams = ReturnType<typeof createCoreStreams>;

/** A stream to each address of the target. Only `choose` looks addresses up and opens streams: without calls nothing happens. */
export function createCoreStreams({ target, open, clock }: CoreStreamsOptions) {
  const { addresses, options } = resolver(target);
  let cores: readonly Core[] = [];
  let lookUpAtMs = 0;
  let isClosed = false;
  /** Where the search begins, so that idle cores take turns. */
  let turn = 0;

  const lookUp = async () => {
    // No other look-up before this one has ended.
    lookUpAtMs = Infinity;
    try {
      const found = await addresses();
      if (isClosed) return;
      for (const core of cores) if (!found.includes(core.address)) core.finish();
      cores = found.map(
        (address) =>
          cores.find((known) => known.address === address) ??
          new Core({ address, open: () => open(address, options), clock }),
      );
      lookUpAtMs = clock.elapsedMs() + LOOKED_UP_EVERY_MS;
    } catch {
      // The cores of before are good as long as they answer.
      lookUpAtMs = clock.elapsedMs() + RETRY_MS;
    }
  };

  return {
    /**
     * The open stream with the fewest calls in flight. Undefined if there is none, and also if one of the cores refuses streams:
     * if the others were asked over theirs, that one would get no calls.
     */
    choose: (): CallStream | undefined => {
      const nowMs = clock.elapsedMs();
      if (nowMs >= lookUpAtMs && !isClosed) void lookUp();
      let chosen: CallStream | undefined;
      turn += 1;
      for (let i = 0; i < cores.length; i += 1) {
        const core = cores[(turn + i) % cores.length];
        core?.openIfDue(nowMs);
        const stream = core?.streamAt(nowMs);
        if (stream === undefined) continue;
        if (chosen === undefined || stream.inFlight < chosen.inFlight) chosen = stream;
      }
      return cores.some(({ refusesStreams }) => refusesStreams) ? undefined : chosen;
    },
    /** How many streams there are to each core, and calls in flight on them. */
    figures: () => cores.map(({ figures }) => figures),
    /** Ends the streams after the calls in flight on them. */
    close: (): void => {
      isClosed = true;
      for (const core of cores) core.finish();
      cores = [];
    },
  };
}

const DNS_TARGET = /^dns:\/\/\/(?<authority>\[?(?<host>[^\]]+?)\]?:(?<port>\d+))$/;

/** Returns what looks up the addresses of a target, each as a target of grpc-js, and the options that a client for one needs. */
function resolver(target: string) {
  const { host, authority, port } = DNS_TARGET.exec(target)?.groups ?? {};
  if (host === undefined) return { addresses: async () => [target], options: {} };
  const addresses = async () => {
    const found = await dns.lookup(host, { all: true });
    return found.map(({ address }) =>
      isIPv6(address) ? `ipv6:[${address}]:${port}` : `ipv4:${address}:${port}`,
    );
  };
  // A certificate is for the name, whatever the address.
  const options = { "grpc.default_authority": authority, "grpc.ssl_target_name_override": host };
  return { addresses, options };
}
