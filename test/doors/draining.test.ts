// What callers with open connections receive when a service is asked to stop, before its ports close.
import { once } from "node:events";
import { Agent, request as httpRequest, type IncomingMessage } from "node:http";
import { constants } from "node:http2";
import { connect, type Socket } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import { portServedBy } from "../support/fakes/tcp-server.ts";
import { startTestService } from "../support/service/test-service.ts";
import { forecastMessage, GET_FORECAST, openSession, rawCall, WATCH } from "./grpc/raw-call.ts";
import { LONDON } from "./methods.ts";
import { holdAnswers, startProvider } from "./start-with-doors.ts";

const WAIT = { timeout: 15_000 };
const BODY = JSON.stringify(LONDON);
const MESSAGE = forecastMessage(LONDON);

/** How long new calls are accepted after the service was asked to stop. */
const DRAIN_DELAY_MS = 1_000;

const REST = { path: `/v1/forecast?lat=${LONDON.lat}&lng=${LONDON.lng}`, headers: {} };
const CONNECT = {
  path: GET_FORECAST,
  method: "POST",
  headers: { "content-type": "application/json" },
  body: BODY,
};
const HTTP_CALLS = [REST, CONNECT];

/** A service for the test to stop. Its provider answers nothing until `release` is called. */
async function startHeld() {
  const { held, release } = holdAnswers();
  const { upstream, settings } = await startProvider(held);
  const service = await startTestService({
    ...settings,
    drainDelayMs: DRAIN_DELAY_MS,
    callTimeoutMs: 60_000,
  });
  const { key } = await service.createCaller();
  const agent = new Agent({ keepAlive: true });
  let stopped: Promise<void> | undefined;
  /** Stops the sidecar, then the core, and waits until the process with this operations port drains. */
  const drain = async (opsPort: number) => {
    stopped = service.stop();
    const readyz = () => fetch(`http://127.0.0.1:${opsPort}/readyz`);
    await vi.waitFor(async () => expect(await (await readyz()).text()).toContain("draining"), WAIT);
  };
  onTestFinished(async () => {
    release();
    agent.destroy();
    await (stopped ?? service.stop());
  });
  const answerOf = async (port: number, { headers, ...call }: (typeof HTTP_CALLS)[number]) => {
    const options = { host: "127.0.0.1", port, agent, headers: { ...headers, "x-api-key": key }, ...call };
    const sent = httpRequest(options).end("body" in call ? call.body : undefined);
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    response.resume();
    await once(response, "end");
    const reused = sent.reusedSocket;
    return { status: response.statusCode, connection: response.headers.connection, reused };
  };
  const untilAsked = () => vi.waitFor(() => expect(upstream.requests.length).toBeGreaterThan(0), WAIT);
  const opsPorts = { http: service.ports.ops, sidecar: service.sidecarOpsPort };
  return { ...service, key, answerOf, release, drain, opsPorts, untilAsked };
}

it.each(["http", "sidecar"] as const)(
  "a connection to the port %s ends with its next answer when the service drains, for calls under way and new calls",
  async (name) => {
    const { ports, answerOf, release, drain, opsPorts, untilAsked } = await startHeld();
    const underWay = HTTP_CALLS.map((call) => answerOf(ports[name], call));
    await untilAsked();
    const idle = { path: "/v1/sports", headers: {} };
    expect(await answerOf(ports[name], idle)).toMatchObject({ connection: "keep-alive" });

    await drain(opsPorts[name]);
    expect(await answerOf(ports[name], idle)).toEqual({ status: 200, connection: "close", reused: true });
    expect(await answerOf(ports[name], idle)).toEqual({ status: 200, connection: "close", reused: false });
    release();
    for (const answer of await Promise.all(underWay)) {
      expect(answer).toEqual({ status: 200, connection: "close", reused: false });
    }
  },
);

it("a draining service reports NOT_SERVING over gRPC", async () => {
  const { ports, drain, opsPorts } = await startHeld();
  /** SERVING is 1, NOT_SERVING is 2. */
  const health: unknown[] = [];
  rawCall(openSession(ports.grpc), WATCH).stream.on("data", (answer: Buffer) => health.push(answer.at(-1)));
  await vi.waitFor(() => expect(health).toEqual([1]), WAIT);
  await drain(opsPorts.http);
  await vi.waitFor(() => expect(health).toEqual([1, 2]), WAIT);
});

it("a draining service sends GOAWAY on a gRPC connection, and answers the calls that have begun on it", async () => {
  const { ports, key, release, drain, opsPorts, untilAsked } = await startHeld();
  const session = openSession(ports.grpc);
  const call = { bytes: MESSAGE, headers: { "x-api-key": key } };
  const goaways: (readonly unknown[])[] = [];
  session.on("goaway", (...goaway: unknown[]) => goaways.push(goaway.slice(0, 2)));
  const underWay = rawCall(session, GET_FORECAST, call);
  await untilAsked();
  await drain(opsPorts.http);
  // Error code 0 (no error), and the id of the last call that was read.
  await vi.waitFor(() => expect(goaways[0]).toEqual([0, underWay.stream.id]), WAIT);
  const closed = once(session, "close");
  release();
  expect((await underWay.ended).code).toBe(0);
  await closed;
});

it("a gRPC call that crosses the GOAWAY of a draining service is refused as not read, long before the port closes", async () => {
  const { ports, key, release, drain, opsPorts } = await startHeld();
  release();
  const way = await startWay(ports.grpc);
  const session = openSession(way.port);
  const call = { bytes: MESSAGE, headers: { "x-api-key": key } };
  expect((await rawCall(session, GET_FORECAST, call).ended).code).toBe(0);

  way.holdBack();
  await drain(opsPorts.http);
  const sent = way.bytesSent();
  const late = rawCall(session, GET_FORECAST, call);
  // A client that has not sent the call yet would withdraw it by itself.
  await vi.waitFor(() => expect(way.bytesSent()).toBeGreaterThan(sent + MESSAGE.length), WAIT);
  way.passOn();
  expect((await late.ended).reset).toBe(constants.NGHTTP2_REFUSED_STREAM);
  expect((await rawCall(openSession(ports.grpc), GET_FORECAST, call).ended).code).toBe(0);
});

/** A proxy for one connection to a port. It can hold back what the server sends. */
async function startWay(port: number) {
  const toServer = connect({ port, host: "127.0.0.1" });
  onTestFinished(() => void toServer.destroy());
  let toClient: Socket | undefined;
  return {
    port: await portServedBy((socket) => {
      toClient = socket;
      socket.pipe(toServer).pipe(socket);
    }),
    holdBack: () => void toServer.unpipe(),
    bytesSent: () => toServer.bytesWritten,
    passOn: () => toClient && toServer.pipe(toClient),
  };
}
