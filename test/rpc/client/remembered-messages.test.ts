import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { create, toBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { GetForecastRequestSchema } from "#gen/suitability/v1/forecast_pb.ts";
import { GetUsageResponseSchema } from "#gen/suitability/v1/usage_pb.ts";
import { createMessageReader } from "../../../src/rpc/client/remembered-messages.ts";

const bytesOf = (plan: string) => toBinary(GetUsageResponseSchema, create(GetUsageResponseSchema, { plan }));

/** Two plans whose messages are of one length and have one checksum: of some hundred thousand texts two are sure to. */
function plansOfOneChecksum(): readonly [string, string] {
  const planByChecksum = new Map<number, string>();
  for (let i = 0; ; i += 1) {
    const plan = createHash("sha1").update(String(i)).digest("hex");
    const checksum = crc32(bytesOf(plan));
    const other = planByChecksum.get(checksum);
    if (other !== undefined) return [other, plan];
    planByChecksum.set(checksum, plan);
  }
}

describe("a reader of messages", () => {
  it("reads the same bytes as the same message, which nobody can change", () => {
    const read = createMessageReader();
    const message = read(GetUsageResponseSchema, bytesOf("growth"));
    expect(message).toEqual(create(GetUsageResponseSchema, { plan: "growth" }));
    expect(Object.isFrozen(message)).toBe(true);
    expect(read(GetUsageResponseSchema, bytesOf("growth"))).toBe(message);
  });

  it("keeps a message also when the memory its bytes came in is used for something else", () => {
    const read = createMessageReader();
    const buffer = Buffer.from(bytesOf("growth"));
    read(GetUsageResponseSchema, buffer);
    buffer.set(bytesOf("bronze"));
    expect(read(GetUsageResponseSchema, buffer)).toEqual(create(GetUsageResponseSchema, { plan: "bronze" }));
    expect(read(GetUsageResponseSchema, bytesOf("growth"))).toEqual(
      create(GetUsageResponseSchema, { plan: "growth" }),
    );
  });

  it("tells apart bytes that have one length and one checksum", () => {
    const read = createMessageReader();
    const [one, other] = plansOfOneChecksum();
    expect(one).not.toBe(other);
    for (const plan of [one, other, one]) {
      expect(read(GetUsageResponseSchema, bytesOf(plan))).toEqual(create(GetUsageResponseSchema, { plan }));
    }
  });

  it("tells apart types whose bytes are the same", () => {
    const read = createMessageReader();
    const nothing = new Uint8Array();
    expect(read(GetUsageResponseSchema, nothing)).toEqual(create(GetUsageResponseSchema));
    expect(read(GetForecastRequestSchema, nothing)).toEqual(create(GetForecastRequestSchema));
  });

  it("throws for bytes that are no message, each time", () => {
    const read = createMessageReader();
    for (let time = 0; time < 2; time += 1) {
      expect(() => read(GetUsageResponseSchema, Uint8Array.of(0xff))).toThrow("premature EOF");
    }
  });
});
