import { signingAlgorithms } from "../../protocol/jwk.ts";
import { authorizationServerMetadata, openidConfiguration } from "../../protocol/openid/server-metadata.ts";
import { ownPagePath } from "../paths.ts";
import type { Reply, ReplyHeaders } from "../reply.ts";
import type { Web } from "../web.ts";

/** The documents say nothing about people, so every page may read them and every cache may keep them for a while. */
const publicFor = (seconds: number): ReplyHeaders => ({
  "cache-control": `public, max-age=${seconds}`,
  "access-control-allow-origin": "*",
});
const documentHeaders = publicFor(300);
/** No longer than the time between publishing a new key and signing with it. */
const keySetHeaders = publicFor(60);

/** GET of the document of RFC 8414. */
export async function getServerMetadata(web: Web): Promise<Reply> {
  await keysAreMade(web);
  const { apis, settings } = web.ports;
  const document = authorizationServerMetadata(settings.issuer, web.paths, await apis.all());
  return web.replies.json(200, { ...document, ...documentSupport(web) }, documentHeaders);
}

/** GET of the document of OpenID Connect Discovery §4. */
export async function getOpenidConfiguration(web: Web): Promise<Reply> {
  await keysAreMade(web);
  const { apis, settings } = web.ports;
  const document = openidConfiguration(settings.issuer, web.paths, await apis.all());
  return web.replies.json(200, { ...document, ...documentSupport(web) }, documentHeaders);
}

/** OAuth Client ID Metadata Document §6: clients that have a document use it only if they read this. */
function documentSupport({ ports }: Web): Readonly<Record<string, unknown>> {
  return ports.settings.clientDocuments.mode === "closed"
    ? {}
    : { client_id_metadata_document_supported: true };
}

/**
 * GET of the key set (RFC 7517 §5): every key that a signature of the service may need, or one of the product that had the issuer before.
 */
export async function getKeySet(web: Web): Promise<Reply> {
  await keysAreMade(web);
  const { signer, oldKeys, clock } = web.ports;
  const keys = [...signer.publicKeys(), ...(oldKeys?.publishedAt(clock.now()) ?? [])];
  return web.replies.json(200, { keys }, keySetHeaders);
}

/** GET of the origins that may use the passkeys (WebAuthn §5.11, related origin requests). There are none without a domain. */
export function getRelatedOrigins({ ports, replies }: Web): Reply {
  const { origins = [] } = ports.settings.passkeys ?? {};
  return replies.json(200, { origins }, documentHeaders);
}

/**
 * The pages on which people add and manage their passkeys, for password managers that offer to upgrade a password
 * (W3C, "A Well-Known URL for Relying Party Passkey Endpoints"). Without passkeys the document is empty.
 */
export function getPasskeyEndpoints({ ports, paths, replies }: Web): Reply {
  const { issuer, passkeys } = ports.settings;
  const { href } = new URL(ownPagePath(paths, "account/passkeys"), issuer);
  return replies.json(200, passkeys ? { enroll: href, manage: href } : {}, documentHeaders);
}

/** A client that reads a document may ask for an ID token next, so the key must be in every copy of the set by then. */
async function keysAreMade({ ports }: Web): Promise<void> {
  await Promise.all(signingAlgorithms.map((algorithm) => ports.signer.ready(algorithm)));
}
