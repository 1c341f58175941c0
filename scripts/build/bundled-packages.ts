import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
  /** The paths of its files that are in the bundle or copied beside it. */
  readonly files: readonly string[];
}

const FOLDER = /^(?<folder>.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/** The packages that files belong to, by name and version. A version that is installed twice is one package. */
export function bundledPackages(paths: readonly string[]): readonly BundledPackage[] {
  const byId = new Map<string, BundledPackage & { files: string[] }>();
  for (const path of paths) {
    const folder = FOLDER.exec(path)?.groups?.["folder"];
    if (folder === undefined) continue;
    const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as BundledPackage;
    const { name, version } = manifest;
    byId.getOrInsert(idOf(manifest), { name, version, folder, files: [] }).files.push(path);
  }
  return [...byId].toSorted(([a], [b]) => a.localeCompare(b, "en")).map(([, each]) => each);
}

export function idOf({ name, version }: Pick<BundledPackage, "name" | "version">): string {
  return `${name}@${version}`;
}
