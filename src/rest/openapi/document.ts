// The OpenAPI 3.1 document of the routes, made from what they were compiled from.
import { getOption } from "@bufbuild/protobuf";
import { field as fieldRules } from "#gen/buf/validate/validate_pb.ts";
import { FAULT_REASONS, type FaultReason } from "../../fault-reasons.ts";
import { fault, invalidArgument } from "../../fault.ts";
import { API_KEY_HEADER } from "../api-key-header.ts";
import type { FieldShape } from "../field-shape.ts";
import { fieldShapes } from "../field-shape.ts";
import type { JsonSchema, SchemaBuilder } from "./json-schema.ts";
import { createSchemaBuilder } from "./json-schema.ts";
import type { MethodPlan } from "../method-plan.ts";
import { problemFromConnectError } from "../problem.ts";
import type { ProtoComments } from "./proto-comments.ts";
import { protoComments } from "./proto-comments.ts";

export interface OpenApiOptions {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  /** A serialised FileDescriptorSet of the services' files, with source information. */
  readonly descriptorSet: Uint8Array;
}

/** The document, as plain JSON values. */
export function openApiDocument(plans: readonly MethodPlan[], options: OpenApiOptions): JsonSchema {
  const comments = protoComments(options.descriptorSet);
  const schemas = createSchemaBuilder(comments);
  const services = new Set(plans.map(({ method }) => method.parent));
  const paths = Object.fromEntries(
    plans.map((plan) => [plan.path, { get: operation(plan, schemas, comments) }]),
  );
  return {
    openapi: "3.1.0",
    info: options.info,
    servers: options.servers,
    security: [{ apiKey: [] }],
    tags: [...services].map(({ name, typeName }) => ({ name, description: comments.get(typeName) ?? "" })),
    paths,
    components: {
      securitySchemes: { apiKey: { type: "apiKey", in: "header", name: API_KEY_HEADER } },
      schemas: { ...Object.fromEntries(schemas.named), Problem: PROBLEM_SCHEMA },
      responses: Object.fromEntries(REFUSALS.map((refusal) => [refusal.name, refusalResponse(refusal)])),
    },
  };
}

function operation({ method }: MethodPlan, schemas: SchemaBuilder, comments: ProtoComments): JsonSchema {
  const description = comments.get(`${method.parent.typeName}.${method.name}`) ?? "";
  const parameters = fieldShapes(method.input).map((shape) =>
    parameter(shape, schemas, comments.get(`${method.input.typeName}.${shape.name}`) ?? ""),
  );
  const refusals = REFUSALS.map(({ name, error }) => [
    String(problemFromConnectError(error, EXAMPLE_ID).status),
    { $ref: `#/components/responses/${name}` },
  ]);
  return {
    operationId: method.localName,
    tags: [method.parent.name],
    summary: firstSentence(description),
    description,
    parameters,
    responses: {
      200: {
        description: comments.get(method.output.typeName) ?? "",
        headers: {
          etag: { schema: { type: "string" }, description: "Names this body, for `If-None-Match`." },
        },
        content: { "application/json": { schema: schemas.message(method.output) } },
      },
      304: {
        description:
          "The answer is still the one that `If-None-Match` names. It is an answer, and counts where one does.",
      },
      ...Object.fromEntries(refusals),
    },
  };
}

function parameter(shape: FieldShape, schemas: SchemaBuilder, description: string): JsonSchema {
  const { required, type } = getOption(shape.field, fieldRules);
  return {
    name: shape.name,
    in: "query",
    description,
    required: required || (type.case === "repeated" && type.value.minItems > 0n),
    // Lists are read in either spelling; this one is the shorter.
    ...(shape.isList && { style: "form", explode: false }),
    schema: schemas.field(shape),
  };
}

function firstSentence(text: string): string {
  const end = text.search(/[.:]\s|\.$/);
  return end < 0 ? text : text.slice(0, end);
}

const EXAMPLE_ID = "7f9c24e8-3b12-4c55-9a0e-1d6f0b8e2a41";

interface Refusal {
  readonly name: string;
  readonly description: string;
  readonly error: ReturnType<typeof fault>;
}

// What any operation may answer instead; the examples are made by the function that makes the answers.
const REFUSALS: readonly Refusal[] = [
  {
    name: "BadRequest",
    description: "A parameter is missing, malformed, out of range or unknown; `violations` says which.",
    error: invalidArgument([{ field: "lat", description: "must be a decimal number such as 51.5." }]),
  },
  {
    name: "Unauthorized",
    description: `The key in ${API_KEY_HEADER} is missing, malformed, unknown or revoked.`,
    error: exampleFault("KEY_MISSING", "Send your API key in the X-API-Key header."),
  },
  {
    name: "Forbidden",
    description: "The key is known, but may not make this call.",
    error: exampleFault("ACCOUNT_SUSPENDED", "This account is suspended; contact support."),
  },
  {
    name: "TooManyRequests",
    description:
      "The quota is used up, or too many calls came at once; `Retry-After` says when to come back.",
    error: exampleFault("MONTHLY_QUOTA_EXHAUSTED", "The quota of this month is used up.", 86_400),
  },
  {
    name: "InternalError",
    description: "A failure of the service's own; `request_id` names it.",
    error: exampleFault("INTERNAL", "Something went wrong here, not in your request."),
  },
  {
    name: "Unavailable",
    description: "The service cannot answer at the moment; `Retry-After` says when to try again.",
    error: exampleFault(
      "FORECAST_UNAVAILABLE",
      "No answer can be given at the moment; try again shortly.",
      5,
    ),
  },
  {
    name: "Timeout",
    description: "The answer took too long.",
    error: exampleFault("DEADLINE_EXCEEDED", "The answer took too long; try again."),
  },
];

function exampleFault(reason: FaultReason, sentence: string, retryAfterSeconds?: number): Refusal["error"] {
  return fault({ reason, sentence, ...(retryAfterSeconds && { retryAfterSeconds }) });
}

function refusalResponse({ description, error }: Refusal): JsonSchema {
  const { headers, body } = problemFromConnectError(error, EXAMPLE_ID);
  const documented = ["retry-after", "www-authenticate"].filter((name) => name in headers);
  const example: unknown = JSON.parse(body);
  return {
    description,
    ...(documented.length > 0 && {
      headers: Object.fromEntries(
        documented.map((name) => [name, { schema: { type: "string" }, example: headers[name] }]),
      ),
    }),
    content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" }, example } },
  };
}

const PROBLEM_SCHEMA = {
  type: "object",
  description: "What went wrong and what to change, as in RFC 9457.",
  properties: {
    type: { type: "string", description: "Always about:blank; tell problems apart by `reason`." },
    title: { type: "string", description: "The HTTP status in words." },
    status: { type: "integer", description: "The HTTP status." },
    detail: { type: "string", description: "A sentence that says what to change." },
    code: { type: "string", description: "The gRPC code in snake_case." },
    reason: {
      type: "string",
      enum: Object.keys(FAULT_REASONS),
      description: "Why, for a program; docs/errors.md says what to do. There may be more of them one day.",
    },
    violations: {
      type: "array",
      description: "The parameters at fault, where there are any.",
      items: {
        type: "object",
        properties: {
          field: { type: "string" },
          description: { type: "string" },
          reason: { type: "string" },
        },
        required: ["field", "description", "reason"],
      },
    },
    request_id: { type: "string", description: "Names the call, to quote when asking for help." },
  },
  required: ["type", "title", "status", "detail", "code", "reason", "request_id"],
};
