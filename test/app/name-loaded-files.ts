// Imported into a process of its own: names each file of src/modules/ on stderr when it is loaded.
import { registerHooks } from "node:module";

registerHooks({
  load: (url, context, next) => {
    const [, file] = /\/src\/modules\/(.+)$/.exec(url) ?? [];
    if (file !== undefined) process.stderr.write(`loaded ${file}\n`);
    return next(url, context);
  },
});
