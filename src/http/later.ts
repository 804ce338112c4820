import type { Incoming } from "./incoming.ts";
import type { Reply } from "./reply.ts";

type Handle = (incoming: Incoming) => Reply | Promise<Reply>;

/**
 * Makes handlers of a module that is loaded for the first request that needs it, so that pages which most processes never show cost
 * neither time at the start nor memory. The `import()` stands where this is called, because that is where its path is read.
 */
export function later<Module>(
  load: () => Promise<Module>,
): (handle: (module: Module, incoming: Incoming) => Reply | Promise<Reply>) => Handle {
  return (handle) => async (incoming) => handle(await load(), incoming);
}
