// Compiles the protovalidate rules of a message once. The library that defines them
// (https://github.com/bufbuild/protovalidate) interprets them for each message, which takes ten times as long; tests
// compare the two.
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
  type StringRules,
} from "#gen/buf/validate/validate_pb.ts";
import { VIOLATIONS_MAX, type FieldViolation } from "../errors/fault.ts";

/** The violations of a message in field order, at most VIOLATIONS_MAX. */
type RulesCheck = (message: Message) => FieldViolation[];

/** Adds the violations of a value at a path such as `slots[3]`. */
type ValueCheck = (value: unknown, path: string, violations: FieldViolation[]) => void;

/** What is wrong with one value, in words that follow its name, or undefined. */
type Problem = (value: never) => string | undefined;

/** Compiles the rules of a message and of its nested messages. Throws on an unknown rule. */
export function compileRules(message: DescMessage): RulesCheck {
  const check = messageCheck(message, []);
  return (value) => {
    const violations: FieldViolation[] = [];
    check?.(value, "", violations);
    return violations;
  };
}

/** Undefined without rules. */
function messageCheck(message: DescMessage, parents: readonly DescMessage[]): ValueCheck | undefined {
  if (parents.includes(message)) throw new Error(`${message.typeName}: recursive messages are not checked.`);
  const fields = message.fields.flatMap((field) => fieldCheck(field, [...parents, message]) ?? []);
  if (fields.length === 0) return undefined;
  return (value, path, violations) => {
    const prefix = path === "" ? "" : `${path}.`;
    for (const { field, localName, check } of fields) {
      // More violations would not be reported.
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
  if (field.oneof !== undefined) throw unknownRule(field, "a rule of a oneof's member");
  const isOptional = field.presence === FeatureSet_FieldPresence.EXPLICIT;
  if (isRequired && !isOptional) throw unknownRule(field, "`required` on a field that is always there");
  const checkOptional: ValueCheck = (value, path, violations) => {
    if (value !== undefined) checkValue?.(value, path, violations);
    else if (isRequired) violations.push({ field: path, description: "is required." });
  };
  const check = isOptional || checkValue === undefined ? checkOptional : checkValue;
  return { field, localName: field.localName, check };
}

/** Undefined without rules. */
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
  const type = rules?.type;
  const ofList = type?.case === "repeated" ? type.value : undefined;
  if (type?.case !== undefined && ofList === undefined) throw unknownRule(field, `\`${type.case}\``);
  const { minItems = 0n } = ofList ?? {};
  if (minItems > 1n) throw unknownRule(field, "`min_items` above 1");
  const isNeeded = minItems === 1n;
  const itemsMax = limitOf(ofList?.maxItems);
  const ofItems = ofList?.items;
  if (ofItems?.required === true) throw unknownRule(field, "`required` items");
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

/** Undefined without rules. */
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
  throw unknownRule(field, `\`${type.case}\``);
}

function int32Problem(field: DescField, rules: Int32Rules): Problem {
  const bounds = boundsOf(Int32RulesSchema, rules);
  if (rules.in.length === 0) return rangeProblem(field, bounds);
  if (bounds.gte > -Infinity || bounds.lte < Infinity) throw unknownRule(field, "`in` together with bounds");
  return choiceProblem(rules.in);
}

type Bounds = Pick<DoubleRules, "gte" | "lte">;

/** The bounds that are set: proto2 reads unset ones as 0. */
function boundsOf(
  schema: typeof DoubleRulesSchema | typeof Int32RulesSchema,
  rules: DoubleRules | Int32Rules,
): Bounds {
  return {
    gte: isFieldSet(rules, schema.field.gte) ? rules.gte : -Infinity,
    lte: isFieldSet(rules, schema.field.lte) ? rules.lte : Infinity,
  };
}

/** An infinite bound is no bound. NaN violates every bound. */
function rangeProblem(field: DescField, { gte, lte }: Bounds): Problem {
  if (lte === Infinity) {
    return (value: number) => (value >= gte ? undefined : `must be greater than or equal to ${gte}.`);
  }
  if (gte === -Infinity || lte < gte) throw unknownRule(field, "`lte` without `gte`, or `lte` below `gte`");
  return (value: number) => (value >= gte && value <= lte ? undefined : `must be from ${gte} to ${lte}.`);
}

function choiceProblem(choices: readonly number[]): Problem {
  const allowed = new Set(choices);
  return (value: number) => (allowed.has(value) ? undefined : `must be one of ${choices.join(", ")}.`);
}

/** In Unicode code points. A JavaScript string has at least as many code units. */
function lengthProblem(field: DescField, { minLen, maxLen }: StringRules): Problem {
  if (minLen > 1n) throw unknownRule(field, "`min_len` above 1");
  const isNeeded = minLen === 1n;
  const max = limitOf(maxLen);
  return (value: string) => {
    if (isNeeded && value === "") return "must not be empty.";
    return value.length > max && [...value].length > max ? `must be at most ${max} characters.` : undefined;
  };
}

/** Proto2 reads an unset limit as 0, and a limit of 0 would make no sense. */
function limitOf(limit = 0n): number {
  return limit > 0n ? Number(limit) : Infinity;
}

/** The names of all rules that are compiled above, for any type. */
const KNOWN = new Set(
  "required double int32 string repeated lte gte in min_len max_len min_items max_items items".split(" "),
);

/** Refuses rules of validate.proto that are not compiled here, and rules that it does not declare, at any depth. */
function refuseUnknownRules(field: DescField, rules: ReflectMessage): void {
  if ((rules.getUnknown() ?? []).length > 0)
    throw unknownRule(field, "a rule that validate.proto does not declare");
  for (const rule of rules.fields) {
    if (!rules.isSet(rule)) continue;
    if (!KNOWN.has(rule.name)) throw unknownRule(field, `\`${rule.name}\``);
    if (rule.fieldKind === "message") refuseUnknownRules(field, rules.get(rule));
  }
}

function unknownRule(field: DescField, what: string): Error {
  return new Error(`${field.parent.typeName}.${field.name}: this program does not know ${what}.`);
}
