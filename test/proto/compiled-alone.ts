// A folder with a copy of proto/ and nothing else, and what protoc makes of it.
import { execFile, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";
import { createTemporaryFolder } from "../support/temporary-folder.ts";

const PROTO = new URL("../../proto", import.meta.url).pathname;

export const run = promisify(execFile);

/** For `describe.skipIf`: whether a program is there and says that it is well. */
export function isWell(program: string, ...args: readonly string[]): boolean {
  return spawnSync(program, args).status === 0;
}

/** For `describe.skipIf`: whether a plugin of protoc is there; it is asked for nothing. */
export function isPluginInstalled(name: string): boolean {
  return spawnSync(name, { input: "" }).error === undefined;
}

export interface CompiledAlone {
  readonly folder: string;
  /** Compiles all files of proto/; `args` say to what. */
  protoc(args: readonly string[]): Promise<void>;
}

/** The folder is there until the test is over. */
export function copyProto(): CompiledAlone {
  const { path: folder, remove } = createTemporaryFolder();
  onTestFinished(remove);
  const proto = join(folder, "proto");
  cpSync(PROTO, proto, { recursive: true });
  mkdirSync(join(folder, "out"));
  const files = readdirSync(proto, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".proto"),
  );
  return {
    folder,
    async protoc(args) {
      await run("protoc", ["-I", "proto", ...args, ...files], { cwd: folder });
    },
  };
}
