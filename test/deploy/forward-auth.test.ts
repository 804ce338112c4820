import assert from "node:assert/strict";
import { createHash, X509Certificate } from "node:crypto";
import type { request as httpRequest, OutgoingHttpHeaders } from "node:http";
import { request } from "node:https";
import { text } from "node:stream/consumers";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { proxyFilesFor, proxyNames } from "../../src/flows/operator/proxy-files.ts";
import { addProtected } from "../http/support/protected-host.ts";
import { after, before, launchBrowser, test } from "../support/browser.ts";
import { freePort } from "../support/free-port.ts";
import { type InProcessService, startInProcess } from "../support/in-process.ts";
import { CountingWire, TrustingApplication } from "../support/protected-application.ts";
import { missingProxy, ProtectingProxy } from "../support/protecting-proxy.ts";

const host = "wiki.example.org";
const origin = `https://${host}`;
const ada = { username: "ada", password: "correct horse battery staple" };

let service: InProcessService;
let application: TrustingApplication;
let wire: CountingWire;
let client: Awaited<ReturnType<typeof addProtected>>["client"];

before(async () => {
  service = await startInProcess({ LATCHKEY_TRUSTED_PROXIES: "127.0.0.1" });
  await service.addAccount(ada.username, ada.password, { name: "Ada Lovelace" });
  const rules = ["/assets/* public", "/vault/* require=two", "/admin/* group=staff"];
  ({ client } = await addProtected(service, [origin], { pathRules: rules }));
  application = await TrustingApplication.start();
  wire = await CountingWire.to(Number(new URL(service.url).port));
});
after(async () => {
  await wire?.[Symbol.asyncDispose]();
  await application?.[Symbol.asyncDispose]();
  await service?.[Symbol.asyncDispose]();
});

/** Everything that one proxy is asked to do. */
class Scene {
  readonly port: number;
  readonly proxy: ProtectingProxy;
  readonly browser: Browser;

  constructor(port: number, proxy: ProtectingProxy, browser: Browser) {
    this.port = port;
    this.proxy = proxy;
    this.browser = browser;
  }

  open(isScripted = true): Promise<BrowserContext> {
    return this.browser.newContext({ javaScriptEnabled: isScripted });
  }

  /** A request of a program through the proxy. `target` goes into the request line untouched. */
  ask(
    target: string,
    {
      method = "GET",
      headers = {},
      bodyBytes = 0,
    }: { method?: string; headers?: OutgoingHttpHeaders; bodyBytes?: number } = {},
  ): Promise<{ status: number; headers: Record<string, unknown>; body: string }> {
    const { promise, resolve, reject } = Promise.withResolvers<{
      status: number;
      headers: Record<string, unknown>;
      body: string;
    }>();
    const outgoing = request(
      {
        host: "127.0.0.1",
        port: this.port,
        servername: host,
        ca: this.proxy.certificate,
        path: target,
        method,
        headers: { host, ...(bodyBytes > 0 && { "content-length": bodyBytes }), ...headers },
      },
      (incoming) => {
        text(incoming).then(
          (body) => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body }),
          reject,
        );
      },
    ).on("error", reject);
    if (bodyBytes > 0) void pour(outgoing, bodyBytes);
    else outgoing.end();
    return promise;
  }
}

async function pour(outgoing: ReturnType<typeof httpRequest>, bytes: number): Promise<void> {
  const chunk = Buffer.alloc(1_048_576, 97);
  for (let left = bytes; left > 0; left -= chunk.length)
    if (!outgoing.write(chunk.subarray(0, left)))
      await new Promise((resolve) => outgoing.once("drain", resolve));
  outgoing.end();
}

async function signIn(page: Page): Promise<void> {
  await page.fill("#username", ada.username);
  await page.fill("#password", ada.password);
  await page.click("#sign-in");
}

async function visitCookie(context: BrowserContext): Promise<string> {
  const cookie = (await context.cookies(origin)).find(({ name }) => name === "__Host-latchkey-visit");
  assert.ok(cookie, "there is no visit");
  return `${cookie.name}=${cookie.value}`;
}

