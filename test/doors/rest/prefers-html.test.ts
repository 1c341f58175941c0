import { describe, expect, test } from "vitest";
import { prefersHtml } from "../../../src/doors/rest/headers.ts";

describe("prefersHtml", () => {
  test.each([
    ["Chromium", "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8", true],
    ["Firefox", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", true],
    ["HTML alone", "text/html", true],
    ["HTML in capitals, with a parameter", "TEXT/HTML; charset=utf-8; Q=0.5", true],
    ["HTML before JSON", "text/html, application/json;q=0.9", true],
    ["curl, fetch", "*/*", false],
    ["nothing", undefined, false],
    ["an empty header", "", false],
    ["JSON alone", "application/json", false],
    ["a problem before HTML", "application/problem+json, text/html;q=0.9", false],
    ["both alike", "text/html, application/json", false],
    ["HTML and anything alike", "text/html, */*", false],
    ["HTML refused", "text/html;q=0", false],
    ["a weight that is none", "text/html;q=high", false],
    ["any text", "text/*", false],
  ])("%s", (_who, accept, isPreferred) => {
    expect(prefersHtml(accept)).toBe(isPreferred);
  });
});
