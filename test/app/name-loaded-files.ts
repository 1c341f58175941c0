// Imported into a process of its own: names each file of src/, and each package of each file of node_modules/, on stderr when
// it is loaded; and the modules of Node itself that are loaded when it gets SIGUSR2.
import { registerHooks } from "node:module";

const LOADED = /\/src\/(?<file>.+)$|\/node_modules\/(?<name>(?:@[^/]+\/)?[^/]+)/;

registerHooks({
  load: (url, context, next) => {
    const { file, name } = LOADED.exec(url)?.groups ?? {};
    if (name !== undefined) process.stderr.write(`package ${name}\n`);
    else if (file !== undefined) process.stderr.write(`loaded ${file}\n`);
    return next(url, context);
  },
});

const { moduleLoadList } = process as unknown as { readonly moduleLoadList: readonly string[] };
process.on("SIGUSR2", () => process.stderr.write(`Node's own: ${[...moduleLoadList].join(", ")}\n`));
