// X-API-Key in two lines, as a proxy that adds a key beside the caller's sends it.
import { describe, expect, it } from "vitest";
import { createApiKey } from "../../src/accounts/api-key.ts";
import { LONDON, METHODS } from "./methods.ts";
import { useDoors } from "./start-with-doors.ts";

const call = { method: METHODS.getForecast, request: LONDON };

const service = await useDoors();
const { key } = await service.createCaller();

describe.each(service.doors)("$name", (door) => {
  it.each([
    { what: "the same key twice", lines: [key, key] },
    { what: "an empty line before the key", lines: ["", key] },
    { what: "an empty line after the key", lines: [key, ""] },
  ])("takes $what as one key", async ({ lines }) => {
    expect((await door.call({ ...call, key: lines.join(",") })).kind).toBe("answer");
  });

  it.each([
    { what: "first", lines: [key, createApiKey()] },
    { what: "second", lines: [createApiKey(), key] },
  ])("refuses two different keys, if the good one comes $what", async ({ lines }) => {
    expect(await door.call({ ...call, key: lines.join(",") })).toMatchObject({
      kind: "fault",
      code: "invalid_argument",
      reason: "MALFORMED_REQUEST",
      sentence: "The call carries two different API keys. Send one, in X-API-Key or in Authorization.",
    });
  });
});
