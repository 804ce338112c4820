import { type Client, type ClientMetadata, isSelfRegistered } from "../../protocol/client/client.ts";
import { logoutTokenClaims, logoutTokenType } from "../../protocol/openid/logout-token.ts";
import { toBase64Url } from "../../values/base64url.ts";
import type { AccountId } from "../../values/ids.ts";
import type { RequestContext } from "../events.ts";
import { findSubject } from "../find-subject.ts";
import type { LogoutMessage } from "../logout-ports.ts";
import type { EndedSession, Ports, SessionFacts } from "../ports.ts";

type NotifyPorts = Pick<
  Ports,
  "settings" | "clock" | "random" | "clients" | "consents" | "sealer" | "signer" | "logoutNotifier" | "events"
>;

/** A client that is told when a person signs out. */
interface Listener {
  readonly client: Client;
  readonly uri: string;
  readonly metadata: ClientMetadata;
}

/**
 * Tells the clients that took part in a session that it has ended (OpenID Connect Back-Channel Logout §2.3, §2.5). It waits a moment
 * for the answers.
 */
export async function notifyLogout(
  ports: NotifyPorts,
  { session, account, clients }: SessionFacts & EndedSession,
  context: RequestContext,
): Promise<void> {
  const listeners = await listenersFor(ports, account.id, clients);
  if (listeners.length === 0) return;
  const now = ports.clock.now();
  const messages = await Promise.all(
    listeners.map(async ({ client, uri, metadata }): Promise<LogoutMessage> => {
      const claims = logoutTokenClaims({
        issuer: ports.settings.issuer,
        clientId: client.id,
        subject: findSubject(ports, client, account),
        sessionId: session.id,
        jti: toBase64Url(ports.random.bytes(16)),
        now,
      });
      const logoutToken = await ports.signer.sign(metadata.idTokenAlgorithm, logoutTokenType, claims);
      return {
        clientId: client.id,
        uri,
        isGuarded: isSelfRegistered(client) || metadata.isLogoutGuarded,
        logoutToken,
      };
    }),
  );
  const network = context.network();
  // A delivery may fail after the request is answered, when its connection no longer has an address.
  const asked: RequestContext = { requestId: context.requestId, network: () => network };
  await ports.logoutNotifier.deliver(messages, ({ clientId }, problem) =>
    ports.events.record({ kind: "logout-not-delivered", clientId, ...problem }, asked),
  );
}

/**
 * Sessions that 0.1.0 began do not name the clients that took part. Then all clients of the operator are told, which
 * ignore an unknown `sid`, and the third parties that have the person's consent.
 */
async function listenersFor(
  ports: Pick<Ports, "clients" | "consents">,
  accountId: AccountId,
  clients: EndedSession["clients"],
): Promise<readonly Listener[]> {
  if (clients !== undefined) {
    const found = await Promise.all(clients.map((id) => ports.clients.find(id)));
    return found.flatMap((client) => listenerOf(client) ?? []);
  }
  const own = await ports.clients.listToldOfLogout();
  const consents = await ports.consents.list(accountId);
  const allowed = await Promise.all(consents.map(({ clientId }) => ports.clients.find(clientId)));
  const thirdParties = allowed.filter((client) => client?.metadata.isThirdParty === true);
  return [...own, ...thirdParties].flatMap((client) => listenerOf(client) ?? []);
}

function listenerOf(client: Client | undefined): Listener | undefined {
  const metadata = client?.metadata;
  const uri = metadata?.backchannelLogoutUri;
  if (client === undefined || metadata === undefined || uri === undefined) return undefined;
  if (!metadata.isOpenid || client.isDisabled) return undefined;
  return { client, uri, metadata };
}
