import { z } from "zod";
import {
  changeClient,
  findClient,
  registerClient,
  removeClient,
  retireOldSecret,
  rotateClientSecret,
  setClientDisabled,
} from "../flows/operator/client.ts";
import { claimPreviewProblems, previewClaims } from "../flows/operator/client-claims.ts";
import { type ListedClient, listClients, listUsedClients } from "../flows/operator/client-use.ts";
import { proxyFilesFor, proxyNames } from "../flows/operator/proxy-files.ts";
import type { Client } from "../protocol/client/client.ts";
import { parseClientId } from "../values/ids.ts";
import { ok, type Result } from "../values/result.ts";
import type { Secret } from "../values/secret.ts";
import {
  clientFilterParameters,
  readClientChoice,
  readClientPlace,
  writeClientPlace,
} from "./client-filter.ts";
import { refusedClient } from "./client-problem.ts";
import {
  type ClientBody,
  claimPreviewSchema,
  clientBody,
  clientChangesSchema,
  clientSchema,
  metadataChangesIn,
  newClientSchema,
} from "./client-schema.ts";
import { versionTag } from "./etag.ts";
import { type Answer, type Call, operation } from "./operation.ts";
import { pageAnswer, readQuery, readTimeQuery, timePageAnswer } from "./page.ts";
import { pathAccessOperation } from "./path-access.ts";
import { termsOf } from "./precondition.ts";
import { lackingScope, refused } from "./problem.ts";
import { clientId, listQuery, pageOf, person, searchIn } from "./schema.ts";

const noun = "Clients";
const params = z.object({ client_id: clientId });
const one = "/clients/{client_id}";

/** What all changes share: they return the changed record, and are refused if somebody else was faster. */
const answersChanged = {
  status: 200,
  answer: clientSchema,
  hasTag: true,
  isConditional: true,
  problems: ["conflict"],
} as const;