for (const name of proxyNames) {
  const skip = missingProxy(name);
  test(`${name}, with the printed configuration, protects an application that knows no sign-ins`, {
    skip,
    timeout: 240_000,
  }, async (scope) => {
    const files = proxyFilesFor(client, name);
    assert.ok(files);
    const port = await freePort();
    const places = { host, port, servicePort: wire.port, applicationPort: application.port };
    await using proxy = await ProtectingProxy.start(name, files, places);
    const { publicKey } = new X509Certificate(proxy.certificate);
    const pin = createHash("sha256")
      .update(publicKey.export({ type: "spki", format: "der" }))
      .digest("base64");
    const browser = await launchBrowser([
      `--ignore-certificate-errors-spki-list=${pin}`,
      `--host-resolver-rules=MAP ${host}:443 127.0.0.1:${port}`,
    ]);
    const scene = new Scene(port, proxy, browser);
    try {
      for (const [title, act] of acts) await scope.test(title, () => act(scene));
    } finally {
      await browser.close();
    }
  });
}

const acts: readonly (readonly [string, (scene: Scene) => Promise<void>])[] = [
  ["a browser signs in and lands where it was going, with scripts and without", signInBothWays],
  ["a WebSocket opens for the person, and for nobody else", webSocket],
  ["a script gets 401 and no redirect", script],
  ["a form that meets an ended session is not lost in silence", endedForm],
  ["a public path says nobody's name, whatever a visitor sends", spoofed],
  ["a path with two readings reaches nobody", ambiguous],
  ["no script of the application gets the answer to a proxy's question", unasked],
  ["no header of a visitor names the application another path, method or host", rewritten],
  [
    "GHSA-5m6w-wvh7-57vm, GHSA-x677-9fxg-v5c5: no header reaches the application under an alias of its name",
    aliases,
  ],
  ["a head with more lines than a proxy holds ends no proxy", longHead],
  ["100 MB reach the application, and not the service", upload],
  ["a path that asks for more leads to the second factor", stepUp],
  ["a person who is in no group is told so", notAdmitted],
  ["a sign-out ends it at once", signOut],
  ["nothing is let through while the service is away", away],
];

async function signInBothWays(scene: Scene): Promise<void> {
  for (const isScripted of [true, false]) {
    const context = await scene.open(isScripted);
    const page = await context.newPage();
    await page.goto(`${origin}/notes/1?tab=2`);
    await signIn(page);
    await page.waitForURL(`${origin}/notes/1?tab=2`);
    assert.equal(await page.locator("#who").innerText(), "Hello ada");
    const [cookie] = (await context.cookies(origin)).filter(({ name }) => name.endsWith("latchkey-visit"));
    const { domain, path, secure, httpOnly, sameSite } = cookie ?? {};
    assert.deepEqual([domain, path, secure, httpOnly, sameSite], [host, "/", true, true, "Lax"]);
    const reached = application.reached.at(-1);
    assert.equal(reached?.headers["remote-name"], "Ada Lovelace");
    await context.close();
  }
}

/** A context that has signed in. */
async function signedIn(scene: Scene): Promise<BrowserContext> {
  const context = await scene.open();
  const page = await context.newPage();
  await page.goto(`${origin}/`);
  await signIn(page);
  await page.waitForURL(`${origin}/`);
  return context;
}

async function webSocket(scene: Scene): Promise<void> {
  const opening = `new Promise((resolve) => {
    const socket = new WebSocket("wss://${host}/socket");
    socket.onmessage = ({ data }) => resolve(data);
    socket.onerror = () => resolve("refused");
  })`;
  const context = await signedIn(scene);
  const [page] = context.pages();
  assert.equal(await page?.evaluate(opening), "hello ada");
  await context.clearCookies();
  assert.equal(await page?.evaluate(opening), "refused");
  await context.close();
}

async function script(scene: Scene): Promise<void> {
  const { status, headers } = await scene.ask("/api", { headers: { accept: "application/json" } });
  assert.equal(status, 401);
  assert.equal(headers.location, undefined);
  assert.equal(headers["www-authenticate"], `Bearer realm="${origin}"`);
}

async function endedForm(scene: Scene): Promise<void> {
  const context = await signedIn(scene);
  const page = context.pages()[0] as Page;
  await context.clearCookies({ name: "__Host-latchkey-visit" });
  const before = application.reached.length;
  await page.fill("input", "a long text");
  await page.click("#save");
  await page.getByRole("heading", { name: "Nothing was sent" }).waitFor();
  assert.equal(application.reached.length, before);
  await page.goBack();
  assert.equal(await page.inputValue("input"), "a long text");
  await page.goForward();
  await page.click("#sign-in");
  await page.waitForURL(`${origin}/`);
  await context.close();
}

