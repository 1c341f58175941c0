// The compiled rules, compared with protovalidate, the library that defines the rules.
import type { DescMessage, Message, MessageInitShape } from "@bufbuild/protobuf";
import { create, setExtension } from "@bufbuild/protobuf";
import { pathToString } from "@bufbuild/protobuf/reflect";
import { FieldOptionsSchema, ListValueSchema } from "@bufbuild/protobuf/wkt";
import { createValidator } from "@bufbuild/protovalidate";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DoubleRulesSchema, field as fieldRules, FieldRulesSchema } from "#gen/buf/validate/validate_pb.ts";
import { AdminService } from "#gen/suitability/admin/v1/admin_pb.ts";
import { compileRules } from "../../src/call/rules.ts";
import { METHODS } from "../doors/methods.ts";
import { madeUpMessage, REPEATED, Type, type FieldInit } from "../doors/rest/made-up-proto.ts";
import { RUNS } from "../fuzz/fuzz-runs.ts";
import { arbitraryMessage } from "./arbitrary-message.ts";

const validator = createValidator();

/** The violations that the library finds, in the words that callers get. */
function referee(schema: DescMessage, message: Message) {
  const { violations = [] } = validator.validate(schema, message);
  return violations.map(({ field, ruleId, message: words }) => {
    const told = words
      .replace(/greater than or equal to (\S+) and less than or equal to (\S+)/, "from $1 to $2")
      .replace(/in list \[(.*)\]/, "one of $1");
    return { field: pathToString(field), description: SENTENCES.get(ruleId) ?? `${told}.` };
  });
}

const SENTENCES = new Map([
  ["required", "is required."],
  ["string.min_len", "must not be empty."],
  ["repeated.min_items", "needs at least one value."],
]);

/** These rules and an unknown one, as a newer validate.proto may declare. */
function undeclared<Schema extends DescMessage>(schema: Schema, rules?: MessageInitShape<Schema>) {
  const message: Message = create(schema, rules);
  message.$unknown = [{ no: 99, wireType: 0, data: new Uint8Array([1]) }];
  return message;
}

/** A message whose one field, `amount`, has these rules. */
function messageUnder(init: FieldInit, rules: object): DescMessage {
  const options = create(FieldOptionsSchema);
  setExtension(options, fieldRules, create(FieldRulesSchema, rules));
  return madeUpMessage({ name: "amount", options, ...init });
}

const UNDECLARED = "a rule that validate.proto does not declare";

describe("compiled rules", () => {
  const methods = [...Object.values(METHODS), ...AdminService.methods];
  const schemas = methods.flatMap(({ input, output }) => [input, output]);

  it.each(schemas.map((schema) => [schema.name, schema] as const))(
    "find protovalidate's first 20 violations in any %s",
    (_name, schema) => {
      const check = compileRules(schema);
      const holds = fc.property(arbitraryMessage(schema), (message) => {
        expect(check(message)).toEqual(referee(schema, message).slice(0, 20));
      });
      fc.assert(holds, { numRuns: RUNS });
    },
    60_000 + RUNS * 10,
  );

  /** The rules of a type. */
  const of = (type: string, value: object) => ({ type: { case: type, value } });
  const text = { type: Type.STRING };
  const number = { type: Type.DOUBLE };
  const whole = { type: Type.INT32 };
  const texts = { ...text, ...REPEATED };
  const part = { type: Type.MESSAGE, typeName: ".made.up.Part" };

  it.each<[FieldInit, string, object, unknown, readonly string[]]>([
    [text, "string", { minLen: 1n }, "x".repeat(99), []],
    [text, "string", { maxLen: 1n }, "", []],
    [texts, "repeated", { minItems: 1n }, Array(99).fill(""), []],
    [texts, "repeated", { minItems: 1n }, [], ["needs at least one value."]],
    [texts, "repeated", { maxItems: 2n }, [], []],
    [texts, "repeated", { maxItems: 2n }, ["", "", ""], ["must contain no more than 2 item(s)."]],
  ])("work for a field with only one rule: %j, %s %o, on %j", (init, type, value, amount, told) => {
    const schema = messageUnder(init, of(type, value));
    const descriptions = compileRules(schema)(create(schema, { amount })).map((each) => each.description);
    expect(descriptions).toEqual(told);
  });

  it.each<[string, FieldInit, object, string]>([
    ["a number's rule on a text", text, of("double", { gte: 1 }), "`double`"],
    ["a whole number's rule on a text", text, of("int32", { gte: 1 }), "`int32`"],
    ["a text's rule on a number", number, of("string", { maxLen: 1n }), "`string`"],
    ["a list's rule on a text", text, of("repeated", { maxItems: 1n }), "`repeated`"],
    ["a text's rule on a list", texts, of("string", { maxLen: 1n }), "`string`"],
    ["a number's rule on a message", part, of("double", { gte: 1 }), "`double`"],
    ["required on a plain number", number, { required: true }, "`required` on a field that is always there"],
    ["required items", texts, of("repeated", { items: { required: true } }), "`required` items"],
    ["at least two characters", text, of("string", { minLen: 2n }), "`min_len` above 1"],
    ["at least two items", texts, of("repeated", { minItems: 2n }), "`min_items` above 1"],
    ["only an upper bound", number, of("double", { lte: 1 }), "`lte` without `gte`, or `lte` below `gte`"],
    ["values beside a lower bound", whole, of("int32", { in: [1, 2], gte: 1 }), "`in` together with bounds"],
    ["values beside an upper bound", whole, of("int32", { in: [1, 2], lte: 1 }), "`in` together with bounds"],
    [
      "a rule of a oneof's member",
      { ...number, oneofIndex: 0 },
      of("double", { gte: 1 }),
      "a rule of a oneof's member",
    ],
    ["an undeclared rule", { type: Type.BOOL }, undeclared(FieldRulesSchema), UNDECLARED],
    [
      "an undeclared rule of a declared type",
      number,
      of("double", undeclared(DoubleRulesSchema, { gte: 1 })),
      UNDECLARED,
    ],
    [
      "an undeclared rule of a list's items",
      texts,
      of("repeated", { maxItems: 2n, items: undeclared(FieldRulesSchema) }),
      UNDECLARED,
    ],
  ])("refuse at the start: %s", (_what, init, rules, named) => {
    const refused = { message: `made.up.Thing.amount: this program does not know ${named}.` };
    expect(() => compileRules(messageUnder(init, rules))).toThrow(expect.objectContaining(refused));
  });

  it("refuse a recursive message at the start", () => {
    expect(() => compileRules(ListValueSchema)).toThrow(
      "google.protobuf.ListValue: recursive messages are not checked.",
    );
  });
});
