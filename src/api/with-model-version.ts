import type { HandlerContext } from "@connectrpc/connect";
import { MODEL_VERSION } from "../scoring/model-version.ts";

/** Which numbers made the scores of an answer: whoever keeps scores can tell those of different models apart. */
const MODEL_VERSION_HEADER = "scoring-model-version";

/** The same operation, whose answers say in a header which version of the model scored them. */
export function withModelVersion<Request, Answer>(
  operation: (request: Request, context: HandlerContext) => Answer,
): (request: Request, context: HandlerContext) => Answer {
  return (request, context) => {
    context.responseHeader.set(MODEL_VERSION_HEADER, MODEL_VERSION);
    return operation(request, context);
  };
}
