// Browser code cannot import src/scoring/verdicts.ts: what it repeats of the verdicts is the same.
import { expect, it } from "vitest";
import { EN_NAMES } from "../../../src/words/languages/en/names.ts";
import { VERDICT_TABLE, VERDICTS } from "../../../src/scoring/verdicts.ts";

const load = async (module: string) =>
  (await import(new URL(`../../../web/pages/dashboard/${module}`, import.meta.url).href)) as Readonly<
    Record<string, unknown>
  >;

it("the usage page calls each verdict by its English label, and draws lines where verdicts change", async () => {
  const { verdictName } = (await load("words.js")) as {
    verdictName: (name: string) => string;
  };
  const named = Object.fromEntries(VERDICTS.map((verdict) => [verdict, verdictName(verdict)]));
  expect(named).toEqual(EN_NAMES.verdicts);
  const { LEVELS } = await load("curve-picture.js");
  expect(LEVELS).toEqual(
    VERDICTS.map((verdict) => VERDICT_TABLE[verdict].lowest).filter((score) => score > 0),
  );
});