/** The operations about applications that people sign in to. */
export const clientOperations = [
  operation({
    id: "listClients",
    method: "get",
    path: "/clients",
    noun,
    scope: "clients:read",
    command: "client list",
    summary: "Registered clients, in the order of their registration if no other is named",
    query: z.strictObject({
      ...listQuery,
      q: searchIn("id, name or redirect URI"),
      ...clientFilterParameters,
    }),
    status: 200,
    answer: z
      .strictObject({
        ...pageOf(clientSchema, "").shape,
        total_exact: z.boolean().optional().meta({
          description: "False if so many clients match q that not all of them were looked at.",
        }),
      })
      .meta({ id: "ClientPage" }),
    run: async ({ registry, administration: { statistics }, query: { limit, after, q, ...members } }) => {
      const ports = { ...registry, statistics };
      const choice = readClientChoice(members);
      if (choice === undefined) {
        const wanted = readTimeQuery({ limit, after, q }, parseClientId);
        return wanted.ok ? timePageAnswer(await listClients(ports, wanted.value), listedBody) : wanted;
      }
      const wanted = readQuery({ limit, after, q }, readClientPlace);
      if (!wanted.ok) return wanted;
      const page = await listUsedClients(ports, { ...wanted.value, ...choice });
      const answered = pageAnswer(page, listedBody, writeClientPlace);
      return answered.ok ? ok({ body: { ...answered.value.body, total_exact: !page.isCut } }) : answered;
    },
  }),
  operation({
    id: "createClient",
    method: "post",
    path: "/clients",
    noun,
    scope: "clients:write",
    command: "client create",
    summary: "Registers a client and returns its secret, only this once",
    body: newClientSchema,
    status: 201,
    answer: clientSchema,
    hasTag: true,
    isRepeatable: true,
    run: async (call) => {
      const { registry, body } = call;
      const metadata = metadataChangesIn(body);
      const wanted = {
        name: body.name,
        redirectUris: body.redirect_uris ?? [],
        profile: body.profile ?? "interface",
        isPublic: body.public ?? false,
        ...(metadata !== undefined && { metadata }),
      };
      const made = await registerClient(registry, wanted, termsOf(call));
      if (!made.ok) return refusedClient(call, made.reason);
      const { client, secret } = made.value;
      return answerWith(call, client, { secret, location: `/clients/${encodeURIComponent(client.id)}` });
    },
  }),
  operation({
    id: "getClient",
    method: "get",
    path: one,
    noun,
    scope: "clients:read",
    command: "client show",
    summary: "Everything about a client but its secret",
    params,
    status: 200,
    answer: clientSchema,
    hasTag: true,
    run: async (call) => {
      const client = await findClient(call.registry.clients, call.params.client_id);
      return client === undefined
        ? refusedClient(call, { kind: "unknown-client" })
        : answerWith(call, client);
    },
  }),
  operation({
    id: "getProxyConfiguration",
    method: "get",
    path: `${one}/proxies/{proxy}`,
    noun,
    scope: "clients:read",
    command: "client show",
    summary: "The complete configuration of a proxy that protects the client",
    params: z.object({ client_id: clientId, proxy: z.enum(proxyNames) }),
    status: 200,
    answer: z
      .strictObject({
        client_id: z.string(),
        proxy: z.enum(proxyNames),
        files: z.array(
          z.strictObject({
            path: z.string().meta({ description: "Where the file goes on the machine of the proxy." }),
            text: z.string(),
          }),
        ),
      })
      .meta({ id: "ProxyConfiguration" }),
    run: async (call) => {
      const { client_id: id, proxy } = call.params;
      const client = await findClient(call.registry.clients, id);
      if (client === undefined) return refusedClient(call, { kind: "unknown-client" });
      const files = proxyFilesFor(client, proxy);
      if (files === undefined) return refusedClient(call, { kind: "not-protected" });
      return ok({ body: { client_id: client.id, proxy, files: [...files] } });
    },
  }),
  operation({
    id: "updateClient",
    method: "patch",
    path: one,
    noun,
    scope: "clients:write",
    command: "client update",
    summary: "Changes the given members and keeps the others",
    description: "null removes a property, and a list replaces the existing list.",
    params,
    body: clientChangesSchema,
    ...answersChanged,
    run: async (call) => {
      const { body } = call;
      const metadata = metadataChangesIn(body);
      const changes = {
        ...(body.name !== undefined && { name: body.name }),
        ...(body.redirect_uris !== undefined && { redirectUris: body.redirect_uris }),
        ...(body.add_redirect_uris !== undefined && { addRedirectUris: body.add_redirect_uris }),
        ...(body.remove_redirect_uris !== undefined && { removeRedirectUris: body.remove_redirect_uris }),
        ...(body.add_path_rules !== undefined && { addPathRules: body.add_path_rules }),
        ...(body.remove_path_rules !== undefined && { removePathRules: body.remove_path_rules }),
        ...(body.profile !== undefined && { profile: body.profile }),
        ...(metadata !== undefined && { metadata }),
      };
      const changed = await changeClient(call.registry, call.params.client_id, changes, termsOf(call));
      return changed.ok ? answerWith(call, changed.value) : refusedClient(call, changed.reason);
    },
  }),
  operation({
    id: "previewClientClaims",
    method: "get",
    path: `${one}/claims/{user}`,
    noun,
    scope: "users:read",
    command: "client claim preview",
    summary: "What the rules of a client give about a person",
    description:
      "Only the claims by rule. Those of scopes come on top, unless a rule has their name. It also needs `clients:read`, because it shows what the rules of the client say.",
    params: z.object({ client_id: clientId, user: person }),
    status: 200,
    answer: claimPreviewSchema,
    run: async ({ registry, operator, params: { client_id, user } }) => {
      if (!operator.scopes.has("clients:read")) return lackingScope("clients:read");
      const tried = await previewClaims(registry, { clientId: client_id, who: user });
      if (!tried.ok) return refused(claimPreviewProblems, tried.reason);
      const { client, account, places } = tried.value;
      return ok({ body: { client_id: client.id, user_id: account.id, ...places } });
    },
  }),
  pathAccessOperation,
  operation({
    id: "rotateClientSecret",
    method: "post",
    path: `${one}/rotate-secret`,
    noun,
    scope: "clients:write",
    command: "client rotate-secret",
    summary: "Makes a new secret and returns it, only this once",
    params,
    body: z
      .strictObject({
        overlap: z.boolean().optional().meta({
          description:
            "If true, the previous secret works until it is retired; otherwise it stops working at once.",
        }),
      })
      .meta({ id: "SecretRotation" }),
    ...answersChanged,
    isRepeatable: true,
    run: async (call) => {
      const { registry, params, body } = call;
      const how = { ...termsOf(call), keepsOld: body.overlap ?? false };
      const made = await rotateClientSecret(registry, params.client_id, how);
      if (!made.ok) return refusedClient(call, made.reason);
      return answerWith(call, made.value.client, { secret: made.value.secret });
    },
  }),
  operation({
    id: "retireClientSecret",
    method: "post",
    path: `${one}/retire-secret`,
    noun,
    scope: "clients:write",
    command: "client retire-secret",
    summary: "Retires the older secret that a rotation kept",
    params,
    ...answersChanged,
    run: async (call) => {
      const retired = await retireOldSecret(call.registry, call.params.client_id, termsOf(call));
      return retired.ok ? answerWith(call, retired.value) : refusedClient(call, retired.reason);
    },
  }),
  switching("disable"),
  switching("enable"),
  operation({
    id: "deleteClient",
    method: "delete",
    path: one,
    noun,
    scope: "clients:write",
    command: "client delete",
    summary: "Removes a client and its tokens",
    params,
    status: 204,
    isConditional: true,
    problems: ["conflict"],
    run: async (call) => {
      const removed = await removeClient(call.registry, call.params.client_id, termsOf(call));
      return removed.ok ? ok({}) : refusedClient(call, removed.reason);
    },
  }),
] as const;

function switching<const Verb extends "disable" | "enable">(verb: Verb) {
  const isDisabled = verb === "disable";
  return operation({
    id: `${verb}Client` as const,
    method: "post",
    path: `${one}/${verb}`,
    noun,
    scope: "clients:write",
    command: `client ${verb}`,
    summary: isDisabled
      ? "Refuses all requests of a client and revokes its tokens"
      : "Lets a client work again",
    params,
    ...answersChanged,
    run: async (call) => {
      const { registry, params } = call;
      const set = await setClientDisabled(registry, params.client_id, isDisabled, termsOf(call));
      if (!set.ok) return refusedClient(call, set.reason);
      const { client, revokedTokens } = set.value;
      return answerWith(call, client, { revokedTokens });
    },
  });
}

function listedBody(listed: ListedClient): ClientBody {
  return clientBody(listed.client, { uses: listed.uses, use: listed });
}

type Beside = Pick<Answer, "location" | "revokedTokens"> & { readonly secret?: Secret | undefined };

async function answerWith(
  { registry }: Pick<Call, "registry">,
  client: Client,
  { secret, ...head }: Beside = {},
): Promise<Result<Answer<ClientBody>, never>> {
  const body = clientBody(client, { secret, uses: await registry.secretUses.list(client.id) });
  return ok({ body, etag: versionTag(client), ...head });
}
