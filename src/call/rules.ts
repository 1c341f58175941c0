// The protovalidate rules of a message, compiled once. The library that defines them (https://github.com/bufbuild/protovalidate)
// interprets them anew for each message, at ten times the time; the tests hold this against it.
import {
  getOption,
  hasOption,
  isFieldSet,
  ScalarType,
  type DescField,
  type DescMessage,
  type Message,
} from "@bufbuild/protobuf";
import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";
import {
  DoubleRulesSchema,
  FieldRulesSchema,
  Int32RulesSchema,
  field as fieldRules,
  type DoubleRules,
  type FieldRules,
  type Int32Rules,
} from "#gen/buf/validate/validate_pb.ts";
import { VIOLATIONS_MAX, type FieldViolation } from "../fault.ts";

/** What is wrong with a message, in the order of its fields: at most VIOLATIONS_MAX, none where it keeps all rules. */
export type RulesCheck = (message: Message) => readonly FieldViolation[];

/** Adds what is wrong with a value that stands at a path: `slots[3]`. */
type ValueCheck = (value: unknown, path: string, violations: FieldViolation[]) => void;

/** What is wrong with one value, in words that follow its name; undefined where nothing is. */
type Problem = (value: never) => string | undefined;

/** Compiles the rules of a message and of those within it; throws where there is one that is not known here. */
export function compileRules(message: DescMessage): RulesCheck {
  const check = messageCheck(message, []);
  return (value) => {
    const violations: FieldViolation[] = [];
    check?.(value, "", violations);
    return violations.slice(0, VIOLATIONS_MAX);
  };
}

/** Undefined where there are no rules. */
function messageCheck(message: DescMessage, parents: readonly DescMessage[]): ValueCheck | undefined {
  if (parents.includes(message)) throw new Error(`${message.typeName}: recursive messages are not checked.`);
  const fields = message.fields.flatMap((field) => fieldCheck(field, [...parents, message]) ?? []);
  if (fields.length === 0) return undefined;
  return (value, path, violations) => {
    const prefix = path === "" ? "" : `${path}.`;
    for (const { field, localName, check } of fields) {
      // There is more wrong than anybody is told.
      if (violations.length >= VIOLATIONS_MAX) return;
      check((value as Record<string, unknown>)[localName], `${prefix}${field.name}`, violations);
    }
  };
}

function fieldCheck(field: DescField, parents: readonly DescMessage[]) {
  const rules = hasOption(field, fieldRules) ? getOption(field, fieldRules) : undefined;
  if (rules !== undefined) refuseUnknownRules(field, reflect(FieldRulesSchema, rules));
  const checkValue = valueCheck(field, rules, parents);
  const isRequired = rules?.required === true;
  if (checkValue === undefined && !isRequired) return undefined;
  const isOptional = field.fieldKind === "message" || field.presence === FeatureSet_FieldPresence.EXPLICIT;
  if (isRequired && !isOptional) throw unknownRule(field, "required, of a field that is always there,");
  const check: ValueCheck = (value, path, violations) => {
    if (isOptional && value === undefined) {
      if (isRequired) violations.push({ field: path, description: "is required." });
    } else {
      checkValue?.(value, path, violations);
    }
  };
  return { field, localName: field.localName, check };
}

/** Undefined where there are no rules. */
function valueCheck(
  field: DescField,
  rules: FieldRules | undefined,
  parents: readonly DescMessage[],
): ValueCheck | undefined {
  if (field.fieldKind === "list") return listCheck(field, rules, parents);
  if (field.fieldKind === "message" && rules?.type.case === undefined)
    return messageCheck(field.message, parents);
  const problem = rules && scalarProblem(field, field.scalar, rules);
  return problem && problemCheck(problem);
}

function listCheck(
  field: DescField & { readonly fieldKind: "list" },
  rules: FieldRules | undefined,
  parents: readonly DescMessage[],
): ValueCheck | undefined {
  const { type } = rules ?? {};
  if (type !== undefined && type.case !== undefined && type.case !== "repeated")
    throw unknownRule(field, type.case);
  const ofList = type?.case === "repeated" ? type.value : undefined;
  if (ofList !== undefined && ofList.minItems > 1n) throw unknownRule(field, "min_items above 1");
  const isNeeded = ofList?.minItems === 1n;
  const itemsMax = hasLimit(ofList?.maxItems) ? Number(ofList?.maxItems) : Infinity;
  const ofItems = ofList?.items;
  if (ofItems?.required === true) throw unknownRule(field, "required items");
  const itemProblem = ofItems && scalarProblem(field, field.scalar, ofItems);
  const checkItem =
    itemProblem === undefined
      ? field.message && messageCheck(field.message, parents)
      : problemCheck(itemProblem);
  if (!isNeeded && itemsMax === Infinity && checkItem === undefined) return undefined;
  return (value, path, violations) => {
    const items = value as readonly unknown[];
    if (isNeeded && items.length === 0) {
      violations.push({ field: path, description: "needs at least one value." });
    }
    if (items.length > itemsMax) {
      violations.push({ field: path, description: `must contain no more than ${itemsMax} item(s).` });
    }
    if (checkItem === undefined) return;
    for (const [index, item] of items.entries()) {
      if (violations.length >= VIOLATIONS_MAX) return;
      checkItem(item, `${path}[${index}]`, violations);
    }
  };
}