async function spoofed(scene: Scene): Promise<void> {
  const forged = {
    "Remote-User": "root",
    Remote_User: "root",
    "remote-groups": "admins",
    remote_groups: "admins",
    "Latchkey-Assertion": "x",
    "X-Forwarded-Uri": "/assets/a.js",
    "X-Forwarded-Host": "other.example.org",
    "X-Original-URL": `${origin}/assets/a.js`,
  };
  assert.equal((await scene.ask("/assets/app.js", { headers: forged })).status, 200);
  assertNobody();
  assert.equal((await scene.ask("/notes", { headers: forged })).status, 401);
  const context = await signedIn(scene);
  const cookie = await visitCookie(context);
  assert.equal((await scene.ask("/notes", { headers: { ...forged, cookie } })).status, 200);
  const { rawHeaders = [], headers } = application.reached.at(-1) ?? {};
  assert.equal(headers?.["remote-user"], "ada");
  assert.ok(!rawHeaders.includes("root") && !rawHeaders.includes("admins"), rawHeaders.join(" "));
  await context.close();
}

function assertNobody(): void {
  const { rawHeaders = [] } = application.reached.at(-1) ?? {};
  const trusted = rawHeaders.filter(
    (_, index) =>
      index % 2 === 0 &&
      /^(remote|latchkey)[-_]/i.test(rawHeaders[index] ?? "") &&
      rawHeaders[index + 1] !== "",
  );
  assert.deepEqual(trusted, []);
}

async function unasked(scene: Scene): Promise<void> {
  const context = await signedIn(scene);
  const cookie = await visitCookie(context);
  for (const dialect of proxyNames) {
    const answer = await scene.ask(`/.latchkey/check/${dialect}`, { headers: { cookie } });
    assert.deepEqual(
      [answer.headers["remote-user"], answer.headers["latchkey-assertion"]],
      [undefined, undefined],
    );
  }
  await context.close();
}

async function rewritten(scene: Scene): Promise<void> {
  const headers = {
    "x-original-url": "/notes",
    "x-rewrite-url": "/notes",
    "x-http-method-override": "DELETE",
    "x-http-method": "DELETE",
    "x-method-override": "DELETE",
    forwarded: "host=other.example",
    "x-forwarded-host": "other.example",
  };
  assert.equal((await scene.ask("/assets/a", { headers })).status, 200);
  const reached = application.reached.at(-1)?.headers ?? {};
  const { "x-forwarded-host": at, ...others } = headers;
  assert.deepEqual(
    Object.keys(others).filter((name) => (reached[name] ?? "") !== ""),
    [],
  );
  assert.notEqual(reached["x-forwarded-host"], at);
}

/** Traefik's aliases of 2026: to CGI, WSGI, Rack and PHP, all of these are one name. */
async function aliases(scene: Scene): Promise<void> {
  const names = [
    "Remote-User",
    "X-Forwarded-Uri",
    "X-Original-URL",
    "X-HTTP-Method-Override",
    "X-Forwarded-For",
  ];
  const marks = ["_", ".", "~", "!"];
  const forged = Object.fromEntries(
    names.flatMap((name) => [
      ...marks.map((mark) => [name.replaceAll("-", mark), "root"]),
      [name.replace("-", "_"), "root"],
    ]),
  );
  const context = await signedIn(scene);
  const cookie = await visitCookie(context);
  for (const [target, headers] of [
    ["/assets/app.js", forged],
    ["/notes", { ...forged, cookie }],
  ] as const) {
    const before = application.reached.length;
    const { status } = await scene.ask(target, { headers });
    assert.ok(status === 200 || application.reached.length === before, `${target} ${status}`);
    const { rawHeaders = [] } = application.reached.at(-1) ?? {};
    const passed = rawHeaders.filter(
      (name, index) => index % 2 === 0 && /[_.]/.test(name) && rawHeaders[index + 1] === "root",
    );
    assert.deepEqual(passed, [], target);
  }
  assert.equal((await scene.ask("/notes", { headers: forged })).status, 401);
  await context.close();
}

