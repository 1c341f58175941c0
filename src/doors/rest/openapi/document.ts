// The OpenAPI 3.1 document of the routes, made from their plans.
import type { DescService } from "@bufbuild/protobuf";
import { API_KEY_HEADER } from "../headers.ts";
import { type FieldShape, fieldShapes } from "../field-shape.ts";
import { type JsonSchema, type SchemaBuilder, createSchemaBuilder, isRequired } from "./json-schema.ts";
import type { MethodPlan } from "../method-plan.ts";
import { type ProtoComments, protoComments } from "./proto-comments.ts";
import { PROBLEM_SCHEMA, refusalReferences, refusalResponses, responseHeaders } from "./refusals.ts";

export interface OpenApiOptions {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  /** A serialised FileDescriptorSet of the services' files, with source information. */
  readonly descriptorSet: Uint8Array;
  /** Descriptions of the headers of answers. */
  readonly headers: Readonly<Record<string, string>>;
  /** By the method's name in the proto, such as `GetForecast`. */
  readonly methods: Readonly<Record<string, MethodNotes>>;
}

/** What the descriptors do not say about a method. */
export interface MethodNotes {
  /** A call by its parameters or its body, and its answer; header names in lower case. */
  readonly example: {
    readonly query?: Readonly<Record<string, unknown>>;
    readonly body?: unknown;
    readonly headers: Readonly<Record<string, string>>;
    readonly answer: unknown;
  };
  readonly parameters: Readonly<Record<string, ParameterNotes>>;
}

export interface ParameterNotes {
  /** The default value, if callers may always send it. */
  readonly default?: unknown;
  /** An example value, if the example call does not have the parameter. */
  readonly example?: unknown;
  /** Some of the values, each with a description. */
  readonly choices?: readonly { readonly value: string; readonly summary: string }[];
}

export type Operation = ReturnType<typeof operation>;

/** The document, as plain JSON values. */
export function openApiDocument(plans: readonly MethodPlan[], options: OpenApiOptions) {
  const comments = protoComments(options.descriptorSet);
  const schemas = createSchemaBuilder(comments);
  const services = new Set(plans.map(({ method }) => method.parent));
  const paths: Record<string, Record<string, Operation>> = {};
  for (const plan of plans) {
    const ofPath = (paths[plan.path] ??= {});
    ofPath[plan.httpMethod.toLowerCase()] = operation(plan, schemas, comments, options);
  }
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
      schemas: { ...Object.fromEntries(schemas.named), Problem: PROBLEM_SCHEMA as JsonSchema },
      responses: refusalResponses(plans.some(({ hasBody }) => hasBody)),
    },
  };
}

const ETAG = "Identifies this body, for `If-None-Match`.";

function operation(
  { method, variables, hasBody }: MethodPlan,
  schemas: SchemaBuilder,
  comments: ProtoComments,
  options: OpenApiOptions,
) {
  const notes = options.methods[method.name];
  const shapes = fieldShapes(method.input);
  const others = shapes.filter(({ name }) => !variables.includes(name));
  const parameters = (hasBody ? shapes.filter((shape) => !others.includes(shape)) : shapes).map((shape) =>
    parameter(shape, schemas, comments.get(`${method.input.typeName}.${shape.name}`) ?? "", {
      place: variables.includes(shape.name) ? "path" : "query",
      notes,
    }),
  );
  return {
    operationId: method.localName,
    tags: [inWords(method.parent)],
    ...summaryAndDescription(comments.get(`${method.parent.typeName}.${method.name}`) ?? ""),
    parameters,
    ...(hasBody && {
      requestBody: {
        required: others.some(isRequired),
        content: {
          "application/json": {
            schema: schemas.body(method.input, others),
            ...(notes?.example.body !== undefined && { example: notes.example.body }),
          },
        },
      },
    }),
    responses: {
      200: {
        description: comments.get(method.output.typeName) ?? "",
        headers: responseHeaders(
          { ...(!hasBody && { ETag: ETAG }), ...options.headers },
          notes?.example.headers ?? {},
        ),
        content: {
          "application/json": {
            schema: schemas.message(method.output),
            ...(notes && { example: notes.example.answer }),
          },
        },
      },
      ...(!hasBody && {
        304: {
          description:
            "The answer is still the one that `If-None-Match` names. It is an answer, and counts as one.",
        },
      }),
      ...refusalReferences(hasBody),
    },
  };
}

function parameter(
  shape: FieldShape,
  schemas: SchemaBuilder,
  description: string,
  { place, notes }: { readonly place: "query" | "path"; readonly notes: MethodNotes | undefined },
) {
  const { name } = shape;
  const { default: absent, example, choices } = notes?.parameters[name] ?? {};
  const value = notes?.example.query?.[name];
  return {
    name,
    in: place,
    description,
    required: place === "path" || isRequired(shape),
    // Lists are read in either form; this one is shorter.
    ...(shape.isList && { style: "form", explode: false }),
    ...(choices && { examples: Object.fromEntries(choices.map((choice) => [choice.value, choice])) }),
    ...(choices === undefined && value !== undefined && { example: value }),
    schema: {
      ...schemas.field(shape),
      ...(absent !== undefined && { default: absent }),
      // Not beside the schema: pages with a form would fill the example in, and not all parameters may be sent together.
      ...(example !== undefined && { examples: [example] }),
    },
  };
}

/** `SafeSlotsService` becomes "Safe slots". */
function inWords({ name }: DescService): string {
  const [first = "", ...others] = name.replace(/Service$/, "").split(/(?=[A-Z])/);
  return [first, ...others.map((word) => word.toLowerCase())].join(" ");
}

/** The comment up to its first full stop or colon, and the rest. */
function summaryAndDescription(comment: string): { readonly summary: string; readonly description: string } {
  const [summary = ""] = comment.split(/[.:](?:\s|$)/, 1);
  const rest = comment.slice(summary.length + 1).trim();
  return { summary, description: rest.charAt(0).toUpperCase() + rest.slice(1) };
}
