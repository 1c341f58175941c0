// Everything a route needs to know about a method, worked out once at start-up.
import type { DescMethod, DescMethodUnary, DescService } from "@bufbuild/protobuf";
import { getOption, hasOption } from "@bufbuild/protobuf";
import { http } from "#gen/google/api/annotations_pb.ts";
import type { Clock } from "../../clock.ts";
import { compileQueryParser, type QueryParser } from "./query.ts";

/** A method that is served at a GET of a fixed path. */
export interface MethodPlan {
  readonly method: DescMethodUnary;
  readonly path: string;
  readonly parseQuery: QueryParser;
}

/** The plans of all methods that have a google.api.http rule; throws where one asks for what is not supported. */
export function methodPlans(services: readonly DescService[], clock?: Clock): readonly MethodPlan[] {
  return services
    .flatMap((service) => service.methods)
    .filter((method) => hasOption(method, http))
    .map((method) => methodPlan(method, clock));
}

// Unreserved characters of RFC 3986 only: what needs no escaping, and no path variable.
const FIXED_PATH = /^(?:\/[A-Za-z0-9._~-]+)+$/;

/** A rule that asks for more throws, so that the process does not start with a route it cannot serve. */
function methodPlan(method: DescMethod, clock?: Clock): MethodPlan {
  const { pattern, body, responseBody, additionalBindings } = getOption(method, http);
  const refuse = (sentence: string) => new Error(`google.api.http of ${method.toString()}: ${sentence}`);
  if (!isUnary(method)) throw refuse("only unary methods can be served as JSON.");
  if (pattern.case !== "get") throw refuse("only get is supported.");
  if (!FIXED_PATH.test(pattern.value)) throw refuse(`"${pattern.value}" is not a fixed path.`);
  if (body !== "") throw refuse("a GET has no body.");
  if (responseBody !== "") throw refuse("response_body is not supported.");
  if (additionalBindings.length > 0) throw refuse("additional_bindings is not supported.");
  return {
    method,
    path: pattern.value,
    parseQuery: compileQueryParser(method.input, clock),
  };
}

function isUnary(method: DescMethod): method is DescMethodUnary {
  return method.methodKind === "unary";
}
