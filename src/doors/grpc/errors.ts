// Converts ConnectErrors to gRPC statuses and back, with the google.rpc details in grpc-status-details-bin.
import type { OutgoingHttpHeaders } from "node:http2";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { anyPack } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError } from "@connectrpc/connect";
import type { Metadata } from "@grpc/grpc-js";
import { type Status, StatusSchema } from "#gen/google/rpc/status_pb.ts";
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
  const status = connectErrorToMessage(error);
  const metadata = headersToMetadata(Object.fromEntries(error.metadata));
  metadata.set(DETAILS_KEY, Buffer.from(toBinary(StatusSchema, status)));
  return { code: error.code, details: error.rawMessage, metadata };
}

/** The error as the message google.rpc.Status. */
export function connectErrorToMessage(error: ConnectError): Status {
  const details = error.details.flatMap((detail) =>
    // A detail without `desc` was received from another server, and no process with a gRPC port receives such errors.
    "desc" in detail ? [anyPack(detail.desc, create(detail.desc, detail.value))] : [],
  );
  return create(StatusSchema, { code: error.code, message: error.rawMessage, details });
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
  const [bytes] = metadata.get(DETAILS_KEY);
  const headers = metadataToHeaders(metadata);
  // `details` is missing if grpc-js received a compression that it does not know.
  return receivedError(code, details ?? "", headers, Buffer.isBuffer(bytes) ? readDetails(bytes) : []);
}

/** The error that another server reported in the message google.rpc.Status. */
export function connectErrorFromMessage(
  { code, message, details }: Status,
  headers: Readonly<Record<string, string>>,
): ConnectError {
  return receivedError(code, message, headers, details);
}

function receivedError(
  code: number,
  message: string,
  headers: Readonly<Record<string, string>>,
  details: Status["details"],
): ConnectError {
  const error = new ConnectError(message, Code[code] === undefined ? Code.Unknown : code, headers);
  error.details = details.map(({ typeUrl, value }) => ({
    type: typeUrl.slice(typeUrl.lastIndexOf("/") + 1),
    value,
  }));
  return error;
}

/** The details of a status; none if they cannot be read, because the code is enough. */
function readDetails(bytes: Buffer): Status["details"] {
  try {
    return fromBinary(StatusSchema, bytes).details;
  } catch {
    return [];
  }
}
