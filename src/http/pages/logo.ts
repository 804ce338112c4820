import { parseParameters } from "../../protocol/parameters.ts";
import { toBase64Url } from "../../values/base64url.ts";
import { sha256 } from "../../values/digest.ts";
import { parseClientId } from "../../values/ids.ts";
import type { Incoming } from "../incoming.ts";
import type { Picture, Reply } from "../reply.ts";
import type { Web } from "../web.ts";

/** GET of a logo: the operator's, or a client's kept copy, with the kind of picture that its bytes show. */
export async function getLogo(web: Web, incoming: Incoming): Promise<Reply> {
  const { ports, errorResponses, brandLogo } = web;
  const parameters = parseParameters(incoming.query);
  if (brandLogo && parameters.ok && parameters.value.get("client") === undefined)
    return pictureFor(web, incoming, { ...brandLogo, isShared: brandLogo.isInMails });
  const id = parseClientId((parameters.ok ? parameters.value.get("client") : undefined) ?? "");
  const client = id && (await ports.clients.find(id));
  const logo = client && !client.isDisabled ? await ports.clientLogos.find(client.id) : undefined;
  const picture = logo?.uri === client?.metadata.logoUri ? logo?.picture : undefined;
  if (picture === undefined) return errorResponses.notFound(incoming, undefined);
  return pictureFor(web, incoming, { type: `image/${picture.kind}`, bytes: picture.bytes });
}

function pictureFor({ replies }: Web, incoming: Incoming, picture: Picture): Reply {
  const etag = `"${toBase64Url(sha256(picture.bytes))}"`;
  return incoming.header("if-none-match") === etag
    ? replies.pictureUnchanged(picture, etag)
    : replies.picture(picture, etag);
}
