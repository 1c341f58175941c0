// What browsers get of web/: each script in one file with all that it imports, and the other files as they are.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";

const WEB = new URL("../../web/", import.meta.url).pathname;

/** The scripts that pages load, by the module that serves them. */
export const SCRIPTS = {
  calendar: ["calendar.js", "badge.js"],
  pages: ["front/front.js", "dashboard/dashboard.js", "docs/docs.js"],
} as const;

/** The files of a module's folder in gen/web/, by path. */
export async function builtFiles(module: keyof typeof SCRIPTS): Promise<ReadonlyMap<string, string>> {
  const folder = join(WEB, module);
  const files = new Map<string, string>();
  for (const script of SCRIPTS[module]) files.set(script, await bundled(join(folder, script)));
  const others = readdirSync(folder, { recursive: true, encoding: "utf8" });
  for (const file of others.filter((file) => /\.(?:html|css|svg)$/.test(file))) {
    files.set(file, readFileSync(join(folder, file), "utf8"));
  }
  return files;
}

/** Rejects where rolldown would only warn, such as for an import that it does not find. */
async function bundled(input: string): Promise<string> {
  await using bundle = await rolldown({
    input,
    onLog: (level, { message }) => {
      if (level === "warn") throw new Error(message);
    },
  });
  const { output } = await bundle.generate({ format: "esm", minify: true, comments: false });
  const [script, ...more] = output;
  if (more.length > 0) throw new Error(`${input} became ${output.length} files`);
  return script.code;
}
