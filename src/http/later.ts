import type { Incoming } from "./incoming.ts";
import type { Reply } from "./reply.ts";
import type { Web } from "./web.ts";

type Handler = (web: Web, incoming: Incoming) => Reply | Promise<Reply>;

type HandlerName<Module> = {
  [Name in keyof Module]: Module[Name] extends Handler ? Name : never;
}[keyof Module];

/**
 * Names the handlers of a module that is loaded for the first request that needs one, so that pages which most processes never show
 * cost neither time at the start nor memory. The caller writes the `import()`,
 * because its path is relative to the file in which it is written.
 */
export function later<Module>(
  web: Web,
  load: () => Promise<Module>,
): (name: HandlerName<Module>) => (incoming: Incoming) => Promise<Reply> {
  return (name) => async (incoming) => ((await load())[name] as Handler)(web, incoming);
}
