// `npm test -- /examples.test.ts -u` rewrites src/app/api-examples.json.
import { expect, it } from "vitest";
import { apiDescription } from "../../src/app/api-description.ts";
import { configFromEnvironment } from "../../src/app/settings/config.ts";
import { describeExamples } from "./examples-suite.ts";

const { methods, headers } = apiDescription(configFromEnvironment({}).brand);

await describeExamples({ methods, file: "src/app/api-examples.json" });

it("the examples of /openapi.json have every described header and the ETag, and no others", () => {
  const described = Object.keys(headers).map((each) => each.toLowerCase());
  const shown = Object.values(methods).flatMap(({ example }) => Object.keys(example.headers));
  expect([...new Set(shown)].toSorted()).toEqual(["etag", ...described].toSorted());
});
