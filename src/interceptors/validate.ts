import type { DescMethod, Message } from "@bufbuild/protobuf";
import type { Interceptor } from "@connectrpc/connect";
import { compileRules } from "../call/rules.ts";
import { invalidArgument } from "../fault.ts";
import { unreadable } from "./door-context.ts";

/** Refuses a request that its door could not read, or that breaks a protovalidate rule of its message. */
export function createValidateInterceptor(methods: readonly DescMethod[]): Interceptor {
  const checks = new Map(methods.map((method) => [method, compileRules(method.input)]));
  return (next) => (request) => {
    const readError = request.contextValues.get(unreadable);
    if (readError !== undefined) throw readError;
    const violations = checks.get(request.method)?.(request.message as Message);
    if (violations === undefined) throw new Error(`the rules of ${request.method.name} were not compiled`);
    if (violations.length > 0) throw invalidArgument(violations);
    return next(request);
  };
}
