import { create, equals, fromBinary, type Message } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ForecastHourSchema,
  type GetForecastResponse,
  GetForecastResponseSchema,
} from "#gen/suitability/v1/forecast_pb.ts";
import { createBinaryWriter } from "../../src/doors/grpc/answer-writer.ts";
import { compileJsonWriter } from "../../src/doors/rest/json.ts";
import { STRETCH, Stretch, WrittenList } from "../../src/call/written-list.ts";

const HOURS = 200;

const hourAt = (hour: number) =>
  create(ForecastHourSchema, {
    time: timestampFromMs(1_700_000_000_000 + hour * 3_600_000),
    tempC: hour / 10,
    playabilityScore: hour % 101,
  });

/** Two equal answers: one with a stretch of the list as its hours, one with messages of its own. */
function bothWays(list: WrittenList, first: number, length: number): [Message, GetForecastResponse] {
  const stretch = new Stretch(list, { first, length, field: "hours" });
  const init = { location: { lat: 51.5, lng: -0.1 }, days: [{}] };
  const plain = create(GetForecastResponseSchema, init);
  const own = create(GetForecastResponseSchema, { ...init, hours: stretch.messages() as never });
  return [Object.assign(plain, { [STRETCH]: stretch }), own];
}

describe("an answer that contains a stretch of a list", () => {
  const json = compileJsonWriter(GetForecastResponseSchema);
  const binary = createBinaryWriter(GetForecastResponseSchema);

  it("is serialised like the same answer with plain messages, whatever stretches were serialised before", () => {
    const stretches = fc.array(
      fc.record({ first: fc.nat(HOURS / 2), length: fc.nat(HOURS / 2), isJson: fc.boolean() }),
      { maxLength: 8 },
    );
    const holds = fc.property(stretches, (asked) => {
      const list = new WrittenList(hourAt);
      for (const { first, length, isJson } of asked) {
        const [shown, own] = bothWays(list, first, length);
        const isSame = isJson
          ? json(shown) === json(own)
          : equals(GetForecastResponseSchema, fromBinary(GetForecastResponseSchema, binary(shown)), own);
        expect(isSame).toBe(true);
      }
    });
    fc.assert(holds, { numRuns: 100 });
  });

  it("serialises no message again for a range inside a cached range", () => {
    let made = 0;
    const list = new WrittenList((hour) => {
      made += 1;
      return hourAt(hour);
    });
    const show = (first: number, length: number) =>
      json(
        Object.assign(create(GetForecastResponseSchema), {
          [STRETCH]: new Stretch(list, { first, length, field: "hours" }),
        }),
      );
    show(0, 168);
    show(0, 24);
    show(100, 68);
    expect(made).toBe(168);
  });
});
