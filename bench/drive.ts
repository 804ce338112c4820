import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { driverCommand } from "./cores.ts";
import type { Slice, SliceReport } from "./slice.ts";

/** The driver's process, from the side of the run. */
export class Driver implements AsyncDisposable {
  readonly #child: ChildProcess;

  constructor() {
    const { command, args } = driverCommand([fileURLToPath(new URL("driver.ts", import.meta.url))]);
    this.#child = spawn(command, args, {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      serialization: "advanced",
    });
  }

  /** Puts load on one target; one slice at a time. Throws when any answer was not the expected one. */
  async run(slice: Slice): Promise<SliceReport & { readonly ok: true }> {
    const exited = new AbortController();
    const onExit = (): void => exited.abort(new Error("The driver's process ended."));
    this.#child.once("exit", onExit);
    try {
      this.#child.send(slice);
      const [report] = (await once(this.#child, "message", { signal: exited.signal })) as [SliceReport];
      if (!report.ok) throw new Error(report.failure);
      return report;
    } finally {
      this.#child.off("exit", onExit);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const exited = once(this.#child, "exit");
    this.#child.kill("SIGTERM");
    await exited;
  }
}
