/** The thread of the estimates when it hangs: it starts, and answers nothing. */
import { parentPort } from "node:worker_threads";

parentPort?.on("message", () => undefined);
parentPort?.postMessage("started");
