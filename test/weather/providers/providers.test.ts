import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { NAMED_SOURCES, PROVIDERS } from "../../../src/weather/providers/providers.ts";
import { LANGUAGE_NAMES } from "../../../src/words/language-tags.ts";

const FOLDER = new URL("../../../src/weather/providers/", import.meta.url);

describe("the providers", () => {
  it.each(PROVIDERS)(
    "$name has a folder of its name, and hosts that are known as its own",
    ({ name, hosts }) => {
      expect(existsSync(new URL(`${name}/provider.ts`, FOLDER))).toBe(true);
      expect(hosts.length).toBeGreaterThan(0);
      for (const host of hosts) expect(host).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/);
    },
  );

  it("have no setting in common, so that none reads what is meant for another", () => {
    const settings = PROVIDERS.flatMap((provider) => Object.keys(provider.settings));
    expect(settings).toEqual([...new Set(settings)]);
  });

  it("that are skipped without a setting have that setting", () => {
    const needed = PROVIDERS.filter(({ needs }) => needs !== undefined);
    expect(needed.length).toBeGreaterThan(0);
    for (const { needs, settings } of needed) expect(settings).toHaveProperty(needs?.setting ?? "");
  });
});

it.each(NAMED_SOURCES)(
  "the credit of $name is said in every language, each in its own words",
  ({ credit }) => {
    const languages = Object.keys(LANGUAGE_NAMES).filter((tag) => !tag.includes("-"));
    expect(Object.keys(credit.words).toSorted()).toEqual(languages.toSorted());
    expect(new Set(Object.values(credit.words)).size).toBe(languages.length);
  },
);
