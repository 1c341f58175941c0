// How long an HTTP port waits for whoever is slow: to send, or to read.

export interface HttpTimeouts {
  /** For a request's headers, from its first byte, or from the connection on. */
  readonly headersMs: number;
  /** For the whole request, its body included. */
  readonly requestMs: number;
  /** For a caller to read on: an answer of which nothing has been taken for so long is not waited for. */
  readonly unreadMs: number;
  /** How often those who are late are looked for, which comes on top. Node's own 30 s would treble the bounds. */
  readonly checkMs: number;
}

/** A caller that needs longer than this is faulty or hostile: requests are a few hundred bytes, answers some kilobytes. */
export const HTTP_TIMEOUTS: HttpTimeouts = {
  headersMs: 10_000,
  requestMs: 15_000,
  unreadMs: 60_000,
  checkMs: 5_000,
};

/** What Fastify is told of them. It alone would wait for ever for the rest of a request. */
export function fastifyTimeouts({ headersMs, requestMs, checkMs }: HttpTimeouts) {
  return {
    http: { headersTimeout: headersMs, connectionsCheckingInterval: checkMs },
    requestTimeout: requestMs,
  };
}
