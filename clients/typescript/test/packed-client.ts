// Packs the package as for publishing and installs it into an empty folder.
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const ROOT = new URL("../../..", import.meta.url).pathname;

export const run = promisify(execFile);

/** Packs a copy, because test files that pack at the same time would share a build folder. Returns the tarball's path. */
export async function packClient(folder: string): Promise<string> {
  const copy = join(folder, "repository");
  mkdirSync(copy);
  for (const path of ["package.json", "tsconfig.json", "gen", "clients"]) {
    const isSource = (file: string) => !/\/(?:dist|node_modules)(?:\/|$)/.test(file.slice(ROOT.length));
    cpSync(join(ROOT, path), join(copy, path), { recursive: true, filter: isSource });
  }
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", folder], {
    cwd: join(copy, "clients/typescript"),
  });
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf("["))) as [{ filename: string }];
  return join(folder, packed.filename);
}

/** Installs the package without the network; the packages that it needs for gRPC are linked. */
export async function installClient(tarball: string, into: string): Promise<void> {
  mkdirSync(into, { recursive: true });
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball], { cwd: into });
  for (const name of ["@grpc", "@bufbuild"]) {
    symlinkSync(join(ROOT, "node_modules", name), join(into, "node_modules", name));
  }
}
