// Requests that are sent without waiting for answers: they do not pile up.
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { useDoors } from "./start-with-doors.ts";

const service = await useDoors();

describe.each([
  ["http", "/dashboard/chart.js"],
  ["sidecar", "/dashboard/chart.js"],
  ["ops", "/metrics"],
] as const)("requests sent together, %s", (name, path) => {
  /** What is said to so many requests, the last of which asks for the connection to be closed, until it is. */
  const saidTo = async (count: number) => {
    const request = (more: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;
    const socket = connect({ port: service.ports[name], host: "127.0.0.1" }).setEncoding("latin1");
    let said = "";
    socket.on("data", (text: string) => (said += text));
    // A reset is one way to close it.
    socket.on("error", () => undefined);
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.write(request("").repeat(count - 1) + request("Connection: close\r\n"));
    await closed;
    return said.match(/^HTTP\/1\.1 200 /gm)?.length ?? 0;
  };

  it("closes a connection on which hundreds wait for the answer to the first", async () => {
    expect(await saidTo(1_000)).toBeLessThan(100);
    expect(await saidTo(1)).toBe(1);
  });

  it("answers a handful, in their order", async () => {
    expect(await saidTo(10)).toBe(10);
  });
});
