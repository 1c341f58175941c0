// The object that takes the place of the Map in which Node keeps a session's streams.
import { once } from "node:events";
import {
  type ClientHttp2Session,
  connect,
  createServer,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from "node:http2";
import type { AddressInfo } from "node:net";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { keepStreamsById } from "../../../../src/doors/hardening/http2/streams-by-id.ts";

let client: ClientHttp2Session;
let session: ServerHttp2Session;
let served: ServerHttp2Stream[];

/** The private field that the code under test replaces: Node has no other way to show its streams. */
function streamsOf(session: object): { readonly size: number } {
  const symbol = Object.getOwnPropertySymbols(session).find(({ description }) => description === "state");
  const { streams } = Reflect.get(session, symbol as symbol) as { streams: { size: number } };
  return streams;
}

describe("a session of HTTP/2", () => {
  beforeEach(async () => {
    served = [];
    const server = createServer();
    server.on("session", (opened) => {
      keepStreamsById(opened);
      session = opened;
    });
    server.on("stream", (stream: ServerHttp2Stream) => {
      served.push(stream);
      stream.on("error", () => undefined).respond();
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    client.on("error", () => undefined);
    onTestFinished(() => {
      client.destroy();
      server.close();
    });
  });

  const openStream = async () => {
    const stream = client.request({ ":path": "/" }).on("error", () => undefined);
    await once(stream, "response");
    return stream.resume();
  };

  it("keeps its streams in our object, and only while they are open", async () => {
    const first = await openStream();
    await openStream();
    expect(streamsOf(session).constructor.name).toBe("StreamsById");
    expect(streamsOf(session).size).toBe(2);
    const closed = once(served[0] as ServerHttp2Stream, "close");
    served[0]?.end();
    await once(first, "close");
    await closed;
    expect(streamsOf(session).size).toBe(1);
  });

  it("answers data on the stream that it was sent on", async () => {
    const streams = [await openStream(), await openStream(), await openStream()];
    const texts = streams.map(async (stream) => String(await once(stream, "data")));
    for (const [i, stream] of served.entries()) stream.end(`answer ${i}`);
    expect(await Promise.all(texts)).toEqual(["answer 0", "answer 1", "answer 2"]);
  });

  it("ends all of its streams when it is destroyed", async () => {
    await openStream();
    await openStream();
    const closed = served.map((stream) => once(stream, "close"));
    session.destroy();
    await Promise.all(closed);
    expect(streamsOf(session).size).toBe(0);
  });
});
