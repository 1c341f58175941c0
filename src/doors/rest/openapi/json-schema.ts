// JSON schemas of fields and messages. They are made from the same shapes as the reader of queries and the writer of
// answers.
import type { DescEnum, DescMessage } from "@bufbuild/protobuf";
import { getOption } from "@bufbuild/protobuf";
import { reflect } from "@bufbuild/protobuf/reflect";
import type { FieldRules } from "#gen/buf/validate/validate_pb.ts";
import { FieldRulesSchema, field as fieldRules } from "#gen/buf/validate/validate_pb.ts";
import { enumWord, fieldShapes, type EnumWords, type FieldShape, type ValueShape } from "../field-shape.ts";
import type { ProtoComments } from "./proto-comments.ts";

export type JsonSchema = Readonly<Record<string, unknown>>;

const KEYWORDS: ReadonlyMap<string, string> = new Map([
  ["gte", "minimum"],
  ["lte", "maximum"],
  ["min_len", "minLength"],
  ["max_len", "maxLength"],
  ["min_items", "minItems"],
  ["max_items", "maxItems"],
  ["in", "enum"],
]);

export type SchemaBuilder = ReturnType<typeof createSchemaBuilder>;

/** Builds schemas, and collects those of messages and enums, which are referred to by name. */
export function createSchemaBuilder(comments: ProtoComments) {
  /** The targets of references, by name. */
  const named = new Map<string, JsonSchema>();
  const typeNames = new Map<string, string>();

  function reference(desc: DescMessage | DescEnum, build: () => JsonSchema): JsonSchema {
    const typeName = typeNames.get(desc.name);
    if (typeName !== undefined && typeName !== desc.typeName) {
      throw new Error(`${typeName} and ${desc.typeName} would share one name in the OpenAPI document.`);
    }
    if (typeName === undefined) {
      typeNames.set(desc.name, desc.typeName);
      named.set(desc.name, build());
    }
    return { $ref: `#/components/schemas/${desc.name}` };
  }

  function message(desc: DescMessage): JsonSchema {
    return reference(desc, () => {
      const shapes = fieldShapes(desc);
      return {
        ...objectSchema(desc, comments, shapes, field),
        required: shapes.filter((shape) => shape.isPromised).map((shape) => shape.name),
      };
    });
  }

  /** The schema of a message that callers send with these fields. */
  function body(desc: DescMessage, shapes: readonly FieldShape[]): JsonSchema {
    const ofMessage = (nested: DescMessage) => reference(nested, () => body(nested, fieldShapes(nested)));
    return {
      ...objectSchema(desc, comments, shapes, (shape) => field(shape, ofMessage)),
      required: shapes.filter(isRequired).map((shape) => shape.name),
      additionalProperties: false,
    };
  }

  function value(
    shape: ValueShape,
    rules: FieldRules | undefined,
    ofMessage: (desc: DescMessage) => JsonSchema,
  ): JsonSchema {
    switch (shape.kind) {
      case "enum":
        return reference(shape.words.enum, () => enumSchema(shape.words, comments));
      case "message":
        return ofMessage(shape.message);
      default:
        // In a body, a field without a rule has no bounds here: its operation refuses values that are out of range.
        return {
          ...scalarSchema(shape),
          ...(bounds(rules) ?? (ofMessage === message ? typeBounds(shape) : {})),
        };
    }
  }

  /** Without the description, because a parameter has one of its own. */
  function field(shape: FieldShape, ofMessage = message): JsonSchema {
    const rules = getOption(shape.field, fieldRules);
    if (!shape.isList) return value(shape.value, rules, ofMessage);
    const items = rules.type.case === "repeated" ? rules.type.value.items : undefined;
    return { type: "array", ...bounds(rules), items: value(shape.value, items, ofMessage) };
  }

  return { field, message, body, named };
}

function objectSchema(
  desc: DescMessage,
  comments: ProtoComments,
  shapes: readonly FieldShape[],
  schemaOf: (shape: FieldShape) => JsonSchema,
): JsonSchema {
  const properties = shapes.map((shape) => {
    const described = description(comments.get(`${desc.typeName}.${shape.name}`));
    return [shape.name, { ...schemaOf(shape), ...described }];
  });
  return {
    type: "object",
    ...description(comments.get(desc.typeName)),
    properties: Object.fromEntries(properties) as JsonSchema,
  };
}

export function isRequired({ field }: FieldShape): boolean {
  const { required, type } = getOption(field, fieldRules);
  return required || (type.case === "repeated" && type.value.minItems > 0n);
}

function scalarSchema(shape: Exclude<ValueShape, { kind: "enum" | "message" }>): JsonSchema {
  switch (shape.kind) {
    case "bool":
      return { type: "boolean" };
    case "timestamp":
      return { type: "string", format: "date-time" };
    case "double":
      return { type: "number" };
    default:
      return { type: shape.kind };
  }
}

/** For readers of proto/. The words of a schema are in this form already. */
const FORM_IN_JSON = " In JSON: the lower-case word, without the prefix.";

function enumSchema({ enum: desc, numberByWord }: EnumWords, comments: ProtoComments): JsonSchema {
  const values = desc.values.flatMap((value) => {
    const comment = comments.get(`${desc.typeName}.${value.name}`);
    const word = enumWord(value);
    return comment !== undefined && numberByWord.has(word) ? [`\n- \`${word}\`: ${comment}`] : [];
  });
  const meaning = (comments.get(desc.typeName) ?? "").replace(FORM_IN_JSON, "");
  const text = `${meaning}${values.join("")}`;
  return { type: "string", enum: [...numberByWord.keys()], ...description(text) };
}

/** The bounds of a type without rules. */
function typeBounds(shape: ValueShape): JsonSchema {
  return shape.kind === "integer" ? { minimum: shape.min, maximum: shape.max } : {};
}

/**
 * The protovalidate bounds that have a JSON schema keyword. They are read by descriptor, because a bound that is not set
 * would read as zero.
 */
function bounds(rules: FieldRules | undefined): JsonSchema | undefined {
  const typed = rules?.type.value;
  const desc = FieldRulesSchema.fields.find(({ message }) => message?.typeName === typed?.$typeName)?.message;
  if (typed === undefined || desc === undefined) return undefined;
  const reflected = reflect(desc, typed);
  return Object.fromEntries(
    reflected.fields.flatMap((rule) => {
      const keyword = KEYWORDS.get(rule.name);
      if (keyword === undefined || !reflected.isSet(rule)) return [];
      // Only the rule `in` is a list.
      const value = rule.fieldKind === "list" ? [...reflected.get(rule)] : Number(reflected.get(rule));
      return [[keyword, value]];
    }),
  );
}

function description(text: string | undefined): JsonSchema {
  return text === undefined || text === "" ? {} : { description: text };
}
