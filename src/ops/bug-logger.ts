import { REQUEST_ID_HEADER } from "../request-id.ts";
import { contextFromHeaders } from "./trace/headers.ts";
import { runInContext } from "./trace/current-context.ts";
import type { Logger } from "./logger.ts";

/** Logs what a door threw that is nobody's fault but ours, with the headers of the call it was working on. */
export type BugLogger = (error: unknown, header: Headers) => void;

/**
 * A door works outside of the call it carries, so what is known of its trace is what the caller's headers say. Where they
 * name none, the request id leads to the call's own line, which has it.
 */
export function createBugLogger({ logger }: { readonly logger: Logger }): BugLogger {
  return (error, header) =>
    runInContext(contextFromHeaders(header), () =>
      logger.error(
        { err: error, request_id: header.get(REQUEST_ID_HEADER) ?? undefined },
        "a door failed because of a bug",
      ),
    );
}
