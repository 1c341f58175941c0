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
