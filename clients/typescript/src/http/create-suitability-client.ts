// `weather-suitability-client`: /v1 JSON with the platform's fetch, for Node, browsers and workers.
import type { SuitabilityClient } from "../api.ts";
import { clientOver, type ClientOptions } from "../client-over.ts";
import { askOverHttp, type HttpOptions } from "./ask-over-http.ts";

export type * from "../api.ts";
export type { AnswerDetails, Quota } from "../answer-details.ts";
export { SuitabilityError, type SuitabilityReason } from "../suitability-error.ts";

export type SuitabilityClientOptions = ClientOptions & HttpOptions;

export function createSuitabilityClient(options: SuitabilityClientOptions): SuitabilityClient {
  return clientOver(askOverHttp(options), options);
}
