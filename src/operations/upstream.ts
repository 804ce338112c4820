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
import { etagOf } from "./etag.ts";
import { type Call, operation } from "./operation.ts";
import { checkMatch } from "./precondition.ts";
import { lackingScope, type Problem } from "./problem.ts";
import { refusedUpstream } from "./upstream-problem.ts";
import { changesSchema, checkedSchema, newUpstreamSchema, upstreamSchema } from "./upstream-schema.ts";

const noun = "Upstreams";
const one = "/upstreams/{upstream}";
const params = z.object({ upstream: z.string().min(1).max(100) });
type Params = z.output<typeof params>;

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
      const { registry, body } = call;
      const refused = whyNot(call);
      if (refused !== undefined) return refused;
      const added = await addUpstream(
        { ...registry, party: registry.upstreamParty },
        {
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
        },
      );
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
      const found = await openUpstream(call);
      if (!found.ok) return found;
      const { registry } = call;
      const checked = await registry.upstreamParty.check(found.value);
      const fault = checked.ok ? null : describeUpstreamFailure(checked.reason, found.value.issuer);
      const record = await recordOf(registry, found.value);
      return ok({ body: { ...record, problem: fault }, etag: etagOf(standing(registry, found.value)) });
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
      const found = await openUpstream(call, whyNot(call));
      if (!found.ok) return found;
      const { registry } = call;
      const seen = { ...registry, upstreams: { ...registry.upstreams, find: async () => found.value } };
      const changed = await updateUpstream(
        call.ifMatch === undefined ? registry : seen,
        found.value.name,
        changesIn(call.body),
      );
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
    run: async (call) => {
      const found = await openUpstream(call, whyNot(call));
      if (!found.ok) return found;
      const removed = await removeUpstream(call.registry, found.value.name);
      return removed.ok ? ok({}) : refusedUpstream(call, removed.reason);
    },
  }),
] as const;

async function openUpstream(
  call: Call<Params>,
  refused?: { readonly ok: false; readonly reason: Problem },
): Promise<Result<Upstream, Problem>> {
  if (refused !== undefined) return refused;
  const upstream = await findUpstream(call.registry.upstreams, call.params.upstream);
  if (upstream === undefined) return refusedUpstream(call, { kind: "unknown", name: call.params.upstream });
  const matched = checkMatch(call, standing(call.registry, upstream));
  return matched.ok ? ok(upstream) : matched;
}

/** A provider decides who somebody is, administrators included. */
function whyNot({ operator }: Pick<Call, "operator">) {
  return operator.scopes.has("admins:write")
    ? undefined
    : lackingScope("admins:write", "A provider that people sign in with");
}

function changesIn(body: z.output<typeof changesSchema>): UpstreamChanges {
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

/** What the entity tag is made of: that somebody was linked is no change. */
function standing({ settings }: Call["registry"], upstream: Upstream): object {
  return upstreamRecord(upstream, callbackUriOf(settings.issuer, upstream.name), 0);
}

async function answerWith(
  registry: Call["registry"],
  upstream: Upstream,
  { location }: { readonly location?: string } = {},
) {
  const body = await recordOf(registry, upstream);
  return ok({
    body,
    etag: etagOf(standing(registry, upstream)),
    ...(location !== undefined && { location }),
  });
}
