// Channels of grpc-js to the cores behind an address. One does for a while; then a fresh one takes its place.
import { Code, ConnectError } from "@connectrpc/connect";
import { connectivityState, type Client } from "@grpc/grpc-js";
import type { Clock } from "../../../clock.ts";

interface CoreChannel {
  readonly client: Client;
  /** Makes it connect, too, if it has not. */
  readonly state: () => connectivityState;
  readonly openedAtMs: number;
  /** A call has waited for its connection for as long as one may. */
  isSilent: boolean;
  underWay: number;
  resets: number;
}

/** A channel is replaced after this time: grpc-js looks a name up only when it connects, and new cores are to get calls. */
const RENEWED_AFTER_MS = 10_000;

/** A host that is gone answers nothing; calls are not to wait for it until their time is up. */
const CONNECT_TIMEOUT_MS = 3_000;

/**
 * As many calls as a core takes at once over a connection; of several cores behind a channel, each has one. A call that
 * was given up still counts here: Node's servers go on counting it for a while, and end a new call that goes over their
 * limit (ENHANCE_YOUR_CALM).
 */
const STREAMS_MAX = 100;

/**
 * After as many the next channel is connected; this one is used until that is done. A Node server ends a connection after
 * 1,000 in a burst, with the calls on it; STREAMS_MAX keeps far below.
 */
const RENEWED_AFTER_RESETS = 25;

/** How calls end that grpc-js resets. */
const RESET: ReadonlySet<Code> = new Set([Code.Canceled, Code.DeadlineExceeded]);

const { READY, CONNECTING } = connectivityState;

const unconnected = (ms: number) =>
  new ConnectError(`No connection established in ${ms} ms`, Code.Unavailable);

export interface CoreChannelsOptions {
  readonly open: () => Client;
  readonly clock: Clock;
  /** For a connection. */
  readonly timeoutMs?: number | undefined;
}

export function createCoreChannels({ open, clock, timeoutMs = CONNECT_TIMEOUT_MS }: CoreChannelsOptions) {
  /** Those for new calls, the youngest first. */
  let channels: readonly CoreChannel[] = [];
  let isClosed = false;

  const isSpent = ({ openedAtMs, resets }: CoreChannel) =>
    resets >= RENEWED_AFTER_RESETS || clock.nowMs() - openedAtMs >= RENEWED_AFTER_MS;

  const add = (): CoreChannel => {
    const client = open();
    const state = () => client.getChannel().getConnectivityState(true);
    const channel = { client, state, openedAtMs: clock.nowMs(), isSilent: false, underWay: 0, resets: 0 };
    channels = [channel, ...channels];
    state();
    return channel;
  };
  const retire = (retired: readonly CoreChannel[]) => {
    channels = channels.filter((channel) => !retired.includes(channel));
    for (const { client, underWay } of retired) {
      if (underWay === 0) client.close();
    }
  };
  /** Prefers a connected channel, so that no call waits for a connection while another channel has one. */
  const choose = (): CoreChannel => {
    if (channels.every(isSpent)) add();
    const free = channels.filter(({ underWay, resets }) => underWay + resets < STREAMS_MAX);
    const chosen = free.find(({ state }) => state() === READY) ?? free[0] ?? add();
    if (!isSpent(chosen)) retire(channels.filter(isSpent));
    return chosen;
  };
  /** grpc-js lets a call wait for a connection for ever: for a core that is frozen, too, after it was noticed. */
  const waitOn = (channel: CoreChannel) => {
    const silence = new AbortController();
    const timer = setTimeout(() => {
      channel.isSilent = channel.state() !== READY;
      if (channel.isSilent) silence.abort();
    }, timeoutMs);
    return { unheard: silence.signal, end: () => clearTimeout(timer) };
  };

  return {
    /**
     * Makes a call. It fails at once where connections are refused, and where nothing was heard for 3 s; a call that is
     * waiting for that is told by the signal to end.
     */
    use: async <T>(call: (client: Client, unheard?: AbortSignal) => Promise<T>): Promise<T> => {
      if (isClosed) throw new ConnectError("The transport is closed", Code.Unavailable);
      const channel = choose();
      channel.isSilent &&= channel.state() === CONNECTING;
      if (channel.isSilent) throw unconnected(timeoutMs);
      const wait = channel.state() === READY ? undefined : waitOn(channel);
      channel.underWay += 1;
      try {
        return await call(channel.client, wait?.unheard);
      } catch (error) {
        if (wait?.unheard.aborted) throw unconnected(timeoutMs);
        if (RESET.has(ConnectError.from(error).code)) channel.resets += 1;
        throw error;
      } finally {
        wait?.end();
        channel.underWay -= 1;
        if (!channels.includes(channel)) retire([channel]);
      }
    },
    /** Takes no more calls; ends the connections after the calls under way. */
    close: () => {
      isClosed = true;
      retire(channels);
    },
  };
}
