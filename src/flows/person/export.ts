import { browserParts } from "../../identity/browser-name.ts";
import { accessOf, resourcesOf } from "../../protocol/api/allowance.ts";
import { isKnownScope } from "../../protocol/scope.ts";
import { type ActivityId, formatSessionId, instantOfActivityId } from "../../values/ids.ts";
import { isoTime } from "../../values/time.ts";
import { activityEntry } from "../activity.ts";
import { findApis } from "../find-apis.ts";
import type { Ports, SessionFacts } from "../ports.ts";
import { isOwnForm, type OwnForm } from "./account.ts";
import { listAppPasswords } from "./app-passwords.ts";

type ExportPorts = Pick<
  Ports,
  | "recoveryCodes"
  | "trustedBrowsers"
  | "activity"
  | "apis"
  | "appPasswords"
  | "clients"
  | "clock"
  | "consents"
  | "outbox"
  | "passkeys"
  | "random"
  | "sealer"
  | "sessions"
  | "upstreams"
  | "upstreamIdentities"
>;

const pageSize = 200;

/**
 * Everything that is kept about the person, for them to take along: no password hash, no key, no digest of anything secret. The names of
 * the members are part of the interface. Undefined if the form was not made for this session in this browser.
 */
export async function exportOwnData(
  ports: ExportPorts,
  person: SessionFacts,
  form: OwnForm,
): Promise<object | undefined> {
  if (!isOwnForm(ports, "export", person, form)) return undefined;
  const { account } = person;
  const accountId = account.id;
  await ports.activity.add(activityEntry(ports, { accountId, kind: "data-exported", browser: form.browser }));
  return {
    exported_at: isoTime(ports.clock.now()),
    account: {
      id: accountId,
      subject: account.subject,
      username: account.username,
      email: account.email,
      name: account.name,
      phone_number: account.phoneNumber,
      address: account.address,
      claims: account.claims ?? {},
      groups: account.groups ?? [],
      has_password: account.passwordHash !== undefined,
      has_authenticator_app: account.hasTotp ?? false,
      is_administrator: account.isAdmin,
      created_at: isoTime(account.createdAt),
      updated_at: isoTime(account.updatedAt),
    },
    passkeys: (await ports.passkeys.list(accountId)).map((passkey) => ({
      id: passkey.id,
      name: passkey.name,
      created_at: isoTime(passkey.createdAt),
      last_used_at: passkey.lastUsedAt && isoTime(passkey.lastUsedAt),
    })),
    app_passwords: (await listAppPasswords(ports, account)).map(({ appPassword, client }) => ({
      id: appPassword.id,
      name: appPassword.name,
      application: client.name,
      created_at: isoTime(appPassword.createdAt),
      last_used_at: appPassword.lastUsedAt && isoTime(appPassword.lastUsedAt),
    })),
    providers: await providersOf(ports, person),
    recovery_codes_left: (await ports.recoveryCodes.find(accountId))?.digests.length ?? 0,
    trusted_browsers: (await ports.trustedBrowsers.list(accountId)).map((trusted) => ({
      trusted_at: isoTime(trusted.trustedAt),
      expires_at: isoTime(trusted.expiresAt),
      user_agent: trusted.userAgent,
    })),
    browsers: (await ports.sessions.list(accountId)).map(({ session }) => ({
      session_id: formatSessionId(session.id),
      methods: session.methods,
      signed_in_at: isoTime(session.authenticatedAt),
      first_seen_at: session.firstSeenAt && isoTime(session.firstSeenAt),
      last_seen_at: isoTime(session.lastSeenAt),
      expires_at: isoTime(session.expiresAt),
      network: session.network,
      user_agent: session.userAgent,
    })),
    applications: await applicationsOf(ports, person),
    activity: await activityOf(ports, person),
    messages: await messagesTo(ports, person),
  };
}

async function applicationsOf(ports: ExportPorts, { account }: SessionFacts): Promise<readonly object[]> {
  const consents = await ports.consents.list(account.id);
  return Promise.all(
    consents.map(async ({ clientId, scope, grantedAt }) => ({
      client_id: clientId,
      name: (await ports.clients.findReadable(clientId))?.name,
      scope: scope.filter(isKnownScope).join(" "),
      apis: accessOf(scope, await findApis(ports, resourcesOf(scope))).map(({ resource, api, rights }) => ({
        resource,
        name: api?.name,
        scope: rights.map((right) => right.value).join(" "),
        may: rights.flatMap((right) => right.scope?.sentence ?? []),
      })),
      allowed_at: isoTime(grantedAt),
    })),
  );
}

/** The accounts elsewhere, also at a provider that is not in use now. */
async function providersOf(ports: ExportPorts, { account }: SessionFacts): Promise<readonly object[]> {
  const identities = await ports.upstreamIdentities.list(account.id);
  return Promise.all(
    identities.map(async ({ upstream, subject, label, linkedAt, lastUsedAt }) => ({
      provider: (await ports.upstreams.find(upstream))?.displayName ?? upstream,
      subject,
      name: label,
      connected_at: isoTime(linkedAt),
      last_used_at: isoTime(lastUsedAt),
    })),
  );
}

async function activityOf(ports: ExportPorts, { account }: SessionFacts): Promise<readonly object[]> {
  const entries: object[] = [];
  let after: ActivityId | undefined;
  do {
    const page = await ports.activity.list(account.id, { limit: pageSize, after });
    for (const { id, kind, network, userAgent, clientId, methods, isNewBrowser } of page.items)
      entries.push({
        at: isoTime(instantOfActivityId(id)),
        kind,
        network,
        user_agent: userAgent,
        browser: userAgent && browserParts(userAgent).name,
        client_id: clientId,
        methods,
        new_browser: isNewBrowser,
      });
    after = page.next;
  } while (after !== undefined);
  return entries;
}

/** Subjects and times alone: a body may hold a link that works. Those to an earlier address are there too. */
async function messagesTo(ports: ExportPorts, { account }: SessionFacts): Promise<readonly object[]> {
  const messages: object[] = [];
  let after: Parameters<Ports["outbox"]["list"]>[0]["after"];
  do {
    const page = await ports.outbox.list({ limit: pageSize, search: account.id, after });
    for (const { accountId, to, kind, subject, createdAt, state } of page.items)
      if (accountId === account.id)
        messages.push({ to, kind, subject, state, created_at: isoTime(createdAt) });
    after = page.next;
  } while (after !== undefined);
  return messages;
}
