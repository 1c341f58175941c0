// `npm run build` makes what the image and a release run: the program as a bundle, with the files that it reads, the licences of
// the packages in it, and its bill of materials. `npm run build -- FOLDER` writes it elsewhere than into dist/.
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import manifest from "../package.json" with { type: "json" };
import { billOfMaterials } from "./build/bill-of-materials.ts";
import { bundledPackages, type BundledPackage } from "./build/bundled-packages.ts";
import { licenceTexts } from "./build/licence-texts.ts";
import { writeProgram } from "./build/program.ts";

const ROOT = resolve(import.meta.dirname, "..");

/** What the program reads of the repository. bin/suitability runs the bundle if it finds it beside itself. */
const OWN_FILES = [
  "bin/suitability",
  "gen/web",
  "gen/suitability/v1/comments.binpb",
  "LICENSE",
  "node.sha256",
];

/** What the program reads of packages; their code is in the bundle. */
const PACKAGE_FILES: Readonly<Record<string, readonly string[]>> = {
  "chart.js": ["dist/chart.umd.min.js"],
  // Its code is in that file.
  "@kurkle/color": [],
  "swagger-ui-dist": ["swagger-ui.css", "swagger-ui-bundle.js"],
  "grpc-health-check": ["proto"],
  "@grpc/reflection": ["build/proto"],
};

async function build(folder: string): Promise<readonly BundledPackage[]> {
  rmSync(folder, { recursive: true, force: true });
  const modules = await writeProgram(ROOT, join(folder, "program"));
  const copied = Object.entries(PACKAGE_FILES).flatMap(([name, files]) =>
    ["package.json", ...files].map((file) => join("node_modules", name, file)),
  );
  for (const file of [...OWN_FILES, ...copied]) copy(file, folder);
  const packages = bundledPackages([...modules, ...copied.map((file) => join(ROOT, file))]);
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
  write("package.json", json(manifestOfBuild()));
  write("third-party-licences.txt", licenceTexts(packages));
  write("sbom.cdx.json", json(billOfMaterials(ROOT, packages)));
  return packages;
}

function copy(file: string, folder: string): void {
  const target = join(folder, file);
  mkdirSync(dirname(target), { recursive: true });
  cpSync(join(ROOT, file), target, { recursive: true });
}

/** Without dependencies, so that `npm ci` is not needed. `imports` leads to the files, as in the repository. */
function manifestOfBuild() {
  const { name, version, description, license, type, bin, engines, imports, scripts } = manifest;
  const { start, demo } = scripts;
  return {
    name,
    version,
    private: true,
    description,
    license,
    type,
    bin,
    engines,
    imports,
    scripts: { start, demo },
  };
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

const folder = resolve(process.argv[2] ?? join(ROOT, "dist"));
const packages = await build(folder);
process.stdout.write(`${folder}: the program, with code and files of ${packages.length} packages\n`);
