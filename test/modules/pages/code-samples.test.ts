import { expect, it } from "vitest";

type CodeSamples = (question: object, caller: object) => Readonly<Record<string, string>>;

const { href } = new URL("../../../web/pages/front/code-samples.js", import.meta.url);
const { codeSamples } = (await import(href)) as { codeSamples: CodeSamples };

const QUESTION = {
  place: "51.434,-0.214",
  timeZone: "Europe/London",
  sport: "tennis",
  minutes: "90",
  language: "en",
  start: "2026-11-24T14:00:00Z",
  facts: {},
};

it("the JavaScript, which could run in a page, says that it is for a server, and which key is for pages", () => {
  const { javascript } = codeSamples(QUESTION, { origin: "https://weather.example", key: "wsk_…" });
  expect(javascript).toMatch(/^\/\/ On your server: .*\n\/\/ .*publishable key\.\n/);
});

it("the code for several venues has the chosen place with its facts, as values of JSON", () => {
  const facts = { surface: "clay", covered: "false", temp_shift_c: "-5" };
  const { venues = "" } = codeSamples(
    { ...QUESTION, facts },
    { origin: "https://weather.example", key: "wsk_…" },
  );
  const [, body = ""] = /-d '(\{.*\})' https:\/\/weather\.example\/v1\/venues:rank$/s.exec(venues) ?? [];
  expect(JSON.parse(body)).toEqual({
    venues: [
      { ref: "chosen", lat: 51.434, lng: -0.214, surface: "clay", covered: false, temp_shift_c: -5 },
      { ref: "other", lat: 51.334, lng: -0.214 },
    ],
    start_time: "2026-11-24T14:00:00Z",
    duration_minutes: 90,
    sport: "tennis",
    explain: true,
    lang: "en",
  });
});
