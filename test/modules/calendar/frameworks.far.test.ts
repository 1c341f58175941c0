// The calendars of examples/pages/ for React and Vue: their types, and what they do in a browser under a strict policy.
// The frameworks have a folder of their own: `npm ci --prefix test/modules/calendar/frameworks`.
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { folderOfTest } from "../../support/programs/folder-of-test.ts";
import { describeInChromium } from "../../support/programs/use-chromium.ts";
import { cellsOf } from "./calendar-page.ts";
import { useSite } from "./use-site.ts";

const run = promisify(execFile);
const ROOT = new URL("../../..", import.meta.url).pathname;
const FOLDER = new URL("frameworks", import.meta.url).pathname;
const EXAMPLES = join(ROOT, "examples/pages");

const FRAMEWORKS = [
  { name: "React 19", file: "Week.tsx", entry: "react.tsx" },
  { name: "Vue 3", file: "Week.vue", entry: "vue.ts" },
] as const;

/** A page's folder: the example, what starts it, the framework, and the package with the types. */
function pageFolder({ file, entry }: (typeof FRAMEWORKS)[number]): string {
  const folder = folderOfTest();
  for (const each of [entry, "tsconfig.json", "bundle.js", "package.json"]) {
    cpSync(join(FOLDER, each), join(folder, each));
  }
  cpSync(join(EXAMPLES, file), join(folder, file));
  cpSync(join(FOLDER, "node_modules"), join(folder, "node_modules"), {
    recursive: true,
    verbatimSymlinks: true,
  });
  const client = join(folder, "node_modules/weather-suitability-client");
  mkdirSync(client);
  for (const each of ["package.json", "types"]) {
    cpSync(join(ROOT, "clients/typescript", each), join(client, each), { recursive: true });
  }
  return folder;
}

describe.skipIf(!existsSync(join(FOLDER, "node_modules")))(
  "examples/pages (skipped without npm ci --prefix test/modules/calendar/frameworks)",
  () => {
    describe.each(FRAMEWORKS)("the calendar for $name", (framework) => {
      it(
        "has the types of the package, which know each attribute and event",
        { timeout: 120_000 },
        async () => {
          const folder = pageFolder(framework);
          const check = () =>
            run(join(folder, "node_modules/.bin/vue-tsc"), ["-p", "."], { cwd: folder }).then(
              () => "",
              ({ stdout }: { stdout: string }) => stdout,
            );
          expect(await check()).toBe("");
          const file = join(folder, framework.file);
          const code = readFileSync(file, "utf8");
          writeFileSync(file, code.replaceAll(".startTime", ".startsAt"));
          expect(await check()).toContain("'startsAt' does not exist on type 'SlotChosen'");
          writeFileSync(file, code.replaceAll(/time-zone="[^"]*"/g, 'time-zone="Europe/London" steps="30"'));
          expect(await check()).toContain("steps");
        },
      );
    });

    describeInChromium("the pages", (openPage) => {
      const { open, asked, serveScript } = useSite(openPage);

      it.each(FRAMEWORKS)(
        "of $name show the calendar, change it and hear which start was chosen",
        async (framework) => {
          const folder = pageFolder(framework);
          await run(process.execPath, ["bundle.js", framework.entry, "out.js"], { cwd: folder });
          serveScript(readFileSync(join(folder, "out.js"), "utf8"));
          const { page, errors } = await open(
            '<div id="app"></div><script type="module" src="/app.js"></script>',
          );
          await page.getByRole("grid", { name: "Start times for 90 minutes: tennis" }).waitFor();
          await page.getByRole("button", { name: "padel" }).click();
          await page.getByRole("grid", { name: "Start times for 90 minutes: padel" }).waitFor();
          await cellsOf(page).nth(5).click();
          await page.getByText("What cost points").waitFor();
          await page
            .locator("output")
            .getByText(/^2026-11-2\dT\d\d:00:00Z/)
            .waitFor();
          const badge = page.locator("suitability-badge .badge");
          await badge.waitFor();
          const cell = page.getByRole("gridcell", { selected: true }).locator(".score");
          const digits = async (text: Promise<string>) => /\d+/.exec(await text)?.[0];
          expect(await digits(badge.innerText())).toBe(await digits(cell.innerText()));
          expect(asked().map((url) => /^[^?]*|sport=\w+/g[Symbol.match](url)?.join(" "))).toEqual([
            "/v1/forecast sport=tennis",
            "/v1/forecast sport=padel",
            "/v1/booking-confidence sport=padel",
            "/v1/forecast sport=padel",
          ]);
          expect(errors).toEqual([]);
        },
      );
    });
  },
);
