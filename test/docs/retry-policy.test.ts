// The retry policy of docs/api.md, in a gRPC client of our server.
import { readFileSync } from "node:fs";
import { Client, credentials, status } from "@grpc/grpc-js";
import { expect, it, onTestFinished } from "vitest";
import type { FaultReason } from "../../src/errors/fault-reasons.ts";
import { plainFault } from "../../src/errors/fault.ts";
import { startBareServer } from "../doors/grpc/bare-server.ts";

const PAGE = readFileSync(new URL("../../docs/api.md", import.meta.url), "utf8");
const [, POLICY = ""] = /^### Retries\n.*?```json\n(.*?)^```/ms.exec(PAGE) ?? [];
/** With pauses for which no test has to wait. */
const HASTY_POLICY = POLICY.replaceAll(/(?<=Backoff": )"[\d.]+s"/g, '"0.001s"');

/** How a call ends that is refused so many times, and how often the server was asked. */
async function callRefused(times: number, reason: FaultReason) {
  let asked = 0;
  const { port, close } = await startBareServer(() => {
    asked += 1;
    if (asked <= times) throw plainFault(reason);
    return {};
  });
  onTestFinished(() => close());
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure(), {
    "grpc.service_config": HASTY_POLICY,
  });
  onTestFinished(() => client.close());
  const bytes = (buffer: Buffer) => buffer;
  const path = "/suitability.v1.UsageService/GetUsage";
  const code = await new Promise((resolve) =>
    client.makeUnaryRequest(path, bytes, bytes, Buffer.alloc(0), (error) =>
      resolve(error === null ? status.OK : error.code),
    ),
  );
  return { code, asked };
}

it.each([
  {
    what: "answers a call that was refused for the moment",
    times: 3,
    reason: "OVERLOADED",
    code: 0,
    asked: 4,
  },
  { what: "gives up after four attempts", times: 4, reason: "OVERLOADED", code: 14, asked: 4 },
  { what: "leaves a used-up month alone", times: 1, reason: "MONTHLY_QUOTA_EXHAUSTED", code: 8, asked: 1 },
] as const)("a client with the retry policy of docs/api.md $what", async ({ times, reason, code, asked }) => {
  expect(await callRefused(times, reason)).toEqual({ code, asked });
});
