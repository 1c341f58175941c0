/** A drill of a minute: the same events, and a Patroni that notices sooner than is good on a network. */
export const SHORT = {
  callsPerSecond: 30,
  awayMs: 2_000,
  stoppedMs: 6_500,
  times: { ttl: 5, loop_wait: 1, retry_timeout: 2 },
};
