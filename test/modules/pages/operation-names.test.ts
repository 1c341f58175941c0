// Browser code cannot import the services: what it repeats of their methods is complete.
import { expect, it } from "vitest";
import { UNCOUNTED_METHODS } from "../../../src/api/methods.ts";
import { KEYED_METHODS } from "../../../src/app/served-methods.ts";

it("the usage page names every method that its table may list in words", async () => {
  const { operationName } = (await import(
    new URL("../../../web/pages/dashboard/words.js", import.meta.url).href
  )) as { operationName: (method: string) => string };
  const counted = KEYED_METHODS.filter((method) => !UNCOUNTED_METHODS.has(method)).map(({ name }) => name);
  expect(counted.length).toBeGreaterThan(3);
  for (const name of counted) expect(operationName(name)).not.toBe(name);
});
