/** The process that runs the service for a program on an older Node. It ends when that program does. */
import type { ChildAnswer, ChildMessage } from "./child.ts";
import { startInProcess } from "./in-process.ts";
import type { Started } from "./options.ts";

let started: Started | undefined;

process.on("message", async (message: ChildMessage) => {
  const { id } = message;
  try {
    reply({ id, value: await answerTo(message) });
  } catch (error) {
    reply({ id, error: error instanceof Error ? error.message : String(error) });
  }
});
process.on("disconnect", async () => {
  await started?.calls.close();
  process.exit();
});
// The terminal's Ctrl-C reaches both processes; this one ends with the other.
process.on("SIGINT", () => {});

async function answerTo(message: ChildMessage): Promise<unknown> {
  if (message.kind === "start") {
    started = await startInProcess(message.wanted);
    return { issuer: started.issuer, url: started.url };
  }
  if (started === undefined) throw new Error("The service was not started.");
  const call = started.calls[message.name] as (given: unknown) => Promise<unknown>;
  return call(message.given);
}

function reply(answer: ChildAnswer): void {
  if (process.connected) process.send?.(answer);
}
