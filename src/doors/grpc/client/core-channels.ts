// Channels of grpc-js to the cores of an address. Each is used for a while, then replaced.
import { Code, ConnectError } from "@connectrpc/connect";
import { connectivityState, type Client } from "@grpc/grpc-js";
import type { Clock } from "../../../lib/time/clock.ts";

interface CoreChannel {
  readonly client: Client;
  /** Also makes the channel connect, if it has not. */
  readonly state: () => connectivityState;
  readonly openedAtMs: number;
  /** Whether a call has waited the full connect timeout without getting a connection. */
  isSilent: boolean;
  inFlight: number;
  resets: number;
}

/**
 * How long a channel is used. grpc-js resolves a name only when it connects, so new cores get calls only through new
 * channels.
 */
const RENEWED_AFTER_MS = 10_000;

/** A lost host does not answer; calls must not wait for it until their deadline. */
const CONNECT_TIMEOUT_MS = 3_000;

/**
 * How many concurrent calls a core accepts on a connection. A channel has one connection to each core. A cancelled call
 * still counts, because Node's servers also count it for a while, and reset new calls beyond their limit
 * (ENHANCE_YOUR_CALM).
 */
const STREAMS_MAX = 100;

/**
 * After this many resets, a new channel is opened, and the old one is used until the new one has connected. A Node server
 * ends a connection, with its calls, after a burst of 1,000 resets. STREAMS_MAX keeps the resets of a connection far below
 * that.
 */
const RENEWED_AFTER_RESETS = 25;

/** The codes of calls that grpc-js resets. */
const RESET: ReadonlySet<Code> = new Set([Code.Canceled, Code.DeadlineExceeded]);

const { READY, CONNECTING } = connectivityState;

const unconnected = (ms: number) =>
  new ConnectError(`No connection established in ${ms} ms`, Code.Unavailable);

interface CoreChannelsOptions {
  readonly open: () => Client;
  readonly clock: Clock;
  /** How long a call waits for a connection. */
  readonly timeoutMs?: number | undefined;
}

export function createCoreChannels({ open, clock, timeoutMs = CONNECT_TIMEOUT_MS }: CoreChannelsOptions) {
  /** Channels for new calls, the youngest first. */
  let channels: readonly CoreChannel[] = [];
  let isClosed = false;

  const isSpent = ({ openedAtMs, resets }: CoreChannel) =>
    resets >= RENEWED_AFTER_RESETS || clock.elapsedMs() - openedAtMs >= RENEWED_AFTER_MS;

  const add = (): CoreChannel => {
    const client = open();
    const state = () => client.getChannel().getConnectivityState(true);
    const channel = { client, state, openedAtMs: clock.elapsedMs(), isSilent: false, inFlight: 0, resets: 0 };
    channels = [channel, ...channels];
    state();
    return channel;
  };
  const retire = (retired: readonly CoreChannel[]) => {
    channels = channels.filter((channel) => !retired.includes(channel));
    for (const { client, inFlight } of retired) {
      if (inFlight === 0) client.close();
    }
  };
  /** Prefers a connected channel, so that no call waits for a connection while another channel has one. */
  const choose = (): CoreChannel => {
    if (channels.every(isSpent)) add();
    const free = channels.filter(({ inFlight, resets }) => inFlight + resets < STREAMS_MAX);
    const chosen = free.find(({ state }) => state() === READY) ?? free[0] ?? add();
    if (!isSpent(chosen)) retire(channels.filter(isSpent));
    return chosen;
  };
  /**
   * Starts the connect timeout of a call. grpc-js itself lets a call wait for a connection forever, even to a core that is
   * known to be frozen.
   */
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
     * Makes a call. It fails at once if connections are refused. After 3 s without an answer to the attempt to connect,
     * `unheard` aborts the call.
     */
    use: async <T>(call: (client: Client, unheard?: AbortSignal) => Promise<T>): Promise<T> => {
      if (isClosed) throw new ConnectError("The transport is closed", Code.Unavailable);
      const channel = choose();
      channel.isSilent &&= channel.state() === CONNECTING;
      if (channel.isSilent) throw unconnected(timeoutMs);
      const wait = channel.state() === READY ? undefined : waitOn(channel);
      channel.inFlight += 1;
      try {
        return await call(channel.client, wait?.unheard);
      } catch (error) {
        if (wait?.unheard.aborted) throw unconnected(timeoutMs);
        if (RESET.has(ConnectError.from(error).code)) channel.resets += 1;
        throw error;
      } finally {
        wait?.end();
        channel.inFlight -= 1;
        if (!channels.includes(channel)) retire([channel]);
      }
    },
    /** Takes no more calls; ends the connections after the calls in flight. */
    close: () => {
      isClosed = true;
      retire(channels);
    },
  };
}
