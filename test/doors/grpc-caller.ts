import { createRegistry, fromBinary, fromJson, toBinary } from "@bufbuild/protobuf";
import { anyUnpack } from "@bufbuild/protobuf/wkt";
import type { Code } from "@connectrpc/connect";
import { Client, credentials, type Metadata, type ServiceError } from "@grpc/grpc-js";
import { file_google_rpc_error_details } from "#gen/google/rpc/error_details_pb.ts";
import { StatusSchema } from "#gen/google/rpc/status_pb.ts";
import { codeName } from "../../src/errors/fault.ts";
import { contractJson } from "./contract-json.ts";
import type { Door, Fault } from "./door.ts";
import { faultDetails } from "./fault-details.ts";
import { unaryCall } from "./grpc/unary-call.ts";

const DETAILS = createRegistry(file_google_rpc_error_details);

/** gRPC as an internal service calls it, through the grpc-js client. */
export function createGrpcCaller(port: number): Door {
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
  return {
    name: "grpc",
    call: async ({ method, request, key, headers, signal }) => {
      const path = `/${method.parent.typeName}/${method.name}`;
      const { error, bytes, header } = await unaryCall(
        client,
        path,
        toBinary(method.input, fromJson(method.input, request)),
        { headers: { ...headers, ...(key !== undefined && { "x-api-key": key }) }, signal },
      );
      if (error !== null) return faultFromStatus(error);
      const body = contractJson(method.output, fromBinary(method.output, bytes ?? Buffer.of()));
      return { kind: "answer", body, headers: headersFrom(header) };
    },
    close: async () => client.close(),
  };
}

function faultFromStatus(error: ServiceError): Fault {
  const [bytes] = error.metadata.get("grpc-status-details-bin");
  const status = Buffer.isBuffer(bytes) ? fromBinary(StatusSchema, bytes) : undefined;
  return {
    kind: "fault",
    code: codeName(error.code as number as Code),
    sentence: error.details,
    ...faultDetails((status?.details ?? []).map((detail) => anyUnpack(detail, DETAILS))),
    headers: headersFrom(error.metadata),
  };
}

function headersFrom(metadata: Metadata): Headers {
  return new Headers(
    Object.entries(metadata.getMap()).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value]] : [],
    ),
  );
}
