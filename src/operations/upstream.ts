import { z } from "zod";
import {
  addUpstream,
  findUpstream,
  removeUpstream,
  type UpstreamChanges,
  updateUpstream,
} from "../flows/operator/upstream.ts";
import { describeUpstreamFailure } from "../flows/operator/upstream-problem.ts";
import { upstreamRecord } from "../flows/operator/upstream-record.ts";
import { callbackUriOf } from "../protocol/upstream/callback.ts";
import type { Upstream } from "../protocol/upstream/upstream.ts";
import { ok, type Result } from "../values/result.ts";
import { versionTag } from "./etag.ts";
import { type Call, operation } from "./operation.ts";
import { termsOf } from "./precondition.ts";
import type { Problem } from "./problem.ts";
import { refusedUpstream } from "./upstream-problem.ts";
import { changesSchema, checkedSchema, newUpstreamSchema, upstreamSchema } from "./upstream-schema.ts";

const noun = "Upstreams";
const one = "/upstreams/{upstream}";
const params = z.object({ upstream: z.string().min(1).max(100) });

/** Reads a provider without asking it whether it works, before it is changed or removed. The API has no such operation. */
export const readUpstream = operation({
  id: "readUpstream",
  method: "get",
  path: one,
  noun,
  scope: "upstreams:read",
  summary: "One provider",
  params,
  status: 200,
  answer: upstreamSchema,
  hasTag: true,
  run: async (call) => {
    const found = await openUpstream(call);
    return found.ok ? answerWith(call.registry, found.value) : found;
  },
});

/** The operations about providers that people sign in with. */
export const upstreamOperations = [
  operation({
    id: "listUpstreams",
    method: "get",
    path: "/upstreams",
    noun,
    scope: "upstreams:read",
    command: "upstream list",
    summary: "All providers, on one page: an installation has only a few",
    status: 200,
    answer: z.strictObject({ items: z.array(upstreamSchema) }).meta({ id: "Upstreams" }),
    run: async ({ registry }) => {
      const items = [];
      for (const upstream of await registry.upstreams.list()) items.push(await recordOf(registry, upstream));
      return ok({ body: { items } });
    },
  }),
  operation({
    id: "addUpstream",
    method: "post",
    path: "/upstreams",
    noun,
    scope: "upstreams:write",
    command: "upstream add",
    summary: "Adds a provider, if its own metadata confirms what is given",
    description: "Also needs `admins:write`: a provider decides who somebody is.",
    body: newUpstreamSchema,
    status: 201,
    answer: upstreamSchema,
    hasTag: true,
    problems: ["conflict"],
    isRepeatable: true,
    run: async (call) => {
      const { registry, operator, body } = call;
      const wanted = {
        ...changesIn(body),
        kind: body.kind,
        name: body.upstream,
        issuer: body.issuer,
        tenant: body.tenant,
        appleKey: {
          ...(body.team_id !== undefined && { teamId: body.team_id }),
          ...(body.key_id !== undefined && { keyId: body.key_id }),
        },
        isChecked: body.check ?? true,
      };
      const ports = { ...registry, party: registry.upstreamParty };
      const added = await addUpstream(ports, wanted, { by: operator });
      if (!added.ok) return refusedUpstream({}, added.reason);
      return answerWith(registry, added.value, { location: `/upstreams/${added.value.name}` });
    },
  }),
  operation({
    id: "getUpstream",
    method: "get",
    path: one,
    noun,
    scope: "upstreams:read",
    command: "upstream show",
    summary: "One provider, and whether it works as configured",
    params,
    status: 200,
    answer: checkedSchema,
    hasTag: true,
    run: async (call) => {
      const { registry } = call;
      const found = await openUpstream(call);
      if (!found.ok) return found;
      const upstream = found.value;
      const checked = await registry.upstreamParty.check(upstream);
      const fault = checked.ok ? null : describeUpstreamFailure(checked.reason, upstream.issuer);
      const record = await recordOf(registry, upstream);
      return ok({ body: { ...record, problem: fault }, etag: versionTag(upstream) });
    },
  }),
  operation({
    id: "updateUpstream",
    method: "patch",
    path: one,
    noun,
    scope: "upstreams:write",
    command: "upstream update",
    summary: "Changes the given members and keeps the others",
    description: "Also needs `admins:write`.",
    params,
    body: changesSchema,
    status: 200,
    answer: upstreamSchema,
    hasTag: true,
    isConditional: true,
    problems: ["conflict"],
    run: async (call) => {
      const { registry, params, body } = call;
      const changed = await updateUpstream(registry, params.upstream, changesIn(body), termsOf(call));
      return changed.ok ? answerWith(registry, changed.value) : refusedUpstream(call, changed.reason);
    },
  }),
  operation({
    id: "removeUpstream",
    method: "delete",
    path: one,
    noun,
    scope: "upstreams:write",
    command: "upstream remove",
    summary: "Removes a provider and all links to it; people keep their accounts",
    description: "Also needs `admins:write`.",
    params,
    status: 204,
    isConditional: true,
    problems: ["conflict"],
    run: async (call) => {
      const removed = await removeUpstream(call.registry, call.params.upstream, termsOf(call));
      return removed.ok ? ok({}) : refusedUpstream(call, removed.reason);
    },
  }),
] as const;

async function openUpstream(call: Call<z.output<typeof params>>): Promise<Result<Upstream, Problem>> {
  const { upstream: name } = call.params;
  const upstream = await findUpstream(call.registry.upstreams, name);
  return upstream === undefined ? refusedUpstream(call, { kind: "unknown", name }) : ok(upstream);
}

/** The changes to a provider as their flow takes them. */
export function changesIn(body: z.output<typeof changesSchema>): UpstreamChanges {
  return {
    clientId: body.client_id,
    secret: body.secret,
    displayName: body.display_name,
    domains: body.domains,
    trustsEmail: body.trust_email,
    createsAccounts: body.create_accounts,
    groupClaim: body.group_claim,
    groupMap: body.group_map && Object.entries(body.group_map).map(([theirs, ours]) => `${theirs}=${ours}`),
    isDisabled: body.disabled,
  };
}

async function recordOf({ upstreamIdentities, settings }: Call["registry"], upstream: Upstream) {
  const people = await upstreamIdentities.count(upstream.name);
  return upstreamRecord(upstream, callbackUriOf(settings.issuer, upstream.name), people);
}

async function answerWith(
  registry: Call["registry"],
  upstream: Upstream,
  { location }: { readonly location?: string } = {},
) {
  const body = await recordOf(registry, upstream);
  return ok({
    body,
    etag: versionTag(upstream),
    ...(location !== undefined && { location }),
  });
}
