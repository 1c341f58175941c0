import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { idOf, type BundledPackage } from "./bundled-packages.ts";

const LICENCE_FILE = /(?:^|\.)(?:licen[cs]e|copying|notice)/i;

/** Whole lines of comments, one below the other. */
const COMMENT = /(?:^\/\/.*\n)+/gm;

/** The licences of packages, with the notices that have to be passed on. Throws if a package does not name its licence. */
export function licenceTexts(packages: readonly BundledPackage[]): string {
  return packages
    .map((each) => {
      const heading = `${idOf(each)}\n${"=".repeat(idOf(each).length)}`;
      return [heading, named(each), ...(licenceFiles(each) ?? noticesInCode(each))].join("\n\n");
    })
    .join("\n\n\n")
    .concat("\n");
}

/** The licence and the author that the manifest names. */
function named(each: BundledPackage): string {
  const { license, author } = JSON.parse(readFileSync(join(each.folder, "package.json"), "utf8")) as {
    license?: string;
    author?: string | { readonly name: string };
  };
  if (license === undefined && licenceFiles(each) === undefined)
    throw new Error(`${idOf(each)} does not name its licence`);
  const by = typeof author === "object" ? author.name : author;
  return [license ?? "Licence below", by && `by ${by}`].filter(Boolean).join(", ");
}

function licenceFiles({ folder }: BundledPackage): readonly string[] | undefined {
  const files = readdirSync(folder).filter((file) => LICENCE_FILE.test(file));
  return files.length === 0
    ? undefined
    : files.map((file) => readFileSync(join(folder, file), "utf8").trim());
}

/** Some packages have no file with their licence, and say it at the head of each file. */
function noticesInCode({ files }: BundledPackage): readonly string[] {
  const notices = files.flatMap((file) => readFileSync(file, "utf8").match(COMMENT) ?? []);
  return [...new Set(notices.filter((notice) => /copyright/i.test(notice)).map((notice) => notice.trim()))];
}
