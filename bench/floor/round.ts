import {
  createHash,
  createHmac,
  generateKeyPairSync,
  hash,
  randomBytes,
  sign,
  timingSafeEqual,
  verify,
} from "node:crypto";
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { FloorWork } from "../round-script.ts";
import { GroupedCommit, openDatabase } from "./grouped-commit.ts";
import { listen, readFixture } from "./listen.ts";
import { verifyPassword } from "./password.ts";
import { readBody, refuse } from "./plain-http.ts";
import { flashOf, type RecordedStep, stepsVariable } from "./recorded-step.ts";
import { openVisit, visitorOf } from "./sealed-visit.ts";

/**
 * A round with the least that it needs: every request is read as Latchkey has to read it (query or form, the client's secret, the
 * session), its proof is verified, its rows are found and inserted, and its answer is the one that Latchkey gave, byte for byte.
 */
const { folder, clientSecret, sessions } = readFixture();
const steps = (
  JSON.parse(readFileSync(process.env[stepsVariable] ?? "", "utf8")) as readonly RecordedStep[]
).map((step) => ({ ...step, bytes: Buffer.from(step.body) }));
type PreparedStep = (typeof steps)[number];

const database = openDatabase(
  folder,
  `CREATE TABLE IF NOT EXISTS fact (
     digest BLOB PRIMARY KEY, client_id TEXT NOT NULL, user_id INTEGER NOT NULL, made_at INTEGER NOT NULL, expires_at INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID`,
);
const insertFact = database.prepare("INSERT INTO fact VALUES (?, ?, ?, ?, ?)");
const findFact = database.prepare("SELECT client_id, user_id, expires_at FROM fact WHERE digest = ?");
const commits = new GroupedCommit(database);

const secretDigest = hash("sha256", clientSecret, "buffer");
const usersBySession = new Map(sessions.map((session, user) => [hash("sha256", session, "base64url"), user]));
const visitors = new Map(sessions.map((session, user) => [visitorOf(user), session]));
const lifetimeMilliseconds = 3_600_000;
let lastDigest: Buffer = randomBytes(32);

/** ES256 over the authenticator's data and the digest of the browser's (WebAuthn §7.2). */
const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const authenticatorData = randomBytes(37);
const clientData = Buffer.from(
  `{"type":"webauthn.get","challenge":"${randomBytes(60).toString("base64url")}"}`,
);
const signedBytes = () =>
  Buffer.concat([authenticatorData, createHash("sha256").update(clientData).digest()]);
const signature = sign("sha256", signedBytes(), privateKey);
const totpKey = randomBytes(20);

async function isProved(proof: FloorWork["proof"]): Promise<boolean> {
  if (proof === "password") return verifyPassword();
  if (proof === "signature") return verify("sha256", signedBytes(), publicKey, signature);
  return createHmac("sha1", totpKey).update(authenticatorData).digest().length > 0;
}

function isSignedIn(cookie: string): boolean {
  const session = /(?:^|; )[^=;]*session=([^;]*)/.exec(cookie)?.[1] ?? "";
  return usersBySession.has(hash("sha256", session, "base64url"));
}

function isVisitor(cookie: string): boolean {
  const visit = /(?:^|; )[^=;]*latchkey-visit=([^;]*)/.exec(cookie)?.[1] ?? "";
  return visitors.has(openVisit(visit));
}

function isClient(parameters: URLSearchParams): boolean {
  const secret = parameters.get("client_secret");
  return secret === null || timingSafeEqual(secretDigest, hash("sha256", secret, "buffer"));
}

function stepFor(
  { method = "", headers }: IncomingMessage,
  path: string,
  parameters: URLSearchParams,
): PreparedStep | undefined {
  const flash = flashOf(headers.cookie ?? "");
  return steps.find(
    (step) =>
      step.method === method &&
      step.path === path &&
      step.flash === flash &&
      (step.field === undefined || parameters.has(step.field)),
  );
}

async function serve(
  step: PreparedStep,
  cookie: string,
  parameters: URLSearchParams,
  response: ServerResponse,
) {
  const { hasSession, hasVisit, proof, reads = 0, facts = 0 } = step.work;
  const isKnown =
    (hasSession === undefined || isSignedIn(cookie)) && (hasVisit === undefined || isVisitor(cookie));
  if (!isClient(parameters) || !isKnown) {
    refuse(response, 400, "unknown client, session or visit");
    return;
  }
  if (proof !== undefined && !(await isProved(proof))) {
    refuse(response, 400, "wrong proof");
    return;
  }
  for (let read = 0; read < reads; read += 1) findFact.get(lastDigest);
  if (facts === 0) {
    answer(step, response);
    return;
  }
  const clientId = parameters.get("client_id") ?? "";
  const digests = Array.from({ length: facts }, () =>
    hash("sha256", randomBytes(32).toString("base64url"), "buffer"),
  );
  commits.add(() => {
    const now = Date.now();
    for (const digest of digests) {
      insertFact.run(digest, clientId, 0, now, now + lifetimeMilliseconds);
      lastDigest = digest;
    }
    return () => answer(step, response);
  });
}

function answer({ status, headers, bytes }: PreparedStep, response: ServerResponse): void {
  response.writeHead(status, [...headers, "Content-Length", String(bytes.length)]);
  response.end(bytes);
}

listen((request, response) => {
  const { method = "", url = "" } = request;
  const [path = "", query = ""] = url.split("?", 2);
  const begin = (form: string) => {
    const parameters = new URLSearchParams(method === "GET" ? query : form);
    const step = stepFor(request, path, parameters);
    if (step === undefined) refuse(response, 404, "not found");
    else void serve(step, request.headers.cookie ?? "", parameters, response);
  };
  if (method === "GET") begin("");
  else readBody(request, response, begin);
});