function problemCheck(problem: Problem): ValueCheck {
  return (value, path, violations) => {
    const description = problem(value as never);
    if (description !== undefined) violations.push({ field: path, description });
  };
}

/** Undefined where there are no rules. */
function scalarProblem(
  field: DescField,
  scalar: ScalarType | undefined,
  { type }: FieldRules,
): Problem | undefined {
  switch (type.case) {
    case undefined:
      return undefined;
    case "double":
      if (scalar !== ScalarType.DOUBLE) break;
      return rangeProblem(field, boundsOf(DoubleRulesSchema, type.value));
    case "int32":
      if (scalar !== ScalarType.INT32) break;
      return int32Problem(field, type.value);
    case "string":
      if (scalar !== ScalarType.STRING) break;
      return lengthProblem(field, type.value);
    case "repeated":
      break;
  }
  throw unknownRule(field, type.case);
}

function int32Problem(field: DescField, rules: Int32Rules): Problem {
  const bounds = boundsOf(Int32RulesSchema, rules);
  if (rules.in.length === 0) return rangeProblem(field, bounds);
  if (bounds.gte > -Infinity || bounds.lte < Infinity) throw unknownRule(field, "in, beside bounds,");
  return choiceProblem(rules.in);
}

interface Bounds {
  readonly gte: number;
  readonly lte: number;
}

/** Those that are set: what is not reads as 0 in proto2. */
function boundsOf(
  schema: typeof DoubleRulesSchema | typeof Int32RulesSchema,
  rules: DoubleRules | Int32Rules,
): Bounds {
  return {
    gte: isFieldSet(rules, schema.field.gte) ? rules.gte : -Infinity,
    lte: isFieldSet(rules, schema.field.lte) ? rules.lte : Infinity,
  };
}

/** An infinite bound is none. NaN is outside of every one. */
function rangeProblem(field: DescField, { gte, lte }: Bounds): Problem {
  if (lte === Infinity) {
    return (value: number) => (value >= gte ? undefined : `must be greater than or equal to ${gte}.`);
  }
  if (gte === -Infinity || lte < gte) throw unknownRule(field, "lte without gte, or below it,");
  return (value: number) => (value >= gte && value <= lte ? undefined : `must be from ${gte} to ${lte}.`);
}

function choiceProblem(choices: readonly number[]): Problem {
  const allowed = new Set(choices);
  return (value: number) => (allowed.has(value) ? undefined : `must be one of ${choices.join(", ")}.`);
}

/** In Unicode code points, of which a JavaScript string has at most as many as it is long. */
function lengthProblem(
  field: DescField,
  { minLen, maxLen }: { readonly minLen: bigint; readonly maxLen: bigint },
): Problem {
  if (minLen > 1n) throw unknownRule(field, "min_len above 1");
  const isNeeded = minLen === 1n;
  const max = hasLimit(maxLen) ? Number(maxLen) : Infinity;
  return (value: string) => {
    if (isNeeded && value === "") return "must not be empty.";
    return value.length > max && [...value].length > max ? `must be at most ${max} characters.` : undefined;
  };
}

/** Proto2 has 0 for a limit that is not set; one of nothing at all would make no sense. */
function hasLimit(limit: bigint | undefined): boolean {
  return limit !== undefined && limit > 0n;
}

/** The names of all rules that are compiled above, of whichever type they are. */
const KNOWN = new Set(
  "required double int32 string repeated lte gte in min_len max_len min_items max_items items".split(" "),
);

/** Of those that this program's validate.proto declares, and of any that it does not, at whichever depth. */
function refuseUnknownRules(field: DescField, rules: ReflectMessage): void {
  if ((rules.getUnknown() ?? []).length > 0)
    throw unknownRule(field, "one that validate.proto does not declare");
  for (const rule of rules.fields) {
    if (!rules.isSet(rule)) continue;
    if (!KNOWN.has(rule.name)) throw unknownRule(field, rule.name);
    if (rule.fieldKind === "message") refuseUnknownRules(field, rules.get(rule));
  }
}

function unknownRule(field: DescField, what: string): Error {
  return new Error(`${field.parent.typeName}.${field.name}: the rule ${what} is not known to this program.`);
}
