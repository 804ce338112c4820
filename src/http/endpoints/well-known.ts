import { issuerRelation, webFinger } from "../../protocol/openid/web-finger.ts";
import { parseParameters } from "../../protocol/parameters.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import type { Web } from "../web.ts";

/** They say nothing about people, so every page may read them and every cache may keep them for a while. */
const documentHeaders = { "cache-control": "public, max-age=300", "access-control-allow-origin": "*" };

/** GET of `/.well-known/webfinger` (RFC 7033): leads applications that know an address alone to the issuer. */
export function getWebFinger({ ports, replies }: Web, incoming: Incoming): Reply {
  const query = parseParameters(incoming.query);
  const resource = query.ok ? query.value.only("resource") : undefined;
  const found = resource === undefined ? undefined : webFinger(ports.settings.issuer, resource);
  // RFC 7033 §4.2: a query without a resource, or with one that is no URI, is a bad request.
  if (found === undefined || !query.ok)
    return replies.json(
      400,
      { status: "error", error: "invalid_request", error_description: resourceMissing },
      documentHeaders,
    );
  // §4.3: links of other kinds alone are left out.
  const relations = query.value.all("rel");
  const isWanted = relations.length === 0 || relations.includes(issuerRelation);
  const document = isWanted ? found : { ...found, links: [] };
  return replies.json(200, document, { ...documentHeaders, "content-type": "application/jrd+json" });
}

const resourceMissing =
  "Name one resource in the query, such as acct:ada@example.org, percent-encoded and only once.";

/** GET of `/.well-known/security.txt` (RFC 9116). Where no contact is named, there is no such file. */
export function getSecurityText({ ports, replies, errorResponses }: Web, incoming: Incoming): Reply {
  const { security } = ports.settings;
  if (security === undefined) return errorResponses.notFound(incoming, undefined);
  const { contacts, expires } = security;
  const canonical = new URL("/.well-known/security.txt", ports.settings.issuer).href;
  const fields = [
    ...contacts.map((contact) => ["Contact", contact]),
    ["Expires", expires],
    ["Canonical", canonical],
  ];
  const body = fields.map(([name, value]) => `${name}: ${value}\n`).join("");
  const { status, headers } = replies.json(
    200,
    {},
    { ...documentHeaders, "content-type": "text/plain; charset=utf-8" },
  );
  return { status, headers, body };
}
