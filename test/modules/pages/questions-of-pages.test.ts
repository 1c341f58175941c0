// What the front page and the dashboard ask with a visitor's key, and what they say of refusals: their modules without a browser.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { serverThat } from "../../support/fakes/server-that.ts";

type Ask = (key: string) => Promise<unknown>;

const load = async (path: string) =>
  (await import(new URL(`../../../web/pages/${path}`, import.meta.url).href)) as Readonly<
    Record<string, (key: string, options: object) => Promise<unknown>>
  >;
const { fetchSports } = await load("front/fetch-sports.js");
const { fetchUsage } = await load("dashboard/fetch-usage.js");

const QUESTIONS: readonly { readonly of: string; readonly ask: Ask }[] = [
  { of: "the front page", ask: async (key) => fetchSports?.(key, {}) },
  {
    of: "the dashboard",
    ask: async (key) => fetchUsage?.(key, { month: undefined, signal: new AbortController().signal }),
  },
];
const KEY = `wsk_${"0".repeat(38)}`;

describe.each(QUESTIONS)("the question of $of", ({ ask }) => {
  const networkFetch = fetch;
  let origin = "";
  // A browser resolves a path against the page's origin.
  beforeEach(() =>
    vi.stubGlobal("fetch", (path: string, init?: RequestInit) => networkFetch(origin + path, init)),
  );
  afterEach(() => void vi.unstubAllGlobals());

  it("sends the key in a header, and never to another origin", async () => {
    const elsewhere = await serverThat({ kind: "answer", body: {} });
    const headers = { location: `${elsewhere.url}/` };
    const service = await serverThat({ kind: "answer", status: 307, headers, body: "" });
    origin = service.url;
    await expect(ask(KEY)).rejects.toThrow(/Check your connection/);
    expect(service.requests.map((request) => request.headers["x-api-key"])).toEqual([KEY]);
    expect(service.requests.map((request) => request.url.search)).toEqual([""]);
    expect(elsewhere.requests).toEqual([]);
  });

  it("is not sent with a text that is no key: the text may be another secret", async () => {
    const service = await serverThat({ kind: "answer", body: {} });
    origin = service.url;
    for (const text of ["wsk_wrong", "schlüssel", `wpk_${"0".repeat(38)}`, `${KEY}0`]) {
      await expect(ask(text), text).rejects.toThrow("Compare it with the key you were given.");
    }
    expect(service.requests).toEqual([]);
  });

  it("that the service cannot answer tells the visitor nothing of the cause", async () => {
    const body = { code: "internal", message: "secret", detail: "secret" };
    for (const answer of [body, "<html>secret"]) {
      const service = await serverThat({ kind: "answer", status: 503, body: answer });
      origin = service.url;
      const problem = await ask(KEY).catch((error: unknown) => error);
      expect(problem).toBeInstanceOf(Error);
      expect(String(problem)).toMatch(/is not the reason. Try again in a minute\.$/);
      expect(JSON.stringify(problem)).not.toContain("secret");
    }
  });
});
