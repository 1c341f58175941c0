// A gRPC server that runs the code of real cores but serves only GetUsage, and the client that sidecars use.
import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { onTestFinished, vi } from "vitest";
import {
  type GetUsageRequest,
  type GetUsageResponseSchema,
  UsageService,
} from "#gen/suitability/v1/usage_pb.ts";
import type { AnswerCall, Call } from "../../../src/call/call.ts";
import { systemClock } from "../../../src/lib/time/clock.ts";
import type { CoreCall } from "../../../src/call/ask-core.ts";
import { dialCore, type CoreCallOptions } from "../../../src/doors/grpc/client/dial-core.ts";
import { createAnswerWriter } from "../../../src/doors/rest/answer-writer.ts";
import { createGrpcServer } from "../../../src/doors/grpc/door.ts";

type Answer = MessageInitShape<typeof GetUsageResponseSchema>;
export type GetUsage = (message: GetUsageRequest, call: Call) => Answer | Promise<Answer>;

const { getUsage: METHOD } = UsageService.method;

const DRAIN_TIMEOUT_MS = 5_000;

/** Stand-ins for what a door needs from the rest of the service. */
export const ALONE = {
  callerAddress: () => "",
  overloadRefusal: () => undefined,
  onBug: () => undefined,
  jsonWriterOf: createAnswerWriter,
  clock: systemClock,
};

type Options = Partial<Parameters<typeof createGrpcServer>[0]>;

export async function startBareServer(
  getUsage: GetUsage,
  { host = "127.0.0.1", port = 0, ...options }: Options & { host?: string; port?: number } = {},
) {
  const answerCall: AnswerCall = async (call) => {
    const answer = await getUsage(call.request.message as GetUsageRequest, call);
    const headers = {};
    return { body: call.write(answer, headers), headers };
  };
  const answering = { services: [UsageService], answerCall };
  const server = createGrpcServer({ ...answering, ...ALONE, ...options });
  return { server, port: await server.listen({ host, port }), close: () => server.close(DRAIN_TIMEOUT_MS) };
}

/** A server that answers no call until `release` is resolved. It calls `asked` for each call that arrives. */
export async function startWithHeldCalls(options: Options) {
  const release = Promise.withResolvers<void>();
  const asked = vi.fn<() => void>();
  const getUsage = async () => {
    asked();
    await release.promise;
    return {};
  };
  const { server, port } = await startBareServer(getUsage, options);
  onTestFinished(async () => {
    release.resolve();
    await server.close(1_000);
  });
  return { server, release, asked, port };
}

/** Dials a core, to ask it for GetUsage. The connection is closed when the test is over. */
export async function dial(address: string, options: Omit<Parameters<typeof dialCore>[0], "address"> = {}) {
  const core = await dialCore({ address, ...options });
  onTestFinished(() => core.close());
  const message = create(METHOD.input);
  return {
    ...core,
    ask: (head: CoreCall["head"] = {}, given: Partial<CoreCallOptions> = {}) =>
      core.ask({ method: METHOD, message, head }, { timeoutMs: 20_000, ...given }),
  };
}

export type Dialled = Awaited<ReturnType<typeof dial>>;
