import { expect, it, onTestFinished, vi } from "vitest";
import { freePort } from "./free-port.ts";

it("the lowest free port is above 10080, the highest that fetch refuses", async () => {
  const random = vi.spyOn(Math, "random").mockReturnValueOnce(0);
  onTestFinished(() => random.mockRestore());
  expect(await freePort()).toBeGreaterThan(10_080);
});
