// Public tools accept /openapi.json: linters find nothing in it, and the clients that are generated from it work.
// The tools have a folder of their own: `npm ci --prefix test/openapi/tools`.
import { execFile } from "node:child_process";
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { folderOfTest } from "../support/programs/folder-of-test.ts";
import { useTestService } from "../support/service/use-test-service.ts";

const run = promisify(execFile);
const TOOLS = new URL("tools", import.meta.url).pathname;
const isInstalled = existsSync(join(TOOLS, "node_modules"));

describe.skipIf(!isInstalled)(
  "/openapi.json (skipped without npm ci --prefix test/openapi/tools)",
  { timeout: 120_000 },
  () => {
    const used = useTestService();

    /** A folder with the document, a client's program and the tools. */
    async function folderOf(client: string) {
      const folder = folderOfTest();
      const url = `http://127.0.0.1:${used().service.ports.http}`;
      writeFileSync(join(folder, "openapi.json"), await (await fetch(`${url}/openapi.json`)).text());
      if (client !== "") cpSync(join(TOOLS, client), folder, { recursive: true });
      symlinkSync(join(TOOLS, "node_modules"), join(folder, "node_modules"));
      const tool = (name: string, ...args: readonly string[]) =>
        run(join(TOOLS, "node_modules/.bin", name), args, { cwd: folder });
      return { folder, url, tool };
    }

    it("is clean under the recommended rules of Redocly and Spectral", async () => {
      const { folder } = await folderOf("");
      const lint = async (file: string) =>
        (await run(process.execPath, [join(TOOLS, "lint.js"), join(folder, file)])).stdout;
      expect(await lint("openapi.json")).toBe("");

      const document = readFileSync(join(folder, "openapi.json"), "utf8");
      writeFileSync(join(folder, "bare.json"), document.replace(/"(contact|license)":/g, '"x-$1":'));
      expect(await lint("bare.json")).toMatch(/^Redocly: info-license.*\nSpectral: info-contact/);
    });

    it.each([
      { maker: "openapi-typescript", make: ["openapi-typescript", "openapi.json", "-o", "schema.ts"] },
      { maker: "hey-api", make: ["openapi-ts", "-i", "openapi.json", "-o", "generated"] },
    ])("becomes a client that compiles and works: $maker", async ({ maker, make: [name = "", ...args] }) => {
      const { folder, url, tool } = await folderOf(maker);
      await tool(name, ...args);
      // As a project with a bundler compiles it, but to CommonJS, so that Node can run the output.
      const how =
        "--strict --skipLibCheck --target es2022 --lib es2023,dom,dom.iterable --module commonjs --outDir out";
      await tool("tsc", ...how.split(" "), "client.ts");
      const { stdout } = await run(process.execPath, [join(folder, "out/client.js"), url, used().key]);
      expect(JSON.parse(stdout)).toEqual({
        start: "2026-11-22T09:00:00Z",
        verdict: "proceed_with_caution",
        reason: "UNKNOWN_SPORT",
      });
    });
  },
);
