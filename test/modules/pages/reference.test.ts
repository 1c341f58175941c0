// The API reference says all that /openapi.json says, and its examples are answered.
import { execFileSync } from "node:child_process";
import { afterAll, describe, expect, it } from "vitest";
import { type ApiDocument, operationsOf, type Schema } from "../../../src/modules/pages/api-document.ts";
import { V1_REASONS } from "../../../src/doors/rest/openapi/refusals.ts";
import { statusOf } from "../../../src/errors/problem.ts";
import { startTestService } from "../../support/service/test-service.ts";

const service = await startTestService();
afterAll(() => service.stop());
const origin = `http://127.0.0.1:${service.ports.http}`;
const html = await (await fetch(`${origin}/docs`)).text();
const document = (await (await fetch(`${origin}/openapi.json`)).json()) as ApiDocument;
const { schemas } = document.components;
const operations = operationsOf(document);

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

/** What a reader sees of HTML. */
const textOf = (part: string) =>
  part
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll(/&(#?\w+);/g, (all, name: string) => ENTITIES[name] ?? all)
    .replaceAll(/\s+/g, " ");

/** A text of the document as a reader sees it. */
const seen = (markdown = "") =>
  markdown
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, "$1")
    .replaceAll(/\n- /g, " ")
    .replaceAll("`", "")
    .replaceAll(/\s+/g, " ");

/** The part of the page from an anchor to the next one. */
function at(id: string): string {
  const start = html.indexOf(` id="${id}"`);
  expect(start, id).toBeGreaterThan(0);
  return html.slice(html.indexOf(">", start) + 1, html.indexOf(' id="', start + 1));
}

const anchorOf = (path: string) => path.slice("/v1/".length).replaceAll(/\W/g, "-");

describe("the API reference", () => {
  it.each(operations)(
    "has $method $path with its purpose, and each parameter with its meaning, default and example",
    ({ method, path, operation }) => {
      const anchor = anchorOf(path);
      const about = textOf(at(anchor));
      expect(about).toContain(`${method.toUpperCase()} ${path}`);
      expect(about).toContain(seen(operation.summary));
      expect(about).toContain(seen(operation.description));
      for (const { name: parameter, description, required, schema, example } of operation.parameters) {
        const text = textOf(at(`${anchor}.${parameter}`));
        const values = Object.entries({ Default: schema.default, Example: example });
        const shown = values.flatMap(([label, value]) =>
          value === undefined ? [] : [`${label}: ${String(value)}`],
        );
        for (const part of [seen(description), ...shown]) expect(text).toContain(part);
        expect(text.includes("required")).toBe(required);
      }
      const body = operation.requestBody?.content["application/json"].schema;
      for (const [field, { description }] of Object.entries(body?.properties ?? {})) {
        const text = textOf(at(`${anchor}.${field}`));
        expect(text).toContain(seen(description));
        expect(text.includes("required")).toBe(body?.required?.includes(field));
      }
    },
  );

  it.each([
    ["forecast.lat", "number, -90 to 90 required"],
    ["forecast.step_minutes", "integer, 15, 30 or 60"],
    ["safe-slots.slots", "list of string (1 to 64 characters), 1 to 20 of them required"],
    ["booking-confidence.start_time", "time required"],
    ["bookings-review.bookings", "list of Booking, 1 to 20 of them required"],
    ["forecast.answer.hours", "list of ForecastHour"],
    ["BookingReview.booking_confidence", "the answer of /v1/booking-confidence may be absent"],
    ["ForecastHour.rain_mm", "number, at least 0"],
  ])("says what %s may be: %s", (id, type) => {
    expect(textOf(at(id))).toContain(type);
  });

  it("has every field of every answer, at an anchor of its own, with its meaning", () => {
    const answers = new Map(
      operations.map(({ path, operation }) => [
        operation.responses[200].content["application/json"].schema.$ref?.split("/").at(-1),
        `${anchorOf(path)}.answer`,
      ]),
    );
    const fields = Object.entries(schemas).flatMap(([type, { properties = {} }]: [string, Schema]) =>
      Object.entries(properties).map(([field, schema]) => ({
        id: `${answers.get(type) ?? type}.${field}`,
        schema,
      })),
    );
    expect(fields.length).toBeGreaterThan(100);
    for (const { id, schema } of fields) {
      expect(textOf(at(id)), id).toContain(seen(schema.description?.split("\n")[0]));
    }
    const words = Object.entries(schemas).filter(([, schema]) => schema.enum !== undefined);
    for (const [type, { description }] of words)
      expect(textOf(at(type))).toContain(seen(description).slice(0, 60));
  });

  it("has each reason of an error under its status, with when it happens and what to do", () => {
    for (const [reason, row] of V1_REASONS) {
      const [, section = ""] = html.split(`id="error-${statusOf(row)}"`);
      const [, rest = ""] = section.split(`id="${reason}"`);
      const text = textOf(rest.slice(0, rest.indexOf("</tr>")));
      expect(text, reason).toContain(seen(row.meaning));
      expect(text, reason).toContain(seen(row.remedy));
    }
    expect(V1_REASONS.length).toBeGreaterThan(30);
  });

  it("explains the key, the headers of the quota and the weather's credit", () => {
    expect(textOf(at("key"))).toContain("in the header X-API-Key or as Authorization: Bearer");
    for (const name of ["RateLimit", "RateLimit-Policy", "Weather-Source", "ETag", "X-Request-Id"]) {
      expect(textOf(at(`header.${name}`)).length).toBeGreaterThan(name.length + 20);
    }
    expect(at("credit")).toContain('<a href="https://open-meteo.com/">');
  });

  it("has no anchor twice, and no link within the page that leads nowhere", () => {
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const targets = [...html.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id);
    expect(targets.length).toBeGreaterThan(300);
    expect(targets.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it("is small, and names nothing of Swagger UI", async () => {
    const response = await fetch(`${origin}/docs`, { headers: { "accept-encoding": "identity" } });
    expect(Number(response.headers.get("content-length"))).toBeLessThan(250_000);
    const files = [...html.matchAll(/<(?:script|link) [^>]*(?:src|href)="(\/[^"]+)"/g)].map(
      ([, path]) => path,
    );
    expect(files).toEqual(["/favicon.ico", "/frame.css", "/page.css", "/docs/docs.css", "/docs/docs.js"]);
  });
});

/** A stand-in for curl that prints what it was given. */
const PRINTING_CURL = 'curl() { for each in "$@"; do printf "%s\\0" "$each"; done; }';

describe("the example of", () => {
  it.each(operations)(
    "$method $path is answered when it is pasted into a shell",
    async ({ method, path }) => {
      const { key } = await service.createCaller();
      const [command = "", answer = ""] = [
        ...at(anchorOf(path)).matchAll(/<pre[^>]*><code>([^]*?)<\/code>/g),
      ].map(([, code = ""]) =>
        code.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&amp;", "&"),
      );
      const given = execFileSync("sh", ["-c", `${PRINTING_CURL}\n${command}`], {
        encoding: "utf8",
        env: { KEY: key },
      });
      const words = given.split("\0");
      const after = (flag: string) => words.flatMap((word, i) => (words[i - 1] === flag ? [word] : []));
      const headers = after("-H").map((header) => header.split(": ", 2) as [string, string]);
      const sent = after("-d");
      const url = words.at(-2)?.replace("https://HOST", origin) ?? "";
      const response = await (method === "get"
        ? fetch(`${url}?${sent.join("&")}`, { headers })
        : fetch(url, { headers, method: "POST", body: sent.join("") }));
      expect(response.status).toBe(200);
      const received = (await response.json()) as object;
      expect(Object.keys(JSON.parse(answer) as object)).toEqual(
        expect.arrayContaining(Object.keys(received)),
      );
    },
  );
});
