// What a module is: something that hangs on the core and that the core does without. A module is static and small; what it
// does is imported by the processes that use it, when they start.
import type { FastifyInstance } from "fastify";
import type { AnswerCall } from "../call/call.ts";
import type { HttpDoorOptions } from "../doors/http-call-head.ts";
import type { OpenApiOptions } from "../doors/rest/openapi/document.ts";
import type { Clock } from "../lib/time/clock.ts";

export interface Module {
  /** The name of its folder. */
  readonly name: string;
  /** Imports what adds its routes to the HTTP port, for the roles `all` and `rest`. */
  readonly routes?: () => Promise<AddRoutes>;
  /** Request headers that pages of other origins may send to its routes. */
  readonly pageHeaders?: readonly string[];
  /** A paragraph about it in /llms.txt. */
  readonly forModels?: string;
}

/** Adds routes to an app of createHttpApp, which turns errors into problems. */
export type AddRoutes = (app: FastifyInstance, context: RouteContext) => void;

/** What routes find at the HTTP port. */
export interface RouteContext extends Omit<HttpDoorOptions, "services"> {
  /** The checks and operations, in this process or in a core elsewhere. */
  readonly answerCall: AnswerCall;
  readonly clock: Clock;
  /** What /openapi.json adds to the descriptors. */
  readonly openApi: OpenApiOptions;
  /** Origins whose pages may call; `*` for all. */
  readonly corsOrigins: readonly string[];
}
