// What a door loads at its first request may fail to load, for instance while the process is out of file descriptors.
import { Client, credentials, status } from "@grpc/grpc-js";
import { describe, expect, it, onTestFinished } from "vitest";
import { openPrograms } from "../process/open-programs.ts";
import { untilListening } from "../support/programs/program.ts";

/** Makes the first load of a file fail. */
const faultIn = (file: string) => `
import { registerHooks } from "node:module";
let isFaulty = true;
registerHooks({
  load: (url, context, next) => {
    if (!isFaulty || !url.endsWith("/${file}")) return next(url, context);
    isFaulty = false;
    throw new Error("EMFILE: too many open files");
  },
});`;

async function startFaulty(file: string) {
  const programs = openPrograms();
  const { key } = await programs.createCaller();
  const hooks = `data:text/javascript;base64,${Buffer.from(faultIn(file)).toString("base64")}`;
  const program = programs.serve({ NODE_OPTIONS: `--import=${hooks}` });
  return { key, program, ports: await untilListening(program) };
}

describe("a door that cannot be loaded", { timeout: 60_000 }, () => {
  it.each([
    {
      door: "MCP",
      file: "mcp-door.ts",
      path: "/mcp",
      body: { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} },
    },
    { door: "Connect", file: "connect/handlers.ts", path: "/suitability.v1.UsageService/GetUsage", body: {} },
    { door: "the API description", file: "openapi/document.ts", path: "/openapi.json", body: undefined },
  ])(
    "over HTTP: $door answers 500, logs why, and works for the next request",
    async ({ file, path, body }) => {
      const { key, program, ports } = await startFaulty(file);
      const ask = () =>
        fetch(`http://127.0.0.1:${ports.http}${path}`, {
          ...(body && { method: "POST", body: JSON.stringify(body) }),
          headers: {
            "x-api-key": key,
            "content-type": "application/json",
            accept: "application/json, text/event-stream",
          },
        });
      const failed = await ask();
      expect(failed.status).toBe(500);
      expect(await failed.json()).toMatchObject({ reason: "INTERNAL" });
      await program.untilPrinted(/"message":"EMFILE.*because of a bug/);
      expect((await ask()).status).toBe(200);
    },
  );

  it("reflection is UNAVAILABLE, logs why, and works for the next stream", async () => {
    const { program, ports } = await startFaulty("grpc/reflection.ts");
    const client = new Client(`127.0.0.1:${ports.grpc}`, credentials.createInsecure());
    onTestFinished(() => client.close());
    const ask = async () => {
      const bytes = (value: Buffer) => value;
      const name = "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo";
      const stream = client.makeBidiStreamRequest(name, bytes, bytes);
      // Field 7, list_services.
      stream.end(Buffer.from([0x3a, 0]));
      return Buffer.concat((await stream.toArray()) as Buffer[]).toString();
    };
    await expect(ask()).rejects.toMatchObject({ code: status.UNAVAILABLE });
    await program.untilPrinted(/"message":"EMFILE.*because of a bug/);
    expect(await ask()).toContain("suitability.v1.ForecastService");
  });
});
