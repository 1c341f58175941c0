// The comments on fields in proto/: somebody who reads only the proto files learns units and bounds.
import { readFileSync } from "node:fs";
import { getOption, type DescField, type DescMessage } from "@bufbuild/protobuf";
import { isReflectList, reflect } from "@bufbuild/protobuf/reflect";
import { describe, expect, it } from "vitest";
import { FieldRulesSchema, field as fieldRules } from "#gen/buf/validate/validate_pb.ts";
import {
  BookingSchema,
  GetBookingConfidenceRequestSchema,
  GetBookingConfidenceResponseSchema,
  ToldSchema,
} from "#gen/suitability/v1/booking_confidence_pb.ts";
import { VenueSchema } from "#gen/suitability/v1/safe_slots_pb.ts";
import { protoComments } from "../../src/doors/rest/openapi/proto-comments.ts";
import { VERDICT_TABLE, VERDICTS } from "../../src/scoring/verdicts.ts";
import { METHODS } from "../doors/methods.ts";

const ofOperations = Object.values(METHODS).map(({ parent }) => parent.file);
/** The files of the operations, and the files of the same package that they import. */
const FILES = new Set(
  [ofOperations, ...ofOperations.map(({ dependencies }) => dependencies)]
    .flat()
    .filter(({ proto }) => proto.package === "suitability.v1"),
);
const COMMENTS = protoComments(
  readFileSync(new URL("../../gen/suitability/v1/comments.binpb", import.meta.url)),
);

/** How a comment spells the unit that a name ends in. */
const UNITS: Readonly<Record<string, string>> = {
  _c: "°C",
  _mm: "mm",
  _kmh: "km/h",
  _pct: "%",
  _m: "in m",
  _minutes: "inutes",
  _hours: "hours",
};

const fields = [...FILES].flatMap((file) => file.messages.flatMap((message) => message.fields));
const numbers = fields.filter(({ proto }) => proto.type === 1 || proto.type === 5);
const named = (field: DescField) => ({
  name: `${field.parent.name}.${field.name}`,
  field,
  comment: COMMENTS.get(`${field.parent.typeName}.${field.name}`) ?? "",
});

/**
 * A review reports a booking that is out of range in that booking's own result, and a ranking a venue. The numbers of these
 * messages therefore have no rules: their bounds are those of the same field in the message on the right.
 */
const RULES_OF = new Map<DescMessage, DescMessage>([
  [BookingSchema, GetBookingConfidenceRequestSchema],
  [ToldSchema, GetBookingConfidenceResponseSchema],
  [VenueSchema, GetBookingConfidenceRequestSchema],
]);

const ruledField = (field: DescField) => RULES_OF.get(field.parent)?.field[field.localName] ?? field;

/** The bounds of a number, as protovalidate has them. */
function boundsOf(field: DescField): readonly number[] {
  const typed = getOption(field, fieldRules).type.value;
  if (typed === undefined) return [];
  const schema = FieldRulesSchema.fields.find(
    ({ message }) => message?.typeName === typed.$typeName,
  )?.message;
  const rules = reflect(schema as DescMessage, typed);
  const set = rules.fields.filter((rule) => rules.isSet(rule) && ["gte", "lte", "in"].includes(rule.name));
  return set.flatMap((rule) => {
    const value: unknown = rules.get(rule);
    return (isReflectList(value) ? Array.from(value) : value) as number | number[];
  });
}

describe("the comment of a field in proto/", () => {
  it.each(fields.map(named))("$name is there", ({ comment }) => {
    expect(comment).toMatch(/^[A-Z0-9].*\.$/);
  });

  it.each(numbers.map(named))("$name names its unit and bounds", ({ field, comment }) => {
    const unitName = /_(?:c|mm|kmh|pct|m|minutes|hours)(?=$|_(?:min|max)$)/.exec(field.name)?.[0] ?? "";
    const unit = UNITS[unitName] ?? "";
    expect(comment).toContain(unit);
    const bounds = boundsOf(ruledField(field));
    // Only a temperature may lack bounds.
    expect(bounds.length > 0 || unitName === "_c").toBe(true);
    for (const bound of bounds) expect(comment).toMatch(new RegExp(`(?<![\\d.])${bound}(?!\\d|\\.\\d)`));
  });
});

describe("the comments on a verdict in proto/", () => {
  it.each(VERDICTS)("have the scores of %s", (verdict) => {
    const { lowest, highest } = VERDICT_TABLE[verdict];
    const ofFields = fields.filter(({ name, fieldKind }) => name === verdict && fieldKind === "scalar");
    const comments = [
      COMMENTS.get(`suitability.v1.Recommendation.RECOMMENDATION_${verdict.toUpperCase()}`),
      ...ofFields.map((field) => named(field).comment),
    ];
    expect(comments.length).toBe(3);
    const scores = [`${lowest} to ${highest}`, `${lowest} or more`, `below ${highest + 1}`];
    for (const comment of comments) expect(comment).toMatch(new RegExp(`\\b(?:${scores.join("|")})\\b`));
  });
});
