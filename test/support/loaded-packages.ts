/** Loaded into a process by NODE_OPTIONS: at its end it names on stderr the packages that it loaded. */
import { registerHooks } from "node:module";

const packages = new Set<string>();

registerHooks({
  load: (url, context, next) => {
    const [, name] = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*\/node_modules\/)/.exec(url) ?? [];
    if (name !== undefined) packages.add(name);
    return next(url, context);
  },
});
process.on("exit", () => console.error(`Packages: ${[...packages].sort().join(" ")}.`));
