// What goes along with a call to a core and what comes back, and which addresses a core may have.
import { join } from "node:path";
import { create, toBinary } from "@bufbuild/protobuf";
import { anyPack } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError } from "@connectrpc/connect";
import { beforeEach, describe, expect, it } from "vitest";
import { ErrorInfoSchema } from "#gen/google/rpc/error_details_pb.ts";
import { StatusSchema } from "#gen/google/rpc/status_pb.ts";
import { UsageService } from "#gen/suitability/v1/usage_pb.ts";
import { coreTargetFromText } from "../../../../src/doors/grpc/client/core-address.ts";
import { dial, type Dialled } from "../bare-server.ts";
import { folderOfTest } from "../../../support/programs/folder-of-test.ts";
import {
  answerWith,
  frame,
  GRPC_HEADER,
  startMisbehavingCore,
  USAGE,
  type MisbehavingCore,
} from "./misbehaving-core.ts";

describe("a call to a core", () => {
  let core: MisbehavingCore;
  let transport: Dialled;

  beforeEach(async () => {
    core = await startMisbehavingCore(answerWith(USAGE));
    transport = await dial(`localhost:${core.port}`);
  });

  it("carries its deadline, the caller's address, what gRPC asks for, and the headers that gRPC can carry", async () => {
    const options = { timeoutMs: 1_234.5, traceHeaders: { tracestate: "a=é" } };
    await transport.ask({ key: "wsk_1", address: "192.0.2.7" }, options);
    const [call] = core.calls;
    expect(call).toMatchObject({
      ":method": "POST",
      ":path": "/suitability.v1.UsageService/GetUsage",
      ":authority": `localhost:${core.port}`,
      te: "trailers",
      "content-type": "application/grpc",
      "x-api-key": "wsk_1",
      "x-forwarded-for": "192.0.2.7",
    });
    expect(call).not.toHaveProperty("tracestate");
    const [, leftMs] = /^(\d+)m$/.exec(call?.["grpc-timeout"] as string) ?? [];
    expect(Number(leftMs)).toBeLessThanOrEqual(1_235);
    expect(Number(leftMs)).toBeGreaterThan(235);
  });

  it("brings back the answer's metadata, without binary headers and those of the hop", async () => {
    core.behave((stream) => {
      stream.respond(
        { ...GRPC_HEADER, "grpc-encoding": "identity", ratelimit: "r=1", "x-trace-bin": "AAAA" },
        { waitForTrailers: true },
      );
      stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
      stream.end(USAGE);
    });
    const { headers } = await transport.ask();
    expect(headers).toEqual({ ratelimit: "r=1" });
  });

  it.each(["after the header", "instead of a header"])(
    "brings back an error with details, %s",
    async (where) => {
      const details = [anyPack(ErrorInfoSchema, create(ErrorInfoSchema, { reason: "QUOTA_EXHAUSTED" }))];
      const status = create(StatusSchema, { code: Code.ResourceExhausted, details });
      const trailer = {
        "grpc-status": String(Code.ResourceExhausted),
        "grpc-message": "50%25 too much caf%C3%A9",
        "grpc-status-details-bin": Buffer.from(toBinary(StatusSchema, status))
          .toString("base64")
          .replace(/=+$/, ""),
        "retry-after": "7",
      };
      core.behave(
        where === "after the header"
          ? answerWith(Buffer.alloc(0), trailer)
          : (stream) => stream.respond({ ...GRPC_HEADER, ...trailer }, { endStream: true }),
      );
      const error = ConnectError.from(await transport.ask().catch((reason: unknown) => reason));
      expect(error).toMatchObject({ code: Code.ResourceExhausted, rawMessage: "50% too much café" });
      expect(error.findDetails(ErrorInfoSchema)).toMatchObject([{ reason: "QUOTA_EXHAUSTED" }]);
      expect(Object.fromEntries(error.metadata)).toEqual({ "retry-after": "7" });
    },
  );

  it.each([
    { which: "that was given up before", options: { signal: AbortSignal.abort() }, code: Code.Canceled },
    { which: "with no time left", options: { timeoutMs: 0 }, code: Code.DeadlineExceeded },
  ])("$which is not made", async ({ options, code }) => {
    await expect(transport.ask({}, options)).rejects.toMatchObject({ code });
    await transport.ask();
    expect(core.calls).toHaveLength(1);
  });

  it("leaves no listener behind on a signal that outlives it", async () => {
    const listening = new Set<unknown>();
    let added = 0;
    const { signal } = new AbortController();
    const { addEventListener, removeEventListener } = signal;
    signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
      listening.add(args[1]);
      added += 1;
      addEventListener.apply(signal, args);
    };
    signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
      listening.delete(args[1]);
      removeEventListener.apply(signal, args);
    };
    await transport.ask({}, { signal });
    expect(listening).toEqual(new Set());
    expect(added).toBeGreaterThan(0);
  });
});

describe("a call to a core for JSON", () => {
  const message = create(UsageService.method.getUsage.input);
  const json = Buffer.from('{"plan":"any bytes of the core\'s"}');
  const ask = async (header: Readonly<Record<string, string>>, body: Uint8Array) => {
    const core = await startMisbehavingCore((stream) => {
      stream.respond({ ...GRPC_HEADER, ...header }, { waitForTrailers: true });
      stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
      stream.end(body);
    });
    const { askForJson } = await dial(`localhost:${core.port}`);
    const answer = askForJson(
      { method: UsageService.method.getUsage, message, head: {} },
      { timeoutMs: 20_000 },
    );
    return { core, answer };
  };
  const JSON_HEADER = { "content-type": "application/grpc+json" };

  it("asks for it in its metadata, and brings back the bytes as they are, with their ETag", async () => {
    const { core, answer } = await ask({ ...JSON_HEADER, etag: '"1"', ratelimit: "r=1" }, frame(json));
    expect(await answer).toEqual({ json, etag: '"1"', headers: { ratelimit: "r=1" } });
    expect(core.calls[0]).toMatchObject({
      accept: "application/grpc+json",
      "content-type": "application/grpc",
    });
  });

  it("fails where the ETag is missing, and does not take the JSON for a message", async () => {
    const { answer } = await ask(JSON_HEADER, frame(json));
    await expect(answer).rejects.toMatchObject({
      code: Code.Internal,
      rawMessage: expect.stringContaining("an answer in JSON has no ETag") as string,
    });
  });
});

describe("the address of a core", () => {
  it("may be a Unix socket", async () => {
    const path = join(folderOfTest(), "core.sock");
    await startMisbehavingCore(answerWith(USAGE), path);
    const transport = await dial(`unix:${path}`);
    expect(await transport.ask()).toMatchObject({
      message: { plan: "growth" },
    });
  });

  it.each([
    ["localhost:1", "dns:///localhost:1"],
    ["dns:///core.example:50051", "dns:///core.example:50051"],
    ["dns:core.example:50051", "dns:///core.example:50051"],
    // Without a scheme in front, grpc-js would take the host name for one.
    ["dns:50051", "dns:///dns:50051"],
    ["[::1]:50051", "dns:///[::1]:50051"],
    ["unix:/run/core", "unix:/run/core"],
    ["unix:///run/core", "unix:/run/core"],
  ])("%s is dialled as %s", (address, target) => {
    expect(coreTargetFromText(address)).toBe(target);
  });

  it.each(["core", "core:70000", "http://core:1", "::1:50051", "unix:relative"])(
    "%s is refused",
    (address) => {
      expect(coreTargetFromText(address)).toBeUndefined();
    },
  );
});
