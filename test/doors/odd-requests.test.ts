// Requests that mean one thing to a proxy and could mean another here: a path is spelt in one way, and a request has one host.
import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { useDoors } from "./start-with-doors.ts";

/** The service's HTTP ports, and what each serves. */
const PATHS = {
  http: [
    "/v1/forecast",
    "/v1/booking-confidence",
    "/v1/safe-slots",
    "/suitability.v1.ForecastService/GetForecast",
    "/suitability.v1.UsageService/GetUsage",
    "/dashboard",
    "/dashboard/dashboard.js",
    "/openapi.json",
  ],
  ops: ["/livez", "/readyz", "/metrics"],
} as const;

const PORTS = ["http", "sidecar", "ops"] as const;
type Port = (typeof PORTS)[number];
const pathsOf = (port: Port) => PATHS[port === "ops" ? "ops" : "http"];

/** Other spellings of a path; each is another path, at which there is nothing. */
const SPELLINGS: Readonly<Record<string, (path: string) => string>> = {
  "a percent-encoded letter": (path) =>
    path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  "a percent-encoded last letter": (path) =>
    path.replace(/[a-z]$/, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`),
  "a percent-encoded slash": (path) => `/${path.slice(1).replace("/", "%2F")}%2f`,
  "two slashes before it": (path) => `/${path}`,
  "two slashes in it": (path) => path.replace(/(?<=.)\/|$/, "//"),
  "a slash after it": (path) => `${path}/`,
  capitals: (path) => path.toUpperCase(),
  "one capital": (path) => path.replace(/[a-z]/, (letter) => letter.toUpperCase()),
  "a dot before it": (path) => `/.${path}`,
  "a detour": (path) => `/x/..${path}`,
  "a parameter of the path": (path) => `${path};x=1`,
  "a fragment": (path) => `${path}#x`,
};

const service = await useDoors();

describe.each(PORTS)("port %s", (port) => {
  /** The status of a request that is sent as it stands; the service is asked to close the connection. */
  const statusOf = async (...lines: readonly string[]): Promise<number> => {
    const socket = connect(port === "ops" ? service.ports.ops : service.ports[port], "127.0.0.1");
    let answer = "";
    socket.on("data", (chunk: Buffer) => (answer += chunk.toString("latin1")));
    socket.write(`${[...lines, "Connection: close"].join("\r\n")}\r\n\r\n`);
    await once(socket, "close");
    return Number(/^HTTP\/1\.1 (\d+) /.exec(answer)?.[1]);
  };

  it.each(Object.entries(SPELLINGS))("serves nothing at a path with %s", async (_name, spell) => {
    for (const path of pathsOf(port)) {
      for (const method of ["GET", "POST"]) {
        const spelt = spell(path);
        const status = await statusOf(`${method} ${spelt} HTTP/1.1`, "Host: a", "Content-Length: 0");
        expect(status, `${method} ${spelt}`).toBe(404);
      }
    }
  });

  it("serves the paths as they are, with any query", async () => {
    for (const path of pathsOf(port)) {
      for (const target of [path, `${path}?%41=%2F/#`]) {
        expect(await statusOf(`GET ${target} HTTP/1.1`, "Host: a"), target).not.toBe(404);
      }
    }
  });

  it.each([
    [["Host: a", "Host: a"]],
    [["Host: a", "Host: b"]],
    [["host: a", "X-A: b", "HOST: b"]],
    [[]],
    [["Host: a b"]],
  ])("refuses a request with %j for its host", async (hosts) => {
    for (const path of pathsOf(port)) {
      expect(await statusOf(`GET ${path} HTTP/1.1`, ...hosts), path).toBe(400);
    }
  });
});
