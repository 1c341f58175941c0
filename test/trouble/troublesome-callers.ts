// Callers who give up, who send half a call, whose keys were revoked, and who guess keys from many addresses.
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { StoreUnavailable, type AccountStore } from "../../src/accounts/store.ts";
import { createApiKey } from "../../src/accounts/api-key.ts";
import { issueApiKey } from "../../src/accounts/issue-api-key.ts";
import type { Door } from "../doors/door.ts";
import { callHeadersFrame, OPENING, QUESTION, questionFrame } from "../fuzz/http2-frame.ts";
import { anyQuestion, note, told } from "./honest-callers.ts";
import { isExplained, repeat, withinTime, type Scene, type Subject } from "./scene.ts";

/** A replica may accept a revoked key for 5 s; the other second is for a busy machine. */
const REVOKED_WITHIN_MS = 5_000 + 1_000;

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

/** Whole calls, as bytes. The last byte is never sent. */
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

/** Sends part of a call, waits, and leaves. The call must not be counted. */
export function sendHalf(scene: Scene, key: string): Promise<void> {
  const { random, ports, tally } = scene;
  const calls = wholeCalls(key);
  return repeat(scene, "a caller who sends half a call", async () => {
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

/** Issues a key, uses it, revokes it, and checks that random doors refuse it. */
export function useRevokedKeys(
  scene: Scene,
  { doors, store, subject }: { doors: readonly Door[]; store: AccountStore; subject: Subject },
): Promise<void> {
  const { random, tally } = scene;
  return repeat(scene, "a caller who has a key revoked", async () => {
    const issued = await untilStored(() => issueApiKey({ store, accountId: subject.accountId }));
    if (issued === undefined) throw new Error("the account is gone");
    const headers = { "x-forwarded-for": anyAddress(scene) };
    const ask = async () => {
      const sinceMs = Date.now();
      const door = random.pick(doors);
      const outcome = await withinTime(
        door.name,
        door.call({ ...anyQuestion(scene), key: issued.apiKey, headers }),
      );
      if (outcome.kind === "answer") subject.answered += 1;
      return { door: door.name, outcome, sinceMs };
    };
    for (let call = 0; call < 5; call += 1) {
      const { door, outcome, sinceMs } = await ask();
      note(scene, outcome);
      if (outcome.kind === "fault" && !(await isExplained(scene, outcome, sinceMs))) {
        scene.complain(`${door} with a good key: ${told(outcome)}`);
      }
    }
    await untilStored(() => store.revokeKey(issued.key.id));
    await sleep(REVOKED_WITHIN_MS);
    for (let call = 0; call < 5; call += 1) {
      const { door, outcome, sinceMs } = await ask();
      if (outcome.kind === "answer") scene.complain(`${door} answers a key that was revoked`);
      else if (outcome.code === "unauthenticated") tally.add("revoked");
      else if (!(await isExplained(scene, outcome, sinceMs))) {
        scene.complain(`${door} with a revoked key: ${told(outcome)}`);
      }
    }
  });
}

/** Guesses keys, from one address or from many. */
export function guessKeys(scene: Scene, doors: readonly Door[]): Promise<void> {
  const { random, tally } = scene;
  return repeat(scene, "a caller who guesses keys", async () => {
    const sinceMs = Date.now();
    const door = random.pick(doors);
    const address = random.next() < 0.2 ? "203.0.113.9" : anyAddress(scene);
    const call = { ...anyQuestion(scene), key: createApiKey(), headers: { "x-forwarded-for": address } };
    const outcome = await withinTime(door.name, door.call(call));
    if (outcome.kind === "answer") return scene.complain(`${door.name} answers a guessed key`);
    tally.add(outcome.reason ?? outcome.code);
    const isRefusal = ["unauthenticated", "resource_exhausted"].includes(outcome.code);
    if (!isRefusal && !(await isExplained(scene, outcome, sinceMs))) {
      scene.complain(`${door.name} with a guessed key: ${told(outcome)}`);
    }
  });
}

function anyAddress({ random }: Scene): string {
  return random.next() < 0.5
    ? `198.${random.between(18, 19)}.${random.between(0, 255)}.${random.between(1, 254)}`
    : `2001:db8:${random.between(0, 65_535).toString(16)}:${random.between(0, 65_535).toString(16)}::1`;
}

/** Retries, because the file is locked while the service's disk hangs. */
async function untilStored<T>(change: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await change();
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || attempt === 200) throw error;
      await sleep(100);
    }
  }
}
