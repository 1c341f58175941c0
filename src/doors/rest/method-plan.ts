// What a route needs to know about a method, computed once at start-up.
import {
  create,
  type DescMessage,
  type DescMethod,
  type DescMethodUnary,
  type DescService,
  getOption,
  hasOption,
  type Message,
} from "@bufbuild/protobuf";
import { http } from "#gen/google/api/annotations_pb.ts";
import type { HttpRule } from "#gen/google/api/http_pb.ts";
import type { Clock } from "../../lib/time/clock.ts";
import type { CallRequest } from "../../call/call.ts";
import { compileBodyParser } from "./body.ts";
import { type FieldShape, fieldShapes } from "./field-shape.ts";
import { compileQueryParser } from "./query.ts";
import type { MistakenNames } from "./unknown-field.ts";

const HTTP_METHODS = { get: "GET", post: "POST", patch: "PATCH", delete: "DELETE" } as const;

export interface MethodPlan {
  readonly method: DescMethodUnary;
  readonly httpMethod: (typeof HTTP_METHODS)[keyof typeof HTTP_METHODS];
  /** As in the rule: `/v1/things/{thing}:rename`. */
  readonly path: string;
  /** The path for Fastify's router. */
  readonly route: string;
  /** The fields in the path. */
  readonly variables: readonly string[];
  /** Whether all other fields are in the body; otherwise they are in the query. */
  readonly hasBody: boolean;
  /** Reads a request from its parts. Never throws. */
  readonly readRequest: (parts: Parts) => CallRequest;
}

export interface Parts {
  /** The part after "?", still percent-encoded. */
  readonly query: string;
  /** The text of the body, if the method has one. */
  readonly body?: string;
  /** From the path, percent-decoded. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** A message that is read only after its caller is known and allowed: reading costs more than a refusal. */
export function readLater({ method, readRequest }: MethodPlan, parts: () => Promise<Parts>): CallRequest {
  return { message: create(method.input), read: async () => readRequest(await parts()) };
}

export interface ReadingOptions {
  /** For times in examples. */
  readonly clock?: Clock;
  readonly mistakenNames?: MistakenNames | undefined;
}

/** The plans of all methods with a google.api.http rule; throws if a rule is not supported. */
export function methodPlans(
  services: readonly DescService[],
  reading: ReadingOptions = {},
): readonly MethodPlan[] {
  return services
    .flatMap((service) => service.methods)
    .filter((method) => hasOption(method, http))
    .map((method) => methodPlan(method, reading));
}

// Unreserved characters of RFC 3986, variables that are whole segments, and a custom verb (https://google.aip.dev/136).
const PATH = /^(?:\/(?:[A-Za-z0-9._~-]+|\{[a-z][a-z0-9_]*\}))+(?::[a-z][A-Za-z]*)?$/;

/** Throws for an unsupported rule, so that the process does not start with a broken route. */
function methodPlan(method: DescMethod, reading: ReadingOptions): MethodPlan {
  const { pattern, body, responseBody, additionalBindings } = getOption(method, http);
  const refuse = (sentence: string) => new Error(`google.api.http of ${method.toString()}: ${sentence}`);
  if (method.methodKind !== "unary") throw refuse("only unary methods can be served as JSON.");
  if (!isServed(pattern)) throw refuse("only get, post, patch and delete are supported.");
  if (!PATH.test(pattern.value)) throw refuse(`"${pattern.value}" is not a path that is supported.`);
  const hasBody = pattern.case === "post" || pattern.case === "patch";
  if (hasBody && body !== "*") throw refuse(`a ${pattern.case.toUpperCase()} needs body: "*".`);
  if (!hasBody && body !== "") throw refuse(`a ${pattern.case.toUpperCase()} has no body.`);
  if (responseBody !== "") throw refuse("response_body is not supported.");
  if (additionalBindings.length > 0) throw refuse("additional_bindings is not supported.");
  const variables = Array.from(pattern.value.matchAll(VARIABLE), ([, name = ""]) => name);
  return {
    // The union of method kinds does not narrow by its discriminant, because its members are generic.
    method: method as DescMethodUnary,
    httpMethod: HTTP_METHODS[pattern.case],
    path: pattern.value,
    route: routeOf(pattern.value),
    variables,
    hasBody,
    readRequest: compileRequestReader(method as DescMethodUnary, { ...reading, variables, hasBody }),
  };
}

/** Throws if a field cannot be where the rule puts it: in the path, the query or the body. */
function compileRequestReader(
  method: DescMethodUnary,
  { variables, hasBody, clock, mistakenNames }: Pick<MethodPlan, "variables" | "hasBody"> & ReadingOptions,
): MethodPlan["readRequest"] {
  const message = method.input;
  const shapes = fieldShapes(message);
  const inPath = variables.map((name) => variableNamed(name, shapes, message));
  const others = shapes.filter((shape) => !inPath.includes(shape));
  const parseQuery = compileQueryParser(message, clock, hasBody ? [] : others, mistakenNames);
  const parseBody = hasBody ? compileBodyParser(message, clock, others, mistakenNames) : undefined;
  return ({ query, body = "", variables: given = {} }) => {
    const ofQuery = parseQuery(query);
    const ofBody = parseBody?.(body);
    const { message: read } = ofBody ?? ofQuery;
    for (const { name, field } of inPath) {
      (read as Message & Record<string, unknown>)[field.localName] = given[name];
    }
    const violations =
      ofBody === undefined ? ofQuery.violations : [...ofQuery.violations, ...ofBody.violations];
    return {
      message: read,
      misread: violations.length === 0 ? undefined : violations,
      unreadable: ofBody?.unreadable,
    };
  };
}

function variableNamed(name: string, shapes: readonly FieldShape[], message: DescMessage): FieldShape {
  const shape = shapes.find((each) => each.name === name);
  if (shape?.value.kind !== "string" || shape.isList) {
    throw new Error(`${message.typeName} has no string ${name} for its path.`);
  }
  return shape;
}

type ServedPattern = Extract<HttpRule["pattern"], { case: keyof typeof HTTP_METHODS }>;

function isServed(pattern: HttpRule["pattern"]): pattern is ServedPattern {
  return pattern.case !== undefined && pattern.case in HTTP_METHODS;
}

const VARIABLE = /\{(\w+)\}/g;

/**
 * In Fastify's router one colon begins a variable, and two are a literal colon. A variable before a verb needs a pattern,
 * or it would include the verb. A request's last colon begins the verb.
 */
function routeOf(path: string): string {
  return path
    .replace(":", "::")
    .replaceAll(VARIABLE, ":$1")
    .replace(/(:\w+)(?=::)/, "$1(.+)");
}
