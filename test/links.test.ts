// Checks that every link in the pages leads to a file or heading that exists, and that the paths in pages for contributors do.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = new URL("..", import.meta.url).pathname;

const PAGES = [
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "bench/README.md",
  "clients/typescript/README.md",
  "scripts/README.md",
  "src/README.md",
  "test/README.md",
  "verification/README.md",
  "verification/elsewhere/README.md",
  ...readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => join("docs", file)),
];

/** A page without its fenced blocks, in which a `#` or a bracket means something else. */
function proseOf(page: string): string {
  return readFileSync(join(ROOT, page), "utf8").replaceAll(/^```.*?^```$/gms, "");
}

/** The fragments of a page's headings, as GitHub makes them: `What is down` becomes `what-is-down`. */
function fragmentsOf(page: string): readonly string[] {
  return [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(/\s/g, "-"),
  );
}

function leadsSomewhere(page: string, link: string): boolean {
  const [path = "", fragment] = link.split("#");
  const target = path === "" ? page : join(dirname(page), path);
  return existsSync(join(ROOT, target)) && (fragment === undefined || fragmentsOf(target).includes(fragment));
}

describe.each(PAGES)("%s", (page) => {
  it("links only to files and headings that exist", () => {
    const links = [...proseOf(page).matchAll(/(?:\]\(|<(?:img|source) [^>]*?src(?:set)?=")([^)"\s]+)/g)].map(
      ([, link = ""]) => link,
    );
    const relative = links.filter((link) => !/^[a-z]+:/.test(link));
    expect(relative.filter((link) => !leadsSomewhere(page, link))).toEqual([]);
  });
});

describe.each([
  "CONTRIBUTING.md",
  "docs/architecture.md",
  "scripts/README.md",
  "src/README.md",
  "test/README.md",
])("%s", (page) => {
  it("names only files and folders that exist, from the root or from src/", () => {
    const paths = [...proseOf(page).matchAll(/`([\w.-]+\/[\w./-]*)`/g)].map(([, path = ""]) => path);
    expect(paths).not.toEqual([]);
    const missing = paths.filter(
      (path) => !["", "src"].some((folder) => existsSync(join(ROOT, folder, path))),
    );
    expect(missing).toEqual([]);
  });
});
