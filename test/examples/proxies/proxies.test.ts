// The proxies of examples/proxies that run in Node: one suite for all, since they promise the same.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { failingServiceSuite } from "./failing-service-suite.ts";
import { runningServiceSuite } from "./running-service-suite.ts";
import { NODE, WORKER } from "./start-proxy.ts";

describe.each([NODE, WORKER])("$name", ({ start }) => {
  runningServiceSuite(start);
  failingServiceSuite(start);
});

it("is the same in Node and at the edge, but for what starts it", () => {
  const common = (file: string) =>
    readFileSync(new URL(`../../../examples/proxies/${file}`, import.meta.url), "utf8")
      .split("// From here")[1]
      ?.split("// The last line")[0]
      ?.replace(/^.*\n/, "");
  expect(common("node.mjs")?.length).toBeGreaterThan(5_000);
  expect(common("node.mjs")).toBe(common("worker.mjs"));
});
