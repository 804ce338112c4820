import assert from "node:assert/strict";
import type { OutgoingHttpHeaders } from "node:http";
import type { ClientMetadata } from "../../../src/protocol/client/client.ts";
import { interfaceMetadata } from "../../../src/protocol/client/client.ts";
import { FormClient, type HttpAnswer } from "../../support/form-client.ts";
import type { InProcessService, TestClient } from "../../support/in-process.ts";

/** The proxies, by the word in the path of their question. */
export type ProxyName = "nginx" | "traefik" | "caddy" | "haproxy" | "envoy";
export const proxyNames: readonly ProxyName[] = ["nginx", "traefik", "caddy", "haproxy", "envoy"];

/** What a browser sends when a person opens a page. */
export const navigation: OutgoingHttpHeaders = {
  accept: "text/html,*/*;q=0.8",
  "sec-fetch-mode": "navigate",
  "sec-fetch-dest": "document",
};

/** Registers an application that a proxy protects. */
export function addProtected(
  service: Pick<InProcessService, "addClient">,
  origins: readonly string[],
  metadata: Partial<ClientMetadata> = {},
): Promise<TestClient> {
  return service.addClient({
    name: "Wiki",
    isPublic: true,
    redirectUris: origins.map((origin) => `${origin}/.latchkey/callback`),
    metadata: { ...interfaceMetadata, protectedOrigins: origins, ...metadata },
  });
}

/** A browser at a protected host, with the proxy in front of it: the proxy asks about every request, as its own dialect has it. */
export class ProtectedHost {
  readonly origin: string;
  readonly #service: FormClient;

  constructor(service: Pick<InProcessService, "url">, origin: string) {
    this.origin = origin;
    this.#service = new FormClient(service.url);
  }

  /** The cookies of this host. */
  get cookies(): Map<string, string> {
    return this.#service.cookies;
  }

  /** What the proxy is told about a request of the browser. */
  ask(
    target: string,
    {
      proxy = "caddy",
      method = "GET",
      headers = {},
    }: { proxy?: ProxyName; method?: string; headers?: OutgoingHttpHeaders } = {},
  ): Promise<HttpAnswer> {
    const { protocol, host } = new URL(this.origin);
    const scheme = protocol.slice(0, -1);
    if (proxy === "envoy")
      return this.#service.send({
        method,
        target: `/.latchkey/check/envoy${target}`,
        headers: { host, "x-forwarded-proto": scheme, ...headers },
      });
    const told: OutgoingHttpHeaders =
      proxy === "nginx"
        ? { "x-original-url": `${this.origin}${target}`, "x-original-method": method }
        : {
            "x-forwarded-method": method,
            "x-forwarded-proto": scheme,
            "x-forwarded-host": host,
            "x-forwarded-uri": target,
          };
    return this.#service.send({
      method: "GET",
      target: `/.latchkey/check/${proxy}`,
      headers: { ...told, ...headers },
    });
  }

  /** A request to a path that the proxy hands on. */
  open(target: string, headers: OutgoingHttpHeaders = {}): Promise<HttpAnswer> {
    const { protocol, host } = new URL(this.origin);
    const at = { host, "x-forwarded-proto": protocol.slice(0, -1), ...headers };
    return this.#service.send({ method: "GET", target, headers: at });
  }

  /** Opens a page as a person does, and signs in with this browser at the service; the answer of the callback. */
  async signIn(
    browser: FormClient,
    person: { username: string; password: string },
    target = "/",
  ): Promise<HttpAnswer> {
    const back = await this.way(browser, person, target);
    return this.open(pathOf(back));
  }

  /** The same, up to the address that the service sends the browser back to. */
  async way(
    browser: FormClient,
    person: { username: string; password: string },
    target = "/",
  ): Promise<string> {
    const asked = await this.ask(target, { headers: navigation });
    assert.equal(asked.status, 303, asked.body);
    const begun = await this.open(pathOf(asked.headers.location));
    assert.equal(begun.status, 303, begun.body);
    const answered = await browser.signIn(pathOf(begun.headers.location), person);
    assert.ok(answered.headers.location, answered.body);
    return answered.headers.location;
  }

  close(): void {
    this.#service.close();
  }
}

/** Path and query of an address. */
export function pathOf(location: string | undefined): string {
  const { pathname, search } = new URL(location ?? "");
  return pathname + search;
}
