// The method that carries calls, as both ends give it to grpc-js.
import { HopService } from "#gen/suitability/internal/v1/calls_pb.ts";

const { calls } = HopService.method;
const bytes = (buffer: Buffer) => buffer;

/** grpc-js passes messages on as bytes. */
export const HOP_METHOD = {
  path: `/${calls.parent.typeName}/${calls.name}`,
  requestStream: true,
  responseStream: true,
  requestSerialize: bytes,
  requestDeserialize: bytes,
  responseSerialize: bytes,
  responseDeserialize: bytes,
} as const;

/** How many bytes a message of a sidecar has at most: the gRPC port reads no more from anybody. */
export const REQUEST_BYTES_MAX = 64 * 1024;
