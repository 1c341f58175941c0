// JSON schemas of fields and messages, from the same shapes that queries are read and answers are written by.
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

/** Builds schemas and keeps those of messages and enums, which are referred to by name. */
export interface SchemaBuilder {
  /** Without the description, which a parameter carries itself. */
  field(shape: FieldShape): JsonSchema;
  message(message: DescMessage): JsonSchema;
  /** What the references point to, by name. */
  readonly named: ReadonlyMap<string, JsonSchema>;
}

export function createSchemaBuilder(comments: ProtoComments): SchemaBuilder {
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
        type: "object",
        ...description(comments.get(desc.typeName)),
        properties: Object.fromEntries(
          shapes.map((shape) => [
            shape.name,
            { ...field(shape), ...description(comments.get(`${desc.typeName}.${shape.name}`)) },
          ]),
        ),
        required: shapes.filter((shape) => shape.isPromised).map((shape) => shape.name),
      };
    });
  }

  function value(shape: ValueShape, rules: FieldRules | undefined): JsonSchema {
    switch (shape.kind) {
      case "enum":
        return reference(shape.words.enum, () => enumSchema(shape.words, comments));
      case "message":
        return message(shape.message);
      default:
        return { ...scalarSchema(shape), ...(bounds(rules) ?? typeBounds(shape)) };
    }
  }

  function field(shape: FieldShape): JsonSchema {
    const rules = getOption(shape.field, fieldRules);
    if (!shape.isList) return value(shape.value, rules);
    const items = rules.type.case === "repeated" ? rules.type.value.items : undefined;
    return { type: "array", ...bounds(rules), items: value(shape.value, items) };
  }

  return { field, message, named };
}

function scalarSchema(shape: Exclude<ValueShape, { kind: "enum" | "message" }>): JsonSchema {
  switch (shape.kind) {
    case "bool":
      return { type: "boolean" };
    case "timestamp":
      return { type: "string", format: "date-time" };
    case "string":
      return { type: "string" };
    case "integer":
      return { type: "integer" };
    case "double":
      return { type: "number" };
  }
}

function enumSchema({ enum: desc, numberByWord }: EnumWords, comments: ProtoComments): JsonSchema {
  const values = desc.values.flatMap((value) => {
    const comment = comments.get(`${desc.typeName}.${value.name}`);
    const word = enumWord(value);
    return comment !== undefined && numberByWord.has(word) ? [`\n- \`${word}\`: ${comment}`] : [];
  });
  const text = `${comments.get(desc.typeName) ?? ""}${values.join("")}`;
  return { type: "string", enum: [...numberByWord.keys()], ...description(text) };
}

/** Of what no rule bounds. */
function typeBounds(shape: ValueShape): JsonSchema {
  return shape.kind === "integer" ? { minimum: shape.min, maximum: shape.max } : {};
}

/** The bounds of protovalidate that have a keyword; read by descriptor, since an unset one reads as zero. */
function bounds(rules: FieldRules | undefined): JsonSchema | undefined {
  const typed = rules?.type.value;
  const desc = FieldRulesSchema.fields.find(({ message }) => message?.typeName === typed?.$typeName)?.message;
  if (typed === undefined || desc === undefined) return undefined;
  const reflected = reflect(desc, typed);
  return Object.fromEntries(
    reflected.fields.flatMap((rule) => {
      const keyword = KEYWORDS.get(rule.name);
      if (keyword === undefined || !reflected.isSet(rule)) return [];
      // Of all rules a list of choices alone is one.
      const value = rule.fieldKind === "list" ? [...reflected.get(rule)] : Number(reflected.get(rule));
      return [[keyword, value]];
    }),
  );
}

function description(text: string | undefined): JsonSchema {
  return text === undefined || text === "" ? {} : { description: text };
}
