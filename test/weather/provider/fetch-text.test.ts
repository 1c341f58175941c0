import { Agent } from "undici";
import { describe, expect, it, onTestFinished } from "vitest";
import { runInContext } from "../../../src/ops/trace/traced.ts";
import { contextFromHeaders } from "../../../src/ops/trace/headers.ts";
import { fetchText } from "../../../src/weather/provider/fetch-text.ts";
import { createMisbehavingUpstream } from "../../support/misbehaving-upstream.ts";

const CALLER = {
  traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
  tracestate: "vendor=the-callers-own-words",
};

/** The headers that a local server, reached under this name, gets from a fetch during a traced call. */
async function headersSentTo(host: string): Promise<object> {
  const upstream = await createMisbehavingUpstream({ kind: "answer", body: {} });
  const dispatcher = new Agent({
    connect: { lookup: (_host, _options, found) => found(null, [{ address: "127.0.0.1", family: 4 }]) },
  });
  onTestFinished(async () => {
    await dispatcher.destroy();
    await upstream.close();
  });
  await runInContext(contextFromHeaders(CALLER), () =>
    fetchText({
      source: "a-provider",
      dispatcher,
      origin: `http://${host}:${new URL(upstream.url).port}`,
      path: "/",
      maxBodyBytes: 1_000,
      timeoutMs: 5_000,
      signal: new AbortController().signal,
    }),
  );
  return upstream.requests[0]?.headers ?? {};
}

describe("a fetch", () => {
  it.each(["api.open-meteo.com", "customer-api.open-meteo.com", "api.met.no"])(
    "sends %s no header about the caller",
    async (host) => {
      const sent = await headersSentTo(host);
      expect(Object.keys(sent).toSorted()).toEqual([
        "accept",
        "accept-encoding",
        "connection",
        "host",
        "user-agent",
      ]);
    },
  );

  it.each(["weather.internal", "open-meteo.com.internal"])(
    "continues the call's trace at %s",
    async (host) => {
      expect(await headersSentTo(host)).toMatchObject({
        traceparent: expect.stringMatching(/^00-0af7651916cd43dd8448eb211c80319c-/),
        tracestate: "vendor=the-callers-own-words",
      });
    },
  );
});
