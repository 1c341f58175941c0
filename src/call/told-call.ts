// What holds for a call wherever it is answered: its time, its trace, and what is told of it once it is over.
import type { Logger } from "../ops/logger.ts";
import type { Metrics } from "../ops/metrics.ts";
import type { AnswerCall } from "./call.ts";
import { createPublicFault } from "./interceptors/faults.ts";
import { createReport, type WhenOver } from "./interceptors/report.ts";
import { traceCall } from "./interceptors/trace.ts";
import { createEndInTime, OpenCall } from "./open-call.ts";

/** A call within its time and its trace, whose every outcome is reported, and whose failures are what its caller may read. */
export function createToldCall<Answered>(
  work: (open: OpenCall) => Promise<Answered>,
  options: {
    readonly callTimeoutMs: number;
    readonly metrics: Metrics;
    readonly logger: Logger;
    /** Where to ask for help, if anywhere. */
    readonly support?: string | undefined;
    /** Where calls that were answered stand in another log, or in none. */
    readonly logFailuresOnly?: boolean;
    readonly whenOver?: WhenOver;
  },
): AnswerCall<Answered> {
  const endInTime = createEndInTime(options);
  const publicFault = createPublicFault(options);
  const report = createReport(options);
  return (call) =>
    // Outermost: whatever is counted, logged or asked of others during a call belongs to its trace.
    traceCall(call, async () => {
      const open = new OpenCall(call);
      try {
        const answer = await endInTime(open, () => work(open));
        report(open);
        return answer;
      } catch (thrown) {
        const error = publicFault(thrown, call.requestId);
        report(open, error);
        throw error;
      }
    });
}
