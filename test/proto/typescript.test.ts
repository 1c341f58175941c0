// proto/ alone is enough for a client in any language: no other definitions, no buf, no network. Those in Python and Go are recipes of
// docs/clients.md, and run by test/docs/clients.test.ts.
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { copyProto, isWell, run } from "./compiled-alone.ts";

const ROOT = new URL("../..", import.meta.url).pathname;

const hasProtoc = isWell("protoc", "--version");

describe.skipIf(!hasProtoc)("TypeScript, from proto/ alone (skipped without protoc)", () => {
  it("has types for all of it", { timeout: 60_000 }, async () => {
    const { folder, protoc } = copyProto();
    const plugin = join(ROOT, "node_modules/.bin/protoc-gen-es");
    await protoc([`--plugin=${plugin}`, "--es_out=out", "--es_opt=target=ts"]);
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({
        compilerOptions: {
          module: "esnext",
          moduleResolution: "bundler",
          strict: true,
          skipLibCheck: true,
          noEmit: true,
          types: [],
        },
        include: ["out"],
      }),
    );
    expect(await run(join(ROOT, "node_modules/.bin/tsc"), ["-p", folder])).toMatchObject({ stdout: "" });
  });
});
