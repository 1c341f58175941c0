import { describe, expect, it } from "vitest";
import type { JsonObject } from "@bufbuild/protobuf";
import { answerOf } from "./answer-of.ts";
import { faultsOf } from "./faults-of.ts";
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
    ["de", "de", / für Tennis/],
    ["DE-at", "de", / für Tennis/],
    ["es-419", "es", / para el tenis/],
    ["fr", "fr", / pour le tennis\u00a0: .*°C/],
    ["pt-BR", "pt", / para o ténis/],
    ["en", "en", / for tennis.*°C/],
    ["en-GB", "en-GB", / for tennis.*°C/],
    ["en-us", "en-US", / for tennis.*°F/],
    ["en-AU", "en", / for tennis.*°C/],
  ])("%s is answered in %s", async (lang, contentLanguage, words) => {
    for (const door of service.doors) {
      const call = { method: getBookingConfidence, request: { ...SLOT, lang }, key };
      const { body, headers } = await answerOf(door, call);
      expect((body as JsonObject)["summary"], door.name).toMatch(words);
      expect(headers.get("content-language"), door.name).toBe(contentLanguage);
    }
  });

  it("is the language of the summaries of explained slots", async () => {
    for (const door of service.doors) {
      const request = { ...SLOTS, explain: true, lang: "nl" };
      const { body, headers } = await answerOf(door, { method: rankSafeSlots, request, key });
      const slots = (body as JsonObject)["slots"] as JsonObject[];
      expect(slots).toHaveLength(2);
      for (const slot of slots) expect(slot["summary"], door.name).toMatch(/ om te tennissen/);
      expect(headers.get("content-language"), door.name).toBe("nl");
    }
  });

  it("knows an alias by its own name, also where facts of its venue are given", async () => {
    const request = { ...SLOT, sport: "horse riding", sheltered: true, lang: "de" };
    for (const door of service.doors) {
      const { body } = await answerOf(door, { method: getBookingConfidence, request, key });
      expect((body as JsonObject)["summary"], door.name).toMatch(/ zum Reiten/);
    }
  });

  it("changes nothing of a call that has none", async () => {
    for (const door of service.doors) {
      const { body, headers } = await answerOf(door, { method: getBookingConfidence, request: SLOT, key });
      const asked = { ...SLOT, lang: "en" };
      const english = await answerOf(door, { method: getBookingConfidence, request: asked, key });
      expect(english.body, door.name).toEqual(body);
      expect(headers.get("content-language"), door.name).toBeNull();
    }
  });

  it.each(["xx", "english", "de-", "de_DE", "zh-CN", "pt-Latn-BR", "toString"])(
    "%j is refused with the list of languages",
    async (lang) => {
      const call = { method: getBookingConfidence, request: { ...SLOT, lang }, key };
      for (const { door, fault } of await faultsOf(service.doors, call)) {
        expect(fault, door).toMatchObject({ code: "invalid_argument", violations: [{ field: "lang" }] });
        expect(fault.sentence, door).toMatch(/^lang must be one of de, en, es, fr, it, nl, pt, sv,/);
      }
    },
  );

  it("is refused where slots have no sentence", async () => {
    const call = { method: rankSafeSlots, request: { ...SLOTS, lang: "de" }, key };
    for (const { door, fault } of await faultsOf(service.doors, call)) {
      expect(fault, door).toMatchObject({ code: "invalid_argument", violations: [{ field: "lang" }] });
      expect(fault.sentence, door).toMatch(/^lang .*explain=true/);
    }
  });
});
