// Bundles src/main.ts and all that it imports, and writes the files with their source maps.
import { dirname, join, relative, resolve } from "node:path";
import { rolldown, type Plugin } from "rolldown";
import { exactRegex } from "rolldown/filter";

/**
 * Returns the paths of the modules in the bundle. What is imported when it is needed has files of its own, so that a command or
 * a door is loaded only where it is used. Rejects where rolldown would only warn, such as for an import that it does not find.
 */
export async function writeProgram(root: string, folder: string): Promise<readonly string[]> {
  await using bundle = await rolldown({
    input: { main: join(root, "src/main.ts") },
    cwd: root,
    platform: "node",
    // Keeps the maps right where a plugin below changes code.
    experimental: { nativeMagicString: true },
    plugins: [threads(), packageFolders(join(root, "node_modules"))],
    onLog: (level, { message }) => {
      if (level === "warn") throw new Error(message);
    },
  });
  const { output } = await bundle.write({
    dir: folder,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
    // src/lib/stack-in-sources.ts reads the maps. They name files and lines; the sources would double their size.
    sourcemap: "hidden",
    sourcemapExcludeSources: true,
    sourcemapPathTransform: (source, map) => relative(root, resolve(dirname(map), source)),
    // Otherwise as it is written: without spaces it would take 1 MB less memory, and no line could be read.
    comments: false,
  });
  return output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
}

const THREAD = /new URL\("(?<file>[^"]+\.ts)", import\.meta\.url\)/g;

/** A URL of a TypeScript file is that of a thread, which becomes a program of its own. */
function threads(): Plugin {
  return {
    name: "threads",
    transform: {
      filter: { id: /\/src\/.*\.ts$/, code: "import.meta.url" },
      handler(code, id, { magicString }) {
        for (const { 0: url, groups: { file = "" } = {} } of code.matchAll(THREAD)) {
          const name = file.replace(/\.ts$/, "");
          const reference = this.emitFile({ type: "chunk", id: join(dirname(id), file), name });
          magicString?.replace(url, `new URL(import.meta.ROLLUP_FILE_URL_${reference})`);
        }
        return magicString?.hasChanged() ? { code: magicString } : undefined;
      },
    },
  };
}

const PACKAGES = "\0packages";

/** A package finds the files that it reads, which scripts/build.ts copies, where they would be without the bundle. */
function packageFolders(nodeModules: string): Plugin {
  return {
    name: "package-folders",
    resolveId: (id) => (id === PACKAGES ? id : undefined),
    load: {
      filter: { id: exactRegex(PACKAGES) },
      handler: () => `
        import { fileURLToPath } from "node:url";
        export const folderOf = (path) => fileURLToPath(new URL("../node_modules/" + path, import.meta.url));`,
    },
    transform: {
      filter: { id: /\/node_modules\//, code: /\b__dirname\b/ },
      handler: (_code, id, { magicString }) => {
        const folder = JSON.stringify(relative(nodeModules, dirname(id)));
        const found = `require(${JSON.stringify(PACKAGES)}).folderOf(${folder})`;
        return magicString && { code: magicString.replace(/\b__dirname\b/g, found) };
      },
    },
  };
}
