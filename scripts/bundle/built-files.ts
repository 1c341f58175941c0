// What browsers get of web/: each script in one file with all that it imports, and the other files as they are.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";

const WEB = new URL("../../web/", import.meta.url).pathname;

/** The scripts that pages load, by the module that serves them. */
export const SCRIPTS = {
  calendar: ["calendar.js", "badge.js"],
  pages: ["front/front.js", "dashboard/dashboard.js", "docs/docs.js", "docs/try.js"],
} as const;

/** The files of a module's folder in gen/web/, by path. Style sheets that a script imports are text in that script. */
export async function builtFiles(module: keyof typeof SCRIPTS): Promise<ReadonlyMap<string, string>> {
  const folder = join(WEB, module);
  const files = new Map<string, string>();
  const imported = new Set<string>();
  for (const script of SCRIPTS[module]) {
    const { code, moduleIds } = await bundled(join(folder, script));
    files.set(script, code);
    for (const path of moduleIds) imported.add(path);
  }
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const path = join(folder, file);
    if (/\.(?:html|css|svg)$/.test(file) && !imported.has(path)) files.set(file, readFileSync(path, "utf8"));
  }
  return files;
}

/** Rejects where rolldown would only warn, such as for an import that it does not find. */
async function bundled(input: string) {
  await using bundle = await rolldown({
    input,
    moduleTypes: { ".css": "text" },
    onLog: (level, { message }) => {
      if (level === "warn") throw new Error(message);
    },
  });
  const { output } = await bundle.generate({ format: "esm", minify: true, comments: false });
  const [script, ...more] = output;
  if (more.length > 0) throw new Error(`${input} became ${output.length} files`);
  return script;
}
