// The client has the types of the service: if they lack a change of proto/, this test fails.
// `npm test -- clients/typescript/test/api.test.ts -u` rewrites them.
import { readFileSync } from "node:fs";
import * as prettier from "prettier";
import { describe, expect, it } from "vitest";
import service from "../../../package.json" with { type: "json" };
import { useTestService } from "../../../test/support/service/use-test-service.ts";
import manifest from "../package.json" with { type: "json" };
import { typesOfDocument, type OpenApiDocument } from "./types-of-document.ts";

const ROOT = new URL("../../..", import.meta.url);

describe("the client", () => {
  const used = useTestService();

  it("has the types that /openapi.json describes", async () => {
    const response = await fetch(`http://127.0.0.1:${used().service.ports.http}/openapi.json`);
    const types = typesOfDocument((await response.json()) as OpenApiDocument);
    // TypeScript would merge two interfaces of the same name.
    const declared = [...types.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name]) => name);
    expect(declared).toEqual([...new Set(declared)]);
    const config = await prettier.resolveConfig(new URL("package.json", ROOT).pathname);
    const formatted = await prettier.format(types, { ...config, parser: "typescript" });
    await expect(formatted).toMatchFileSnapshot("../src/api.ts");
  });

  it("has the version of the service, and its licence", () => {
    expect(manifest.version).toBe(service.version);
    expect(manifest.license).toBe(service.license);
    const licence = readFileSync(new URL("LICENSE", ROOT), "utf8");
    expect(readFileSync(new URL("../LICENSE", import.meta.url), "utf8")).toBe(licence);
  });
});
