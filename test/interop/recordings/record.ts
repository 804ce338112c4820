/**
 * Records the sign-in of a real application: `node test/interop/recordings/record.ts NAME GUIDE TESTED REDIRECT_URI [OPTION…]`.
 * It runs a service of its own at http://localhost:8080 and says what to sign in with; Ctrl-C writes NAME.json here.
 */
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startService } from "../../support/service.ts";
import type { SignInRecording } from "./recording.ts";
import { tapWire } from "./wire.ts";

const port = 8080;
const [name, guide, tested, redirectUri, ...options] = process.argv.slice(2);
if (name === undefined || guide === undefined || tested === undefined || redirectUri === undefined) {
  console.error("Usage: record.ts NAME GUIDE.md 'NAME VERSION' REDIRECT_URI [options of client create]");
  process.exit(64);
}

await using service = await startService({ LATCHKEY_BASE_URL: `http://localhost:${port}` });
const listening = service.logLines.find((line) => line.includes('"msg":"listening"')) ?? "{}";
await using wire = await tapWire(Number(new URL(JSON.parse(listening).url).port), port);
const ada = { username: "ada", password: "seven quiet rivers run north" };
await service.createUser({ ...ada, name: "Ada Lovelace", email: "ada@example.com" });
const { clientId, clientSecret } = await service.createClient("My app", [redirectUri], options);
console.log(`CLIENT_ID=${clientId} CLIENT_SECRET=${clientSecret}`);
console.log(`Start the application, sign in as ${ada.username} (${ada.password}), then press Ctrl-C.`);
await once(process, "SIGINT");

const known = new Map([
  [Buffer.from(`${clientId}:${clientSecret}`).toString("base64"), "{basic}"],
  [clientSecret, "{secret}"],
  [clientId, "{id}"],
  [`localhost:${port}`, "{host}"],
]);
const recordedOn = new Date().toISOString().slice(0, 10);
const steps = wire.steps(known);
const recording: SignInRecording = { guide, tested, recordedOn, options, redirectUri, steps };
const file = join(import.meta.dirname, `${name}.json`);
writeFileSync(file, `${JSON.stringify(recording, null, 2)}\n`);
console.log(`Wrote ${file}: ${recording.steps.length} requests. Say npm run format.`);
