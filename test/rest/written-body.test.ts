import { create, type Message } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { GetBookingConfidenceResponseSchema } from "#gen/suitability/v1/booking_confidence_pb.ts";
import { createBodyWriter } from "../../src/rest/written-body.ts";

const message = (summary: string) => create(GetBookingConfidenceResponseSchema, { summary });

function setUp() {
  const written: Message[] = [];
  const write = createBodyWriter((value) => {
    written.push(value);
    return JSON.stringify(value);
  });
  return { write, written };
}

describe("the body of a message", () => {
  it("is written once where the message is frozen, and for every call where it is not", () => {
    const { write, written } = setUp();
    const shared = Object.freeze(message("dry"));
    expect(write(shared)).toBe(write(shared));
    expect(written).toHaveLength(1);
    const own = message("dry");
    expect(write(own)).toEqual(write(own));
    expect(written).toHaveLength(3);
  });

  it("has a tag that is another one for another body", () => {
    const { write } = setUp();
    expect(write(message("dry")).etag).toBe(write(message("dry")).etag);
    expect(write(message("dry")).etag).not.toBe(write(message("wet")).etag);
  });
});
