// Where a method is served, as its google.api.http option says.
import type { DescMethod, DescMethodUnary } from "@bufbuild/protobuf";
import { getOption, hasOption } from "@bufbuild/protobuf";
import { http } from "#gen/google/api/annotations_pb.ts";

/** A method that is served at a GET of a fixed path. */
export interface HttpRule {
  readonly method: DescMethodUnary;
  readonly path: string;
}

// Unreserved characters of RFC 3986 only: what needs no escaping, and no path variable.
const FIXED_PATH = /^(?:\/[A-Za-z0-9._~-]+)+$/;

/**
 * The rule of a method; undefined when it has none and so is not served over HTTP. Only GET with a fixed path is
 * supported; a rule that asks for more throws, so that the process does not start with a route it cannot serve.
 */
export function httpRule(method: DescMethod): HttpRule | undefined {
  if (!hasOption(method, http)) return undefined;
  const { pattern, body, additionalBindings } = getOption(method, http);
  const refuse = (sentence: string) => new Error(`google.api.http of ${method.toString()}: ${sentence}`);
  if (!isUnary(method)) throw refuse("only unary methods can be served as JSON.");
  if (pattern.case !== "get") throw refuse("only get is supported.");
  if (!FIXED_PATH.test(pattern.value)) throw refuse(`"${pattern.value}" is not a fixed path.`);
  if (body !== "") throw refuse("a GET has no body.");
  if (additionalBindings.length > 0) throw refuse("additional_bindings is not supported.");
  return { method, path: pattern.value };
}

function isUnary(method: DescMethod): method is DescMethodUnary {
  return method.methodKind === "unary";
}
