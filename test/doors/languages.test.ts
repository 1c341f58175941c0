import { describe, expect, it } from "vitest";
import type { JsonObject } from "@bufbuild/protobuf";
import { answerOf } from "./answer-of.ts";
import { METHODS } from "./methods.ts";
import { useDoors } from "./start-with-doors.ts";

const { getBookingConfidence, rankSafeSlots } = METHODS;
const START = "2026-11-22T14:00:00Z";
const SLOT = { lat: 51.5074, lng: -0.1278, start_time: START, duration_minutes: 90, sport: "tennis" };
const SLOTS = { lat: 51.5074, lng: -0.1278, slots: [START, "2026-11-23T14:00:00Z"], sport: "tennis" };

const service = await useDoors();
const { key } = await service.createCaller();

describe("lang", () => {
  it.each([
    ["DE-at", "de", / für Tennis/],
    ["fr", "fr", / pour le tennis\u00a0: .*°C/],
    ["en-us", "en-US", / for tennis.*°F/],
  ])("%s is answered in %s", async (lang, contentLanguage, words) => {
    for (const door of service.doors) {
      const call = { method: getBookingConfidence, request: { ...SLOT, lang }, key };
      const { body, headers } = await answerOf(door, call);
      expect((body as JsonObject)["summary"], door.name).toMatch(words);
      expect(headers.get("content-language"), door.name).toBe(contentLanguage);
    }
  });

  it("is the language of the summaries of explained slots", async () => {
    const request = { ...SLOTS, explain: true, lang: "nl" };
    const { body, headers } = await answerOf(service.doors[0], { method: rankSafeSlots, request, key });
    const slots = (body as JsonObject)["slots"] as JsonObject[];
    expect(slots).toHaveLength(2);
    for (const slot of slots) expect(slot["summary"]).toMatch(/ om te tennissen/);
    expect(headers.get("content-language")).toBe("nl");
  });

  it("knows an alias by its own name, also where facts of its venue are given", async () => {
    const request = { ...SLOT, sport: "horse riding", sheltered: true, lang: "de" };
    const { body } = await answerOf(service.doors[0], { method: getBookingConfidence, request, key });
    expect((body as JsonObject)["summary"]).toMatch(/ zum Reiten/);
  });

  it("changes nothing of a call that has none", async () => {
    const call = { method: getBookingConfidence, request: SLOT, key };
    const { body, headers } = await answerOf(service.doors[0], call);
    const english = await answerOf(service.doors[0], { ...call, request: { ...SLOT, lang: "en" } });
    expect(english.body).toEqual(body);
    expect(headers.get("content-language")).toBeNull();
  });
});
