import {
  type AccountRegistry,
  checkNewAccount,
  createAccount,
  randomPassword,
} from "../flows/operator/account.ts";
import { describeAccountProblem } from "../flows/operator/account-problem.ts";
import { type ApiRegistry, createApi as createStoredApi } from "../flows/operator/api.ts";
import { apiProblems } from "../flows/operator/api-problem.ts";
import { type ClientRegistry, registerClient } from "../flows/operator/client.ts";
import type { NewClient } from "../flows/operator/client-check.ts";
import { clientProblems } from "../flows/operator/client-problem.ts";
import {
  addMember,
  createGroup,
  findGroup,
  type GroupRegistry,
  groupProblems,
} from "../flows/operator/group.ts";
import { listMail, type MailRegistry } from "../flows/operator/mail.ts";
import { explain } from "../flows/operator/problem.ts";
import { createNeededLink, type NeededLinkPorts } from "../flows/operator/recover.ts";
import { everyRight } from "../flows/operator/rights.ts";
import { Secret } from "../values/secret.ts";
import type {
  ApiOptions,
  ClientOptions,
  CreateClient,
  CreatedClient,
  CreatedConfidentialClient,
  CreatedUser,
  TestMail,
  UserOptions,
} from "./options.ts";

/** Makes the call that registers a client by the rules of `latchkey client create`. */
export function clientCreator(registry: ClientRegistry): CreateClient {
  function createClient(
    options: ClientOptions & { readonly public?: false },
  ): Promise<CreatedConfidentialClient>;
  function createClient(options: ClientOptions): Promise<CreatedClient>;
  function createClient(options: ClientOptions): Promise<CreatedClient> {
    return createAnyClient(registry, options);
  }
  return createClient;
}

async function createAnyClient(registry: ClientRegistry, options: ClientOptions): Promise<CreatedClient> {
  const { name = "Test application", redirectUris = [], postLogoutRedirectUris, resources } = options;
  const wanted: NewClient = {
    name,
    redirectUris,
    profile: options.strict === true ? "strict" : "interface",
    isPublic: options.public === true,
    metadata: {
      ...(options.openid && { isOpenid: true }),
      ...(options.machine && { isMachine: true }),
      ...(options.thirdParty && { isThirdParty: true }),
      ...(options.claimsHook && { asksClaimsHook: true }),
      ...(options.refresh && { mayRefresh: true }),
      ...(postLogoutRedirectUris && { postLogoutRedirectUris }),
      ...(resources && { resources }),
    },
  };
  const made = await registerClient(registry, wanted, { by: everyRight });
  if (!made.ok) throw new TypeError(explain(clientProblems, made.reason).say);
  const { client, secret } = made.value;
  return { clientId: client.id, ...(secret !== undefined && { clientSecret: secret.reveal() }) };
}

/** Creates an API by the rules of `latchkey api create`. */
export async function createApi(registry: ApiRegistry, options: ApiOptions): Promise<void> {
  const { resource, name = "Test API", scopes = {}, token: tokenFormat, openTo } = options;
  const created = await createStoredApi(registry, {
    resource,
    name,
    scopes: Object.entries(scopes).map(([scope, sentence]) => ({ name: scope, sentence, translations: [] })),
    tokenFormat,
    openTo,
  });
  if (!created.ok) throw new TypeError(explain(apiProblems, created.reason).say);
}

/** Creates an account by the rules of `latchkey user create`, and puts it into groups. */
export async function createUser(
  registry: AccountRegistry & GroupRegistry & NeededLinkPorts,
  options: UserOptions,
): Promise<CreatedUser> {
  const { username, email, name, claims, groups = [] } = options;
  const password =
    options.password === undefined ? randomPassword(registry.random) : new Secret(options.password);
  const wanted = {
    username,
    password,
    isAdmin: options.admin === true,
    ...(email !== undefined && { email }),
    ...(name !== undefined && { name }),
    ...(claims !== undefined && { claims }),
  };
  const checked = checkNewAccount(wanted);
  if (!checked.ok) throw new TypeError(describeAccountProblem(checked.reason));
  // Groups come first: a name that cannot be one leaves no account behind.
  for (const group of groups) await ensureGroup(registry, group);
  const made = await createAccount(registry, wanted, { by: everyRight });
  if (!made.ok) throw new TypeError(describeAccountProblem(made.reason));
  for (const group of groups) {
    const added = await addMember(registry, group, made.value.id, { by: everyRight });
    if (!added.ok) throw new TypeError(explain(groupProblems, added.reason).say);
  }
  const { id, username: stored } = made.value;
  const recoveryLink = await createNeededLink(registry, made.value);
  return {
    userId: id,
    username: stored,
    password: password.reveal(),
    ...(recoveryLink !== undefined && { recoveryLink }),
  };
}

async function ensureGroup(registry: GroupRegistry, name: string): Promise<void> {
  if ((await findGroup(registry.groups, name)) !== undefined) return;
  const created = await createGroup(registry, name);
  if (!created.ok && created.reason.kind !== "group-exists")
    throw new TypeError(explain(groupProblems, created.reason).say);
}

const mailsMax = 1_000;

/** The messages in the outbox, oldest first. */
export async function readMails(registry: Omit<MailRegistry, "audit">): Promise<readonly TestMail[]> {
  const { items } = await listMail(registry, { limit: mailsMax });
  return items
    .map(({ message: { to, subject }, body }) => ({ to, subject, ...(body && { text: body.text }) }))
    .reverse();
}
