// `weather-suitability-client`: /v1 JSON with the platform's fetch, for Node, browsers and workers.
import type { SuitabilityClient } from "../api.ts";
import { clientOver, type ClientOptions } from "../client-over.ts";
import { askOverHttp, type Fetch } from "./ask-over-http.ts";

export type * from "../api.ts";
export type { AnswerDetails, Quota } from "../answer-details.ts";
export { SuitabilityError, type SuitabilityReason } from "../suitability-error.ts";

export interface SuitabilityClientOptions extends ClientOptions {
  /** The address of the HTTP port, such as `https://weather.example`; `/v1/…` is put behind it. */
  readonly baseUrl: string;
  /** In a page only a publishable one (`wpk_…`): whoever reads the page has it. */
  readonly apiKey: string;
  /** Instead of the platform's own. */
  readonly fetch?: Fetch | undefined;
}

export function createSuitabilityClient(options: SuitabilityClientOptions): SuitabilityClient {
  return clientOver(askOverHttp(options), options);
}
