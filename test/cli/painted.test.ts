import { expect, it } from "vitest";
import { painted } from "../../src/cli/painted.ts";

const paint = (style: string, text: string) => `<${style}>${text}</${style}>`;

it("headings of tables and bars are told from the rest", () => {
  const text = ["ACCOUNT  CALLS A MONTH", "acc_abc          1,204  ██▍", "", "Name  ACME"].join("\n");
  expect(painted(text, paint)).toBe(
    [
      "<bold>ACCOUNT  CALLS A MONTH</bold>",
      "acc_abc          1,204  <cyan>██▍</cyan>",
      "",
      "Name  ACME",
    ].join("\n"),
  );
});
