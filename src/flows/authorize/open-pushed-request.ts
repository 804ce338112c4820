import {
  decidePushedRequest,
  decodePushedRequest,
  type PushedRequest,
  sealedPartOfRequestUri,
} from "../../protocol/authorization/pushed-request.ts";
import type { Parameters } from "../../protocol/parameters.ts";
import { sha256 } from "../../values/digest.ts";
import { parseClientId } from "../../values/ids.ts";
import { type Result, refuse } from "../../values/result.ts";
import { type Instant, plus } from "../../values/time.ts";
import type { Ports } from "../ports.ts";

/**
 * Opens the pushed request that an authorization URL refers to (RFC 9126 §4). Undefined if it refers to none: then the URL
 * is the whole request.
 */
export function openPushedRequest(
  ports: Pick<Ports, "sealer">,
  parameters: Parameters,
  arrivedAt: Instant,
): Result<PushedRequest, "pushed-request-expired"> | undefined {
  const requestUri = parameters.get("request_uri");
  const sealed = requestUri === undefined ? undefined : sealedPartOfRequestUri(requestUri);
  if (sealed === undefined) return undefined;
  const opened = ports.sealer.open("pushed-request", sealed);
  const decided = decidePushedRequest({
    request: opened && decodePushedRequest(opened),
    clientId: parseClientId(parameters.get("client_id") ?? ""),
    arrivedAt,
  });
  return decided.ok ? decided : refuse("pushed-request-expired");
}

/** Longer than any key opens the request, which is eight days: a page that shows it may stay open for seven of them. */
const rememberedSeconds = 10 * 86_400;

/** Uses a pushed request up, when its code is issued: true for exactly one of all calls (RFC 9126 §7.3). */
export function usePushedRequest(
  ports: Pick<Ports, "replayCache">,
  { grantId }: PushedRequest,
  now: Instant,
): Promise<boolean> {
  return ports.replayCache.use(
    sha256(Buffer.concat([Buffer.from("pushed request "), grantId])),
    plus(now, rememberedSeconds),
  );
}
