import { signingAlgorithms } from "../../protocol/jwk.ts";
import { authorizationServerMetadata, openidConfiguration } from "../../protocol/openid/server-metadata.ts";
import type { Reply, ReplyHeaders } from "../reply.ts";
import type { Web } from "../web.ts";

/** The documents say nothing about anybody, so that every page may read them and every cache may keep them for a while. */
const publicFor = (seconds: number): ReplyHeaders => ({
  "cache-control": `public, max-age=${seconds}`,
  "access-control-allow-origin": "*",
});
const documentHeaders = publicFor(300);
/** No longer than a new key is published before it signs. */
const keySetHeaders = publicFor(60);

/** GET of the document of RFC 8414. */
export async function getServerMetadata(web: Web): Promise<Reply> {
  await keysAreMade(web);
  const { issuer } = web.ports.settings;
  return web.replies.json(200, authorizationServerMetadata(issuer, web.paths), documentHeaders);
}

/** GET of the document of OpenID Connect Discovery §4. */
export async function getOpenidConfiguration(web: Web): Promise<Reply> {
  await keysAreMade(web);
  const { issuer } = web.ports.settings;
  return web.replies.json(200, openidConfiguration(issuer, web.paths), documentHeaders);
}

/** GET of the key set (RFC 7517 §5): every key that something we signed may need. */
export async function getKeySet(web: Web): Promise<Reply> {
  await keysAreMade(web);
  return web.replies.json(200, { keys: web.ports.signer.publicKeys() }, keySetHeaders);
}

/** A client that reads one of the documents may sign in next: then the key must be in every copy of the set already. */
async function keysAreMade({ ports }: Web): Promise<void> {
  await Promise.all(signingAlgorithms.map((algorithm) => ports.signer.ready(algorithm)));
}
