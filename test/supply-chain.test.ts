// The parts of a release: dependencies and their licences, versions, and the Node binary.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import manifest from "../package.json" with { type: "json" };

const ROOT = new URL("..", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), "utf8");

/** Licences that demand at most that their text is passed on. */
const ALLOWED_LICENCES = new Set(
  "0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 ISC MIT Unlicense".split(" "),
);

/** For each package version whose manifest names no licence: the licence in its LICENSE file, and the file's hash. */
const UNNAMED_LICENCES: Readonly<Record<string, { licence: string; sha256: string }>> = {
  "suncalc@2.0.2": {
    licence: "BSD-2-Clause",
    sha256: "e8881f5d09f1f3c5e0e6ad4c2120521bad1079246a2af84d756af8ab1a53da3c",
  },
};

interface Locked {
  readonly version: string;
  readonly dev?: boolean;
}

/** The packages that `npm ci --omit=dev` installs. The image contains what it runs of these. */
function productionPackages(): readonly { path: string; name: string }[] {
  const { packages } = JSON.parse(read("package-lock.json")) as {
    packages: Readonly<Record<string, Locked>>;
  };
  return Object.entries(packages)
    .filter(([path, { dev }]) => path !== "" && dev !== true)
    .map(([path, { version }]) => ({ path, name: `${path.replace(/^.*node_modules\//, "")}@${version}` }));
}

function licenceOf({ path, name }: { path: string; name: string }): string {
  const { license } = JSON.parse(read(`${path}/package.json`)) as { license?: string };
  if (license !== undefined) return license;
  const unnamed = UNNAMED_LICENCES[name];
  const sha256 = createHash("sha256")
    .update(read(`${path}/LICENSE`))
    .digest("hex");
  return unnamed?.sha256 === sha256 ? unnamed.licence : `unknown (LICENSE has ${sha256})`;
}

describe("production dependencies", () => {
  const packages = productionPackages();

  it("have only allowed licences, even if several apply at once", () => {
    expect(packages.length).toBeGreaterThan(Object.keys(manifest.dependencies).length);
    const refused = packages.filter(
      (each) =>
        !licenceOf(each)
          .replaceAll(/[()]/g, "")
          .split(" AND ")
          .every((licence) => ALLOWED_LICENCES.has(licence)),
    );
    expect(refused.map((each) => `${each.name}: ${licenceOf(each)}`)).toEqual([]);
  });

  it("are listed by licence in docs/licences.txt", async () => {
    const byLicence = Map.groupBy(packages, licenceOf);
    const list = [...byLicence]
      .toSorted(([a], [b]) => a.localeCompare(b, "en"))
      .map(([licence, each]) => {
        const names = [...new Set(each.map(({ name }) => name))].toSorted((a, b) => a.localeCompare(b, "en"));
        return `${licence}\n${names.map((name) => `  ${name}\n`).join("")}`;
      });
    await expect(list.join("\n")).toMatchFileSnapshot("../docs/licences.txt");
  });
});

describe("the version of package.json", () => {
  const NAMED = {
    "package-lock.json": /^ {2}"version": "(.*)"/m,
    "clients/typescript/package.json": /^ {2}"version": "(.*)"/m,
    "CHANGELOG.md": /^## (\S+) - /m,
    "k8s/overlays/replicas/kustomization.yaml": /newTag: (.*)/,
    "k8s/overlays/single/kustomization.yaml": /newTag: (.*)/,
    "examples/overlay/kustomization.yaml": /newTag: (.*)/,
    "docs/api.md": /^ {2}"version": "(.*)"/m,
  };

  it.each(Object.entries(NAMED))("is also the version in %s", (file, pattern) => {
    expect(pattern.exec(read(file))?.[1]).toBe(manifest.version);
  });
});

describe("the Node of the image", () => {
  const { node } = manifest.devDependencies;

  it("is the version that is tested here", () => {
    const stages = read("Dockerfile").match(/^FROM .*$/gm) ?? [];
    expect(stages).toHaveLength(2);
    const tested = new RegExp(`^FROM node:${RegExp.escape(node)}-slim(?:@sha256:\\w{64})?(?: AS build)?$`);
    for (const stage of stages) expect(stage).toMatch(tested);
    expect(read("node.sha256")).toContain(`Node ${node}`);
    expect(process.versions.node).toBe(node);
  });

  it.skipIf(process.platform !== "linux" || !["x64", "arm64"].includes(process.arch))(
    "has the hash of the binary that is tested here",
    () => {
      const machine = process.arch === "x64" ? "x86_64" : "aarch64";
      const hash = createHash("sha256").update(readFileSync(process.execPath)).digest("hex");
      expect(read("node.sha256").split("\n")).toContain(`${hash}  ${machine}`);
    },
  );
});
