import type { DescMessage, Message } from "@bufbuild/protobuf";
import { pathToString } from "@bufbuild/protobuf/reflect";
import { createValidator, type Violation } from "@bufbuild/protovalidate";
import type { Interceptor } from "@connectrpc/connect";
import { invalidArgument, type FieldViolation } from "../fault.ts";
import { onceForFrozen } from "../once-for-frozen.ts";
import { unreadable } from "./call-context.ts";

/** Refuses a request that its door could not read, or that breaks a protovalidate rule of its message. */
export function createValidateInterceptor(): Interceptor {
  const validator = createValidator();
  // No rule of ours looks at the time, so what was found out about a message holds.
  const validated = onceForFrozen((message: Message, schema: DescMessage) =>
    validator.validate(schema, message),
  );
  return (next) => async (request) => {
    const reason = request.contextValues.get(unreadable);
    if (reason !== undefined) {
      throw reason;
    }
    if (request.stream) {
      throw new Error("only unary methods are validated, and there are no others");
    }
    const result = validated(request.message as Message, request.method.input);
    if (result.kind === "invalid") {
      throw invalidArgument(result.violations.map(fieldViolation));
    }
    if (result.kind === "error") {
      throw result.error;
    }
    return next(request);
  };
}

/** The rule ids whose standard wording leaves a caller guessing. */
const SENTENCES: ReadonlyMap<string, string> = new Map([
  ["required", "is required."],
  ["string.min_len", "must not be empty."],
  ["repeated.min_items", "needs at least one value."],
]);

function fieldViolation({ field, ruleId, message }: Violation): FieldViolation {
  return { field: pathToString(field), description: SENTENCES.get(ruleId) ?? `${message}.` };
}
