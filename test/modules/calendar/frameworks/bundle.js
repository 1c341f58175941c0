// node bundle.js ENTRY OUT: bundles a page's script as a build tool does.
import { readFileSync } from "node:fs";
import { build } from "esbuild";
import { compileScript, parse } from "vue/compiler-sfc";

const [entry = "", outfile] = process.argv.slice(2);

/** @type {import("esbuild").Plugin} */
const vue = {
  name: "vue",
  setup({ onLoad }) {
    onLoad({ filter: /\.vue$/ }, ({ path: filename }) => {
      const { descriptor } = parse(readFileSync(filename, "utf8"), { filename });
      const compilerOptions = {
        isCustomElement: (/** @type {string} */ tag) => tag.startsWith("suitability-"),
      };
      const { content } = compileScript(descriptor, {
        id: "week",
        inlineTemplate: true,
        templateOptions: { compilerOptions },
      });
      return { contents: content, loader: "ts" };
    });
  },
};

await build({
  entryPoints: [entry],
  outfile,
  bundle: true,
  format: "esm",
  jsx: "automatic",
  define: {
    "process.env.NODE_ENV": '"production"',
    __VUE_OPTIONS_API__: "false",
    __VUE_PROD_DEVTOOLS__: "false",
    __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "false",
  },
  plugins: [vue],
});
