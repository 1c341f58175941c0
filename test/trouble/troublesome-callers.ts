// Callers who give up, and who send half of what they promise.
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { callHeadersFrame, OPENING, QUESTION, questionFrame } from "../fuzz/http2-frame.ts";
import { repeat, type Scene, type Subject } from "./scene.ts";

/** Asks for places that nobody asked for before, and leaves within some milliseconds. */
export function giveUp(scene: Scene, subject: Subject): Promise<void> {
  const { random, ports, tally } = scene;
  return repeat(scene, "a caller who gives up", async () => {
    const port = random.pick([ports.http, ports.sidecar]);
    const place = `lat=${random.between(-8_000, 8_000) / 100}&lng=${random.between(-18_000, 18_000) / 100}`;
    const signal = AbortSignal.timeout(random.between(1, 60));
    try {
      const response = await fetch(`http://127.0.0.1:${port}/v1/forecast?${place}&days=1`, {
        headers: { "x-api-key": subject.key },
        signal,
      });
      if (response.ok) subject.answered += 1;
      tally.add(response.ok ? "answered in time" : `given up: ${response.status}`);
      if (response.status === 500) scene.complain(`a caller who gives up: 500 for ${place}`);
      await response.arrayBuffer();
    } catch (error) {
      if (!signal.aborted) throw error;
      subject.left += 1;
      tally.add("given up");
    }
  });
}

/** Whole calls, as bytes; the last one is never sent. */
const wholeCalls = (key: string) => {
  const post = (type: string, body: Uint8Array) =>
    Buffer.concat([
      Buffer.from(
        `POST /suitability.v1.ForecastService/GetForecast HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`,
      ),
      body,
    ]);
  return [
    { door: "http", bytes: post("application/json", Buffer.from('{"lat":1,"lng":2}')) },
    { door: "http", bytes: post("application/grpc-web+proto", QUESTION) },
    { door: "sidecar", bytes: post("application/proto", QUESTION.subarray(5)) },
    { door: "grpc", bytes: Buffer.concat([OPENING, callHeadersFrame(key), questionFrame]) },
  ] as const;
};

/** Sends part of a call, waits, and leaves. None of it may count. */
export function sendHalf(scene: Scene, key: string): Promise<void> {
  const { random, ports, tally } = scene;
  const calls = wholeCalls(key);
  return repeat(scene, "who sends half", async () => {
    const { door, bytes } = random.pick(calls);
    const socket = connect(ports[door], "127.0.0.1");
    socket.on("error", () => undefined);
    socket.resume();
    await once(socket, "connect");
    socket.write(bytes.subarray(0, random.between(1, bytes.length - 1)));
    await sleep(random.between(0, 500));
    if (random.next() < 0.5) socket.end();
    await sleep(random.between(0, 50));
    socket.destroy();
    tally.add("half sent");
  });
}
