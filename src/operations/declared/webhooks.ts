import { isDeepStrictEqual } from "node:util";
import {
  createWebhook,
  removeWebhook,
  setWebhookDisabled,
  webhookProblems,
} from "../../flows/operator/webhook.ts";
import type { Webhook } from "../../flows/webhook-ports.ts";
import { isLoopback } from "../../values/issuer.ts";
import { ok, type Result } from "../../values/result.ts";
import { type Problem, refused } from "../problem.ts";
import { type DeclaredNoun, type Desk, fixed, type Put, type Written, withoutDefaults } from "./noun.ts";
import type { Declared } from "./schema.ts";

/** Webhooks, which are named by their addresses. If several have one address, the oldest is meant. */
export const declaredWebhooks: DeclaredNoun<"webhooks"> = {
  key: "url",
  reads: "webhooks:read",
  writes: "webhooks:write",
  list: async ({ administration }) => {
    const byUrl = Map.groupBy(await administration.webhooks.list(), ({ url }) => url);
    return [...byUrl.keys()].toSorted().flatMap((url) => byUrl.get(url)?.slice(0, 1).map(written) ?? []);
  },
  find: async (desk, { url }) => {
    const found = await findByUrl(desk, url);
    return ok(found && written(found));
  },
  put: async (desk, wanted) => {
    const found = await findByUrl(desk, wanted.url);
    if (found === undefined) return create(desk, wanted);
    if (!isDeepStrictEqual([...found.acts], wanted.acts ?? []))
      return fixed(
        "acts",
        "Delete the webhook with `latchkey webhook delete`, and apply again: it gets a new secret.",
      );
    const isDisabled = wanted.disabled ?? false;
    if (found.isDisabled === isDisabled) return ok({});
    const switched = await setWebhookDisabled(portsOf(desk), found.id, { isDisabled });
    return switched.ok ? ok({}) : refused(webhookProblems, switched.reason);
  },
  remove: async (desk, url) => {
    const found = await findByUrl(desk, url);
    if (found === undefined) return ok({});
    const removed = await removeWebhook(portsOf(desk), found.id);
    return removed.ok ? removed : refused(webhookProblems, removed.reason);
  },
};

async function create(desk: Desk, wanted: Declared<"webhooks">): Promise<Result<Put, Problem>> {
  const { url, acts = [], disabled: isDisabled = false } = wanted;
  const created = await createWebhook(portsOf(desk), { url, acts, isDisabled }, { by: desk.operator });
  return created.ok ? ok({ secret: created.value.secret }) : refused(webhookProblems, created.reason);
}

function portsOf({ registry, administration }: Desk) {
  const mayReachLoopback = isLoopback(registry.settings.issuer);
  return { ...registry, webhooks: administration.webhooks, mayReachLoopback };
}

async function findByUrl({ administration }: Desk, text: string): Promise<Webhook | undefined> {
  const url = URL.parse(text)?.href;
  return (await administration.webhooks.list()).find((each) => each.url === url);
}

function written({ url, acts, isDisabled }: Webhook): Written {
  return withoutDefaults({ url, acts, disabled: isDisabled });
}
