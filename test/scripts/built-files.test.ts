// gen/web/ is committed, so that a service can be started without building anything.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { builtFiles, SCRIPTS } from "../../scripts/bundle/built-files.ts";

const GENERATED = new URL("../../gen/web/", import.meta.url).pathname;

it.each(Object.keys(SCRIPTS) as (keyof typeof SCRIPTS)[])(
  "gen/web/%s is what npm run bundle makes of web/",
  async (module) => {
    const folder = join(GENERATED, module);
    const committed = readdirSync(folder, { recursive: true, encoding: "utf8", withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
    const built = await builtFiles(module);
    expect(committed.toSorted()).toEqual([...built.keys()].toSorted());
    for (const [file, text] of built) expect(readFileSync(join(folder, file), "utf8"), file).toBe(text);
  },
);
