// `weather-suitability-client/grpc`: the same client over gRPC, for Node.
import type { SuitabilityClient } from "../api.ts";
import { clientOver, type ClientOptions } from "../client-over.ts";
import { askOverGrpc } from "./ask-over-grpc.ts";

export type * from "../api.ts";
export type { AnswerDetails, Quota } from "../answer-details.ts";
export { SuitabilityError, type SuitabilityReason } from "../suitability-error.ts";

export interface SuitabilityClientOptions extends ClientOptions {
  /** The address of the gRPC port: `http://127.0.0.1:50051`, or with TLS `https://…`. */
  readonly baseUrl: string;
  readonly apiKey: string;
}

export function createSuitabilityClient(options: SuitabilityClientOptions): SuitabilityClient {
  return clientOver(askOverGrpc(options), options);
}
