// `npm run bundle` writes gen/web/ from web/. Run it after changing a file of web/.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { builtFiles, SCRIPTS } from "./bundle/built-files.ts";

const FOLDER = new URL("../gen/web", import.meta.url).pathname;

rmSync(FOLDER, { recursive: true, force: true });
for (const module of Object.keys(SCRIPTS) as (keyof typeof SCRIPTS)[]) {
  for (const [file, text] of await builtFiles(module)) {
    const path = join(FOLDER, module, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}
