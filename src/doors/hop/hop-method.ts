// The method that carries calls, as both ends give it to grpc-js.
import { HopService } from "#gen/suitability/internal/v1/calls_pb.ts";
import { AS_BYTES } from "../grpc/call.ts";

const { calls } = HopService.method;

export const HOP_METHOD = {
  path: `/${calls.parent.typeName}/${calls.name}`,
  requestStream: true,
  responseStream: true,
  ...AS_BYTES,
} as const;

/** How many bytes a message of a sidecar has at most: the gRPC port reads no more from anybody. */
export const REQUEST_BYTES_MAX = 64 * 1024;