async function longHead(scene: Scene): Promise<void> {
  const before = application.reached.length;
  const headers = Object.fromEntries(Array.from({ length: 98 }, (_, at) => [`x-line-${at}`, "1"]));
  await scene.ask("/notes", { headers }).catch(() => undefined);
  assert.equal((await scene.ask("/notes")).status, 401);
  assert.equal(application.reached.length, before);
}

async function ambiguous(scene: Scene): Promise<void> {
  const before = application.reached.length;
  for (const target of [
    "/assets/../notes",
    "/assets/%2e%2e/notes",
    "/assets%2f..%2fnotes",
    "//notes",
    "/assets/..;/notes",
    "/ASSETS/a",
  ]) {
    const { status } = await scene.ask(target);
    assert.ok(status >= 400, `${target} ${status}`);
  }
  assert.equal(application.reached.length, before);
}

async function upload(scene: Scene): Promise<void> {
  const context = await signedIn(scene);
  const cookie = await visitCookie(context);
  const before = wire.sentBytes;
  const bodyBytes = 100 * 1_048_576;
  const { status } = await scene.ask("/files", { method: "POST", headers: { cookie }, bodyBytes });
  assert.equal(status, 200);
  assert.equal(application.reached.at(-1)?.bodyBytes, bodyBytes);
  assert.ok(wire.sentBytes - before < 20_000, `${wire.sentBytes - before} bytes`);
  await context.close();
}

async function stepUp(scene: Scene): Promise<void> {
  const context = await signedIn(scene);
  const page = context.pages()[0] as Page;
  await page.goto(`${origin}/vault/keys`);
  await page.waitForURL(/\/(enrol|verify)\?|\/v1\/Oauth\/authorization/);
  assert.ok(page.url().startsWith(service.service.issuer), page.url());
  await context.close();
}

async function notAdmitted(scene: Scene): Promise<void> {
  const context = await signedIn(scene);
  const page = context.pages()[0] as Page;
  await page.goto(`${origin}/admin/users`);
  await page.getByRole("heading", { name: "This account has no access to Wiki" }).waitFor();
  await context.close();
}

async function signOut(scene: Scene): Promise<void> {
  const context = await signedIn(scene);
  const cookie = await visitCookie(context);
  const page = context.pages()[0] as Page;
  await page.goto(`${origin}/.latchkey/sign-out`);
  await page.click("button[type=submit]");
  await page.waitForLoadState();
  // The cookie that somebody copied before is worth nothing either.
  assert.equal((await scene.ask("/notes", { headers: { cookie } })).status, 401);
  await page.goto(`${origin}/notes`);
  await page.locator("#username").waitFor();
  await context.close();
}

async function away(scene: Scene): Promise<void> {
  const context = await signedIn(scene);
  const cookie = await visitCookie(context);
  const before = application.reached.length;
  wire.isCut = true;
  try {
    for (const target of ["/notes", "/assets/app.js"]) {
      const { status } = await scene.ask(target, { headers: { cookie } });
      assert.ok(status >= 500, `${target} ${status}`);
    }
    assert.equal(application.reached.length, before);
  } finally {
    wire.isCut = false;
  }
  await context.close();
}

test("HAProxy stops a request whose Lua fails, although HAProxy itself would go on", {
  skip: missingProxy("haproxy"),
  timeout: 60_000,
}, async () => {
  const files = proxyFilesFor(client, "haproxy");
  assert.ok(files);
  const broken = files.map(({ path, text: lines }) => ({
    path,
    text: lines.replace("local sent = {}", "local sent = nil"),
  }));
  const port = await freePort();
  const places = { host, port, servicePort: wire.port, applicationPort: application.port };
  await using proxy = await ProtectingProxy.start("haproxy", broken, places);
  const before = application.reached.length;
  const answered = new Promise<number | undefined>((resolve, reject) => {
    const at = { host: "127.0.0.1", port, servername: host, ca: proxy.certificate, headers: { host } };
    request({ ...at, path: "/notes" }, (incoming) => resolve(incoming.resume().statusCode))
      .on("error", reject)
      .end();
  });
  assert.equal(await answered, 503);
  assert.equal(application.reached.length, before);
});
