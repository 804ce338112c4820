import assert from "node:assert/strict";
import type { Upstream, UpstreamName } from "../../../src/protocol/upstream/upstream.ts";
import type { HttpAnswer } from "../../support/form-client.ts";
import { TestProvider } from "../../support/upstream-provider.ts";
import type { CheckedClient, Stage } from "./stage.ts";

/** Registers the provider under a name, as `latchkey upstream add` does. */
export async function addUpstream(
  stage: Pick<Stage, "inProcess">,
  provider: TestProvider,
  changes: Omit<Partial<Upstream>, "name"> & { readonly name?: string } = {},
): Promise<Upstream> {
  const { keyring, ports, clock } = stage.inProcess;
  const upstream: Upstream = {
    kind: "oidc",
    issuer: provider.issuer,
    clientId: TestProvider.clientId,
    sealedSecret: keyring.seal("upstream", Buffer.from(TestProvider.clientSecret)),
    displayName: "Acme",
    domains: [],
    trustsEmail: false,
    createsAccounts: false,
    isDisabled: false,
    createdAt: clock.now(),
    updatedAt: clock.now(),
    ...changes,
    name: (changes.name ?? "acme") as UpstreamName,
  };
  assert.ok((await ports.upstreams.create(upstream, 20)).ok);
  return upstream;
}

/** Presses a provider's button on the sign-in page of `target`; returns the provider's address. */
export async function pressButton(browser: CheckedClient, target: string, name = "acme"): Promise<URL> {
  const page = await browser.get(target);
  assert.equal(page.status, 200, page.body);
  const form = /<form[^>]*action="([^"]*\/upstream\?[^"]*)"[\s\S]*?name="step" value="([^"]*)"/.exec(
    page.body,
  );
  assert.ok(form, "a form of providers");
  const [, action = "", step = ""] = form;
  const away = await browser.post(action.replaceAll("&amp;", "&"), { step, upstream: name });
  return leadsTo(away);
}

/** The address that the page on the way to a provider goes to. */
export function leadsTo(away: HttpAnswer): URL {
  assert.equal(away.status, 200, away.body);
  const [, url = ""] = /^0;url=(.+)$/.exec(String(away.headers.refresh)) ?? [];
  return new URL(url);
}

/** Signs in at the provider: path and query of the callback that it sends the browser to. */
export async function callbackFrom(url: URL): Promise<string> {
  const answer = await fetch(url, { redirect: "manual" });
  const { pathname, search } = new URL(answer.headers.get("location") ?? "");
  return `${pathname}${search}`;
}

/** Signs in with the provider's button; the answer to the callback. */
export async function signInAt(browser: CheckedClient, target: string, name = "acme"): Promise<HttpAnswer> {
  return browser.get(await callbackFrom(await pressButton(browser, target, name)));
}
