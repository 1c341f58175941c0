import { expect, it } from "vitest";
import { headerValues } from "../../src/lib/header-values.ts";

it.each([
  { header: "one", values: ["one"], what: "a single line" },
  { header: "one, one", values: ["one"], what: "two equal lines" },
  { header: "one, two", values: ["one", "two"], what: "two different lines" },
  { header: "one,\ttwo ,three", values: ["one", "two", "three"], what: "any white space around the commas" },
  { header: ", one, ", values: ["one"], what: "empty lines beside one that is not" },
  { header: "", values: [], what: "an empty line alone" },
])("reads $what as RFC 9110 joins them", ({ header, values }) => {
  expect(headerValues(header)).toEqual(values);
});
