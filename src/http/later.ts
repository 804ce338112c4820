import { type Eventual, whenThere } from "../values/eventual.ts";
import type { Incoming } from "./incoming.ts";
import type { Reply } from "./reply.ts";
import type { Web } from "./web.ts";

type Handler = (web: Web, incoming: Incoming) => Reply | Promise<Reply>;

type HandlerName<Module> = {
  [Name in keyof Module]: Module[Name] extends Handler ? Name : never;
}[keyof Module];

/**
 * Names the handlers of a module that is loaded for the first request that needs one, so that what a process never answers costs
 * neither time at the start nor memory. The caller writes the `import()`, because its path is relative to the file in which it is
 * written.
 */
export function later<Module extends object>(
  web: Web,
  load: () => Promise<Module>,
): (name: HandlerName<Module>) => (incoming: Incoming) => Reply | Promise<Reply> {
  const loaded = once(load);
  return (name) => (incoming) => whenThere(loaded(), (module) => (module[name] as Handler)(web, incoming));
}

/** Loads with the first call. Once that is done, every call returns what was loaded, and nothing waits for a promise (ADR 0075). */
export function once<Loaded>(load: () => Promise<Loaded>): () => Eventual<Loaded> {
  let loaded: Loaded | undefined;
  const keep = (found: Loaded) => {
    loaded = found;
    return found;
  };
  return () => loaded ?? load().then(keep);
}
