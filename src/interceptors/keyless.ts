// The checks of a call that needs no key.
import type { DescMethod } from "@bufbuild/protobuf";
import type { Interceptor } from "@connectrpc/connect";
import type { Logger } from "../ops/logger.ts";
import type { Metrics } from "../ops/metrics.ts";
import { createFaultsInterceptor } from "./faults.ts";
import { answerInTime } from "./in-time.ts";
import { createReportInterceptor } from "./report.ts";
import { traceCall } from "./trace.ts";
import { createValidateInterceptor } from "./validate.ts";

/**
 * The first is the outermost. Nothing here bounds how often a stranger asks: what it leads to must cost no more than the
 * refusal of a call without a key.
 */
export function createKeylessInterceptors(options: {
  metrics: Metrics;
  logger: Logger;
  methods: readonly DescMethod[];
}): Interceptor[] {
  return [
    traceCall,
    createReportInterceptor({ ...options, logFailuresOnly: true }),
    createFaultsInterceptor(options),
    answerInTime,
    createValidateInterceptor(options.methods),
  ];
}
