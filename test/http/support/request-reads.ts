import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import type { RequestListener } from "node:http";
import { inspect } from "node:util";

/** What one request made the service read. */
export interface RequestReads {
  /** Method and path. */
  readonly request: string;
  /** How often each was read: `Cookie`, the header, or a port's method with its arguments, such as `sessions.find('s1')`. */
  readonly counts: Map<string, number>;
}

const readingMethod = /^(find|list|has|all|count|latest|due|waiting)/;

/** Counts what each request reads. */
export class ReadCounter {
  readonly requests: RequestReads[] = [];
  readonly #current = new AsyncLocalStorage<RequestReads>();

  /** The same listener. Whatever is read while it answers belongs to the request. */
  counting(listener: RequestListener): RequestListener {
    return (message, response) => {
      const { cookie } = message.headers;
      const reads = { request: `${message.method} ${message.url?.split("?", 1)[0]}`, counts: new Map() };
      const get = () => {
        this.#count("Cookie");
        return cookie;
      };
      Object.defineProperty(message.headers, "cookie", { get });
      this.requests.push(reads);
      this.#current.run(reads, () => listener(message, response));
    };
  }

  /** The same ports, whose reads are counted. */
  portsOf<P extends object>(ports: P): P {
    const counted = Object.entries(ports).map(([noun, port]) => [noun, this.#portOf(noun, port)]);
    return { ...ports, ...Object.fromEntries(counted) };
  }

  #portOf(noun: string, port: unknown): unknown {
    if (typeof port !== "object" || port === null) return port;
    return new Proxy(port, {
      get: (target, name) => {
        const member = Reflect.get(target, name, target);
        if (typeof member !== "function") return member;
        if (!readingMethod.test(String(name))) return member.bind(target);
        return (...given: unknown[]) => {
          const shown = given.map((value) => inspect(value, { depth: 9, breakLength: Infinity }));
          this.#count(`${noun}.${String(name)}(${shown.join(", ")})`);
          return member.apply(target, given);
        };
      },
    });
  }

  #count(read: string): void {
    const counts = this.#current.getStore()?.counts;
    counts?.set(read, (counts.get(read) ?? 0) + 1);
  }
}

const afterClaim = "what comes next is decided by what holds after the claim";
const afterChange = "the page shows what there is after the change";
const exchanged = "the exchanged token must live before the claim and after it";

/** What a request reads more than once with the same arguments: how often at most, and why. */
const repeatedReads: Readonly<Record<string, readonly [times: number, reason: string]>> = {
  "GET /v1/Oauth/logout Cookie": [2, "without the header the caller is a program"],
  "POST /v1/Oauth/logout Cookie": [2, "without the header the caller is a program"],
  "POST /sign-in clients.find": [2, afterClaim],
  "POST /sign-in sessions.find": [3, `a password is hashed after the first; ${afterClaim}`],
  "POST /sign-in upstreams.listInUse": [2, "a typed name may belong to a provider, before any page is shown"],
  "POST /sign-in/another clients.find": [2, "as at /sign-in"],
  "POST /sign-in/another sessions.find": [3, "as at /sign-in"],
  "POST /sign-in/another upstreams.listInUse": [2, "as at /sign-in"],
  "POST /verify clients.find": [2, afterClaim],
  "POST /verify sessions.find": [2, afterClaim],
  "POST /add-passkey clients.find": [2, afterClaim],
  "POST /add-passkey sessions.find": [2, afterClaim],
  "POST /consent clients.find": [2, afterClaim],
  "POST /consent sessions.find": [2, afterClaim],
  "POST /keep-account sessions.find": [2, afterClaim],
  "GET /upstream/acme/callback clients.find": [2, afterClaim],
  "POST /upstream clients.find": [2, "a provider is asked for more than the page shows of the request"],
  "GET /.latchkey/callback clients.find": [2, afterClaim],
  "GET /.latchkey/callback sessions.find": [2, afterClaim],
  "POST /device clients.find": [2, "the code names the client, for which the dispatcher decides again"],
  "GET /device clients.find": [2, "the code names the client, for which the dispatcher decides again"],
  "GET /device sessions.find": [2, "the code names the client, for which the dispatcher decides again"],
  "POST /device sessions.find": [2, "the code names the client, for which the dispatcher decides again"],
  "GET /account/app-passwords clients.listWithAppPasswords": [
    2,
    "memory answers whether the navigation has the page, as on every page of the account",
  ],
  "POST /account/app-passwords clients.listWithAppPasswords": [2, afterChange],
  "POST /account/passkeys passkeys.list": [2, afterChange],
  "POST /account/sessions sessions.list": [2, afterChange],
  "POST /v1/Oauth/introspection clients.find": [
    2,
    "the client that asks may be the one that holds the token",
  ],
  "POST /v1/Oauth/token clients.find": [2, exchanged],
  "POST /v1/Oauth/token grants.find": [2, exchanged],
  "POST /v1/Oauth/token sessions.find": [2, exchanged],
  "POST /v1/Oauth/token consents.find": [
    2,
    "a consent that is withdrawn during the claim revokes what was issued",
  ],
};

/** Asserts that nothing was read again for one request, except for a reason. */
export function assertReadOnce(requests: readonly RequestReads[]): void {
  for (const { request, counts } of requests)
    for (const [read, count] of counts) {
      const [times] = repeatedReads[`${request} ${read.split("(", 1)[0]}`] ?? [1];
      assert.ok(count <= times, `${request} reads ${read} ${count} times`);
    }
}
