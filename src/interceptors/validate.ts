import type { Message } from "@bufbuild/protobuf";
import { pathToString } from "@bufbuild/protobuf/reflect";
import { createValidator, type Violation } from "@bufbuild/protovalidate";
import type { Interceptor } from "@connectrpc/connect";
import { invalidArgument, VIOLATIONS_MAX, type FieldViolation } from "../fault.ts";
import { unreadable } from "./door-context.ts";

/** Refuses a request that its door could not read, or that breaks a protovalidate rule of its message. */
export function createValidateInterceptor(): Interceptor {
  const validator = createValidator();
  return (next) => async (request) => {
    const readError = request.contextValues.get(unreadable);
    if (readError !== undefined) {
      throw readError;
    }
    if (request.stream) {
      throw new Error("only unary methods are validated, and there are no others");
    }
    const result = validator.validate(request.method.input, request.message as Message);
    if (result.kind === "invalid") {
      throw invalidArgument(result.violations.slice(0, VIOLATIONS_MAX).map(fieldViolation));
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

/** As queries have it: "must be from 1 to 7", "must be one of low, high". */
const RANGE = /greater than or equal to (\S+) and less than or equal to (\S+)/;
const CHOICE = /in list \[(.*)\]/;

function fieldViolation({ field, ruleId, message }: Violation): FieldViolation {
  const words = message.replace(RANGE, "from $1 to $2").replace(CHOICE, "one of $1");
  const description = SENTENCES.get(ruleId) ?? `${words}.`;
  return { field: pathToString(field), description };
}
