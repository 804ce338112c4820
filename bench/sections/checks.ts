import { freePort } from "../../test/support/free-port.ts";
import { oneRequest } from "../one-request.ts";
import { callbackAt, check, oauth2ProxyPlan, signInAtOauth2Proxy } from "../peers/oauth2-proxy.ts";
import { getRequest } from "../requests.ts";
import type { RoundPlan } from "../round-script.ts";
import { createClient } from "../rounds.ts";
import { startTarget } from "../target.ts";
import { roundSection } from "./rounds.ts";

/** The questions of a proxy at Latchkey, at the floor of `forward-auth`, and at oauth2-proxy, where people sign in with Latchkey. */
export const measureChecks = roundSection("forward-auth", async ({ folder, progress }, place, stack) => {
  const port = await freePort();
  const client = await createClient(place, ["--openid"], [callbackAt(port)]);
  const plan = oauth2ProxyPlan(folder, client, { issuer: await issuerOf(place.target.url), port });
  progress(`starting ${plan.name}`);
  const target = stack.use(await startTarget(plan));
  const users: RoundPlan[] = [];
  for (const user of place.users) {
    const cookies = await signInAtOauth2Proxy(target.url, user);
    users.push({ kind: "round", steps: [check], cookies, values: {} });
  }
  return { target, groups: [{ users }] };
});

async function issuerOf(url: string): Promise<string> {
  const request = getRequest("/.well-known/openid-configuration", new URL(url).host);
  const { body } = await oneRequest(url, request);
  return (JSON.parse(body.toString("utf8")) as { readonly issuer: string }).issuer;
}
