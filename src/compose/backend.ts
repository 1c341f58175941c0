import type { DescMethod } from "@bufbuild/protobuf";
import { SportsService } from "#gen/suitability/v1/sports_pb.ts";
import { UsageService } from "#gen/suitability/v1/usage_pb.ts";
import type { AnswerCall, JsonAnswer, RefusalOf } from "../call/call.ts";
import { SERVICES } from "../api/methods.ts";
import type { Dependency } from "../ops/readiness.ts";
import type { ServiceStatus } from "../api/status/service-status.ts";

/** What the doors call: the checks and operations in this process, or a core elsewhere. */
export interface Backend {
  readonly answerCall: AnswerCall;
  readonly answerInJson: AnswerCall<JsonAnswer>;
  readonly refusalOf: RefusalOf;
  readonly dependency: Dependency;
  readonly status: ServiceStatus;
}

/** Every service that asks for a key. */
export const ALL_SERVICES = [...SERVICES, UsageService];

export const METHODS: readonly DescMethod[] = ALL_SERVICES.flatMap(({ methods }) => methods);

export const METHOD_NAMES = METHODS.map(({ name }) => name);

/** Free, and allowed for every key: called to find out whether a key is good. */
export const FREE_METHOD = SportsService.method.listSports;

/** The methods that are not counted. */
export const FREE_METHODS = new Set<DescMethod>([UsageService.method.getUsage, FREE_METHOD]);
