import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { tokenErrors } from "../../src/protocol/errors.ts";
import { FormClient } from "../support/form-client.ts";
import { freePort } from "../support/free-port.ts";
import { type InteropStage, startInteropStage } from "./support/stage.ts";

/** Runs the program of the guides as its reader does, and returns what it wrote to the terminal as an error. */
async function whileRunning(
  { app }: InteropStage,
  clientSecret: string,
  use: (browser: FormClient) => Promise<void>,
): Promise<string> {
  const { base, clientId, redirectUri } = app;
  const settings = {
    LATCHKEY_URL: base,
    CLIENT_ID: clientId,
    CLIENT_SECRET: clientSecret,
    REDIRECT_URI: redirectUri,
  };
  const program = spawn(process.execPath, [join(import.meta.dirname, "server.ts")], { env: settings });
  const complaints = text(program.stderr);
  const { origin } = new URL(redirectUri);
  const browser = new FormClient(origin);
  try {
    const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]();
    assert.equal((await lines.next()).value, `Open ${origin}/login`);
    await use(browser);
  } finally {
    browser.close();
    program.kill();
  }
  return complaints;
}

async function signInAt(browser: FormClient, stage: InteropStage) {
  const { headers } = await browser.get("/login");
  const callback = await stage.comeBack(headers.location ?? "");
  return browser.get(callback.pathname + callback.search);
}

test("the program of the guides signs a person in, refuses a stranger, and writes what went wrong", async () => {
  await using stage = await startInteropStage(`http://localhost:${await freePort()}/callback`);
  const quiet = await whileRunning(stage, stage.app.clientSecret, async (browser) => {
    const { status, body } = await signInAt(browser, stage);
    assert.equal(status, 200, body);
    assert.match(body, /^Signed in: lku/);
  });
  assert.equal(quiet, "");
  const complaints = await whileRunning(stage, "wrong", async (browser) => {
    assert.equal((await signInAt(browser, stage)).status, 400);
    assert.equal((await browser.get("/callback?code=x&state=y")).status, 400);
  });
  assert.ok(complaints.includes(tokenErrors["client-secret-mismatch"].description), complaints);
  assert.match(complaints, /Begin at \/login/);
});
