import { execFileSync } from "node:child_process";
import manifest from "../../package.json" with { type: "json" };
import { idOf, type BundledPackage } from "./bundled-packages.ts";

interface Cyclonedx {
  readonly metadata: { readonly component: { readonly name: string; readonly "bom-ref": string } };
  readonly components: readonly {
    readonly name: string;
    readonly version: string;
    readonly "bom-ref": string;
  }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/**
 * What npm's bill of materials of all that is installed says of these packages, in CycloneDX. The same sources give the same
 * bytes in any folder, at any time: npm adds a random number and the time, and calls the program by the folder's name.
 */
export function billOfMaterials(root: string, packages: readonly BundledPackage[]): object {
  const text = execFileSync("npm", ["sbom", "--sbom-format=cyclonedx"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  const {
    serialNumber: _random,
    metadata: { timestamp: _now, ...metadata },
    ...all
  } = JSON.parse(text) as Cyclonedx & { serialNumber: string; metadata: { timestamp: string } };
  const component = { ...metadata.component, name: manifest.name };
  const ids = new Set(packages.map(idOf));
  const components = all.components.filter((each) => ids.has(idOf(each)));
  const missing = [...ids].filter((id) => !components.some((each) => idOf(each) === id));
  if (missing.length > 0) throw new Error(`npm sbom does not list ${missing.join(", ")}`);
  const references = new Set([component["bom-ref"], ...components.map((each) => each["bom-ref"])]);
  const dependencies = all.dependencies
    .filter(({ ref }) => references.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => references.has(each)) }));
  return { ...all, metadata: { ...metadata, component }, components, dependencies };
}
