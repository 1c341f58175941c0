// The OpenAPI 3.1 document of the routes, made from what they were compiled from.
import type { DescService } from "@bufbuild/protobuf";
import { getOption } from "@bufbuild/protobuf";
import { field as fieldRules } from "#gen/buf/validate/validate_pb.ts";
import { API_KEY_HEADER } from "../headers.ts";
import { type FieldShape, fieldShapes } from "../field-shape.ts";
import { type JsonSchema, type SchemaBuilder, createSchemaBuilder } from "./json-schema.ts";
import type { MethodPlan } from "../method-plan.ts";
import { type ProtoComments, protoComments } from "./proto-comments.ts";
import { PROBLEM_SCHEMA, REFUSAL_REFERENCES, refusalResponses, responseHeaders } from "./refusals.ts";

export interface OpenApiOptions {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  /** A serialised FileDescriptorSet of the services' files, with source information. */
  readonly descriptorSet: Uint8Array;
  /** The headers that answers may have, in words. */
  readonly headers: Readonly<Record<string, string>>;
  /** By the method's name in the proto, such as `GetForecast`. */
  readonly methods: Readonly<Record<string, MethodNotes>>;
}

/** What the descriptors do not say of a method. */
export interface MethodNotes {
  /** A call by its parameters, and what it got; names of headers in lower case. */
  readonly example: {
    readonly query: Readonly<Record<string, unknown>>;
    readonly headers: Readonly<Record<string, string>>;
    readonly answer: unknown;
  };
  readonly parameters: Readonly<Record<string, ParameterNotes>>;
}

export interface ParameterNotes {
  /** What leaving it out means, where it may be sent whatever else is. */
  readonly default?: unknown;
  /** A value, where the call of the example has none. */
  readonly example?: unknown;
  /** Values that are worth describing, among others that there may be. */
  readonly choices?: readonly { readonly value: string; readonly summary: string }[];
}

/** The document, as plain JSON values. */
export function openApiDocument(plans: readonly MethodPlan[], options: OpenApiOptions): JsonSchema {
  const comments = protoComments(options.descriptorSet);
  const schemas = createSchemaBuilder(comments);
  const services = new Set(plans.map(({ method }) => method.parent));
  const paths = Object.fromEntries(
    plans.map((plan) => [plan.path, { get: operation(plan, schemas, comments, options) }]),
  );
  return {
    openapi: "3.1.0",
    info: options.info,
    servers: options.servers,
    security: [{ apiKey: [] }, { bearer: [] }],
    tags: Array.from(services, (service) => ({
      name: inWords(service),
      description: comments.get(service.typeName) ?? "",
    })),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: "apiKey", in: "header", name: API_KEY_HEADER },
        bearer: {
          type: "http",
          scheme: "bearer",
          description: `The same key, instead of ${API_KEY_HEADER}.`,
        },
      },
      schemas: { ...Object.fromEntries(schemas.named), Problem: PROBLEM_SCHEMA },
      responses: refusalResponses(),
    },
  };
}

const ETAG = "Names this body, for `If-None-Match`.";

function operation(
  { method }: MethodPlan,
  schemas: SchemaBuilder,
  comments: ProtoComments,
  options: OpenApiOptions,
): JsonSchema {
  const notes = options.methods[method.name];
  const parameters = fieldShapes(method.input).map((shape) =>
    parameter(shape, schemas, comments.get(`${method.input.typeName}.${shape.name}`) ?? "", notes),
  );
  return {
    operationId: method.localName,
    tags: [inWords(method.parent)],
    ...summaryAndDescription(comments.get(`${method.parent.typeName}.${method.name}`) ?? ""),
    parameters,
    responses: {
      200: {
        description: comments.get(method.output.typeName) ?? "",
        headers: responseHeaders({ ETag: ETAG, ...options.headers }, notes?.example.headers ?? {}),
        content: {
          "application/json": {
            schema: schemas.message(method.output),
            ...(notes && { example: notes.example.answer }),
          },
        },
      },
      304: {
        description:
          "The answer is still the one that `If-None-Match` names. It is an answer, and counts where one does.",
      },
      ...REFUSAL_REFERENCES,
    },
  };
}

function parameter(
  shape: FieldShape,
  schemas: SchemaBuilder,
  description: string,
  notes: MethodNotes | undefined,
): JsonSchema {
  const { name } = shape;
  const { required, type } = getOption(shape.field, fieldRules);
  const { default: absent, example, choices } = notes?.parameters[name] ?? {};
  const value = notes?.example.query[name];
  return {
    name,
    in: "query",
    description,
    required: required || (type.case === "repeated" && type.value.minItems > 0n),
    // Lists are read in either spelling; this one is the shorter.
    ...(shape.isList && { style: "form", explode: false }),
    ...(choices
      ? { examples: Object.fromEntries(choices.map((choice) => [choice.value, choice])) }
      : value !== undefined && { example: value }),
    schema: {
      ...schemas.field(shape),
      ...(absent !== undefined && { default: absent }),
      // Not beside the schema: a page that has a form fills in what stands there, and not all may be sent together.
      ...(example !== undefined && { examples: [example] }),
    },
  };
}

/** `SafeSlotsService` is "Safe slots". */
function inWords({ name }: DescService): string {
  const [first = "", ...others] = name.replace(/Service$/, "").split(/(?=[A-Z])/);
  return [first, ...others.map((word) => word.toLowerCase())].join(" ");
}

/** The first part of the first sentence, and what follows it. */
function summaryAndDescription(comment: string): { readonly summary: string; readonly description: string } {
  const [summary = ""] = comment.split(/[.:](?:\s|$)/, 1);
  const rest = comment.slice(summary.length + 1).trim();
  return { summary, description: rest.charAt(0).toUpperCase() + rest.slice(1) };
}
