import { createRegistry, fromJson } from "@bufbuild/protobuf";
import { ConnectError, type Transport } from "@connectrpc/connect";
import { createConnectTransport, createGrpcWebTransport } from "@connectrpc/connect-node";
import { file_google_rpc_error_details } from "#gen/google/rpc/error_details_pb.ts";
import { codeName } from "../../src/errors/fault.ts";
import { contractJson } from "./contract-json.ts";
import type { Door } from "./door.ts";
import { faultDetails } from "./fault-details.ts";

const NEVER = new AbortController().signal;
const DETAILS = createRegistry(file_google_rpc_error_details);

/** The protocols for browsers on the HTTP port, called through Connect's clients. */
export function createConnectCallers(port: number): readonly Door[] {
  const options = { baseUrl: `http://127.0.0.1:${port}`, httpVersion: "1.1" } as const;
  return [
    door("connect json", createConnectTransport({ ...options, useBinaryFormat: false })),
    door("connect binary, by GET", createConnectTransport({ ...options, useHttpGet: true })),
    door("grpc-web", createGrpcWebTransport(options)),
  ];
}

function door(name: string, transport: Transport): Door {
  return {
    name,
    call: async ({ method, request, key, headers = {}, signal = NEVER }) => {
      const header = { ...headers, ...(key !== undefined && { "x-api-key": key }) };
      try {
        const response = await transport.unary(
          method,
          AbortSignal.any([signal, AbortSignal.timeout(10_000)]),
          undefined,
          header,
          fromJson(method.input, request),
        );
        return {
          kind: "answer",
          body: contractJson(method.output, response.message),
          headers: response.header,
        };
      } catch (thrown) {
        const error = ConnectError.from(thrown);
        return {
          kind: "fault",
          code: codeName(error.code),
          sentence: error.rawMessage,
          ...faultDetails(error.findDetails(DETAILS)),
          headers: error.metadata,
        };
      }
    },
    close: async () => undefined,
  };
}
