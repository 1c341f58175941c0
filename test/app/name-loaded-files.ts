// Imported into a process of its own: names each file of src/, and each package of each file of node_modules/, on stderr when
// it is loaded.
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
