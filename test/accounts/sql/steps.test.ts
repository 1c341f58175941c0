import { expect, it } from "vitest";
import { joinScripts, stepsOf } from "../../../src/accounts/sql/steps.ts";

it("a version of the tables has the SQL of everybody who has some, that of the accounts last", () => {
  const others = joinScripts([{ 1: "A;" }, { 1: "B;", 3: "C;" }]);
  expect(stepsOf({ 1: "D;" }, others).map(({ script }) => script)).toEqual(["A;B;D;", "", "C;"]);
});

it.each([0, 99])(
  "SQL under a version that there is not, such as %i, keeps the program from starting",
  (version) => {
    expect(() => stepsOf({}, { [version]: "A;" })).toThrow(`There is no version ${version} of the tables`);
  },
);
