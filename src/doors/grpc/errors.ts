// Converts ConnectErrors to gRPC statuses and back, with the google.rpc details in grpc-status-details-bin.
import type { OutgoingHttpHeaders } from "node:http2";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { anyPack } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError } from "@connectrpc/connect";
import type { Metadata } from "@grpc/grpc-js";
import { StatusSchema } from "#gen/google/rpc/status_pb.ts";
import { headersToMetadata, metadataToHeaders } from "./headers.ts";

/** Where standard clients look for error details (https://grpc.io/docs/guides/error/). */
const DETAILS_KEY = "grpc-status-details-bin";

interface GrpcStatus {
  readonly code: number;
  readonly details: string;
  readonly metadata: Metadata;
}

/** Connect's codes have gRPC's numbers. The error's cause is not sent. */
export function connectErrorToStatus(error: ConnectError): GrpcStatus {
  const details = error.details.flatMap((detail) =>
    // A detail without `desc` was received from another server, and no process with a gRPC port receives such errors.
    "desc" in detail ? [anyPack(detail.desc, create(detail.desc, detail.value))] : [],
  );
  const status = create(StatusSchema, { code: error.code, message: error.rawMessage, details });
  const metadata = headersToMetadata(Object.fromEntries(error.metadata));
  metadata.set(DETAILS_KEY, Buffer.from(toBinary(StatusSchema, status)));
  return { code: error.code, details: error.rawMessage, metadata };
}

/** The headers that answer a stream with an error, bypassing grpc-js. */
export function errorHeaders(error: ConnectError): OutgoingHttpHeaders {
  const { code, details, metadata } = connectErrorToStatus(error);
  return {
    ":status": 200,
    "content-type": "application/grpc",
    "grpc-status": code,
    "grpc-message": encodeURI(details),
    ...metadata.toHttp2Headers(),
  };
}

/** The error that another gRPC server, or the client library, reported; without details if there were none. */
export function statusToConnectError({ code, details, metadata }: GrpcStatus): ConnectError {
  const known = Code[code] === undefined ? Code.Unknown : code;
  // `details` is missing if grpc-js received a compression that it does not know.
  const error = new ConnectError(details ?? "", known, metadataToHeaders(metadata));
  const [bytes] = metadata.get(DETAILS_KEY);
  if (Buffer.isBuffer(bytes)) {
    error.details = readDetails(bytes);
  }
  return error;
}

/** The details of a status; none if they cannot be read, because the code is enough. */
function readDetails(bytes: Buffer): ConnectError["details"] {
  try {
    return fromBinary(StatusSchema, bytes).details.map(({ typeUrl, value }) => ({
      type: typeUrl.slice(typeUrl.lastIndexOf("/") + 1),
      value,
    }));
  } catch {
    return [];
  }
}
