import { createHash } from "node:crypto";
import { createAccount, randomPassword } from "../flows/operator/account.ts";
import { registerClient, rotateClientSecret } from "../flows/operator/client.ts";
import { usesSecret } from "../flows/operator/client-secrets.ts";
import { isOwnClient } from "../flows/operator/own-clients.ts";
import { everyRight } from "../flows/operator/rights.ts";
import { signIn } from "../ops/browser-sign-in.ts";
import { flowSettings } from "../ops/flow-settings.ts";
import type { Client } from "../protocol/client/client.ts";
import type { Secret } from "../values/secret.ts";
import { counted } from "../values/words.ts";
import { expectOk, type Found, registryOf, type Scene } from "./rehearsal-scene.ts";

const clientsMax = 200;
const redirectUri = "http://127.0.0.1:1/rehearsal";

/** A test person signs in at a client of the rehearsal. */
export async function signInFirst(scene: Scene): Promise<Found> {
  const { administration, issuer } = scene.service;
  const { store, ...tools } = administration;
  const password = randomPassword(tools.random);
  const username = `rehearsal-${tools.random.alphanumeric(12).toLowerCase()}`;
  const groups = await allGroups(scene);
  // RFC 2606 §2: no mail server of the world has such an address.
  const email = `${username}@rehearsal.invalid`;
  const wanted = { username, email, name: "Rehearsal", password, isAdmin: true, groups };
  const settings = flowSettings(scene.config, issuer);
  expectOk(await createAccount({ ...store, ...tools, settings }, wanted, { by: everyRight }));
  scene.browser.credentials = { username, password: password.reveal() };
  const { client, secret } = expectOk(
    await registerClient(
      registryOf(scene),
      { name: "Rehearsal", redirectUris: [redirectUri], profile: "interface", isPublic: false },
      { by: everyRight },
    ),
  );
  await signInAt(scene, client, secret);
  return { found: "A test person signed in with a password, and the application read who it is." };
}

async function allGroups({ service }: Scene) {
  const page = await service.administration.store.groups.list({ limit: clientsMax });
  return page.items.map(({ name }) => name);
}

/** Signs in at each application with the session of the test person. Each secret is replaced on the copy, so that codes can be redeemed. */
export async function signInEverywhere(scene: Scene): Promise<Found> {
  const known = await scene.service.administration.store.clients.list();
  const clients = known.filter((each) => !isOwnClient(each) && !each.redirectUris.includes(redirectUri));
  const faults: string[] = [];
  const leftOut: string[] = [];
  let count = 0;
  for (const [index, client] of clients.entries()) {
    scene.signal.throwIfAborted();
    scene.onShare("signing in at each application", index / clients.length);
    const why = index < clientsMax ? whyLeftOut(client) : `only ${clientsMax} are tried`;
    if (why !== undefined) leftOut.push(`left out: ${client.id} ${client.name}: ${why}`);
    else
      try {
        const rotated = usesSecret(client)
          ? expectOk(await rotateClientSecret(registryOf(scene), client.id, { by: everyRight }))
          : { client };
        await signInAt(scene, client, "secret" in rotated ? rotated.secret : undefined);
        count += 1;
      } catch (error) {
        faults.push(`${client.id} ${client.name}: ${Error.isError(error) ? error.message : error}`);
      }
  }
  return { found: `The test person signed in at ${counted(count, "application")}.`, faults, leftOut };
}

/** Why the rehearsal cannot sign in at this client. */
function whyLeftOut({ redirectUris, isDisabled, metadata }: Client): string | undefined {
  if (isDisabled) return "it is disabled";
  if (redirectUris.length === 0) return "people do not sign in at it with a browser";
  if (metadata.requiresPushedRequest) return "it pushes its requests";
  if (metadata.requiresDpop) return "it has to prove a key";
  if ((metadata.requiredStrength ?? "one") !== "one") return "it asks for a second factor";
  if (metadata.documentSince !== undefined) return "its document is elsewhere";
  return undefined;
}

/** Asks for a code as the client does, redeems it where a secret or none is enough, and asks userinfo with the token. */
async function signInAt(
  { service, browser }: Scene,
  client: Client,
  secret: Secret | undefined,
): Promise<void> {
  const verifier = "rehearsal".repeat(6);
  const redirect_uri = client.redirectUris[0] ?? "";
  const begin = new URL(`${service.issuer}/v1/Oauth/authorization`);
  begin.search = new URLSearchParams({
    client_id: client.id,
    redirect_uri,
    response_type: "code",
    state: "rehearsal",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    ...(client.metadata.isOpenid && { scope: "openid" }),
  }).toString();
  const arrived = await signIn(begin, browser.credentials, browser.cookies);
  const code = arrived.searchParams.get("code");
  if (code === null) throw new Error(`the answer was ${arrived.searchParams.get("error") ?? "no code"}`);
  if (secret === undefined && !client.isPublic) return;
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    client_id: client.id,
    code,
    redirect_uri,
    code_verifier: verifier,
  });
  const headers = secret !== undefined && basicFor(client, secret);
  if (secret !== undefined && !headers) body.set("client_secret", secret.reveal());
  const answer = await fetch(`${service.issuer}/v1/Oauth/token`, {
    method: "POST",
    body,
    ...(headers && { headers }),
  });
  const { access_token: token, error }: { access_token?: string; error?: string } = JSON.parse(
    await answer.text(),
  );
  if (token === undefined) throw new Error(`the code gave no token: ${error ?? answer.status}`);
  const asked = await fetch(`${service.issuer}/v1/Oauth/userinfo`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await asked.body?.cancel();
  if (!asked.ok) throw new Error(`userinfo answered ${asked.status}`);
}

function basicFor({ id, metadata }: Client, secret: Secret): Record<string, string> | undefined {
  if (metadata.secretMethod !== "client_secret_basic") return undefined;
  return { authorization: `Basic ${Buffer.from(`${id}:${secret.reveal()}`).toString("base64")}` };
}
