// The proxies of examples/proxies that run in Node. All promise the same, so the same suites test them.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { failingServiceSuite } from "./failing-service-suite.ts";
import { runningServiceSuite } from "./running-service-suite.ts";
import { NODE, WORKER } from "./start-proxy.ts";

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");

describe.each([NODE, WORKER])("$name", ({ start }) => {
  runningServiceSuite(start);
  failingServiceSuite(start);
});

it("the proxies for Node and for the edge share their code, except the part that starts them", () => {
  const common = (file: string) =>
    read(`examples/proxies/${file}`)
      .split("// From here")[1]
      ?.split("// The last line")[0]
      ?.replace(/^.*\n/, "");
  expect(common("node.mjs")?.length).toBeGreaterThan(5_000);
  expect(common("node.mjs")).toBe(common("worker.mjs"));
});
