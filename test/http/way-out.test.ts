import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { bodyBytesMax } from "../../src/http/body.ts";
import { FormClient, findForm, type HttpAnswer } from "../support/form-client.ts";
import { type LogLine, startInProcess } from "../support/in-process.ts";
import { requestIdIn } from "./journey.ts";
import { startOpenService } from "./support/open-service.ts";
import { ada, assertPage, paths, Stage } from "./support/stage.ts";

let stage: Stage;

before(async () => {
  stage = await Stage.set();
});
afterEach(() => stage.check());
after(() => stage[Symbol.asyncDispose]());

const formType = { "content-type": "application/x-www-form-urlencoded" };
const tooManyFields = "a=1&".repeat(70);

/** The one link of an error page, as a browser would follow it; undefined where there is none. */
function wayOutOf({ body }: HttpAnswer): { readonly href: string; readonly text: string } | undefined {
  const links = [...body.matchAll(/<a (?:class="action" )?href="([^"]*)">([^<]*)<\/a>/g)];
  assert.ok(links.length <= 1);
  const [, href = "", text = ""] = links[0] ?? [];
  return links.length === 0 ? undefined : { href: href.replaceAll("&amp;", "&"), text };
}

function linesUnder(page: HttpAnswer): readonly LogLine[] {
  const requestId = requestIdIn(page);
  return stage.inProcess.log.filter(({ fields }) => fields.requestId === requestId);
}

/** The page promises a log line, and there is exactly this one. */
function assertRecorded(page: HttpAnswer, reason: string): void {
  assert.match(page.body, /in the service’s log under this reference/);
  const [line, ...more] = linesUnder(page);
  assert.equal(more.length, 0);
  assert.equal(line?.message, "request-refused");
  assert.deepEqual([line?.fields.reason, line?.fields.status], [reason, page.status]);
}

interface Broken {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly status: number;
  readonly reason: string;
}

/** Ways in which a form does not arrive. */
const brokenForms: Readonly<Record<string, Broken>> = {
  "another site posts it": {
    headers: { ...formType, "sec-fetch-site": "cross-site" },
    body: "step=x",
    status: 403,
    reason: "foreign-origin",
  },
  "it is no form": {
    headers: { "content-type": "application/json" },
    body: "{}",
    status: 415,
    reason: "unsupported-media-type",
  },
  "it is compressed": {
    headers: { ...formType, "content-encoding": "gzip" },
    body: "x",
    status: 415,
    reason: "unsupported-content-encoding",
  },
  "it is too large": {
    headers: formType,
    body: "a".repeat(bodyBytesMax + 1),
    status: 413,
    reason: "body-too-large",
  },
  "it has too many fields": {
    headers: formType,
    body: tooManyFields,
    status: 400,
    reason: "too-many-parameters",
  },
};

function send(browser: FormClient, target: string, { headers, body }: Broken): Promise<HttpAnswer> {
  return browser.send({ method: "POST", target, headers, body });
}

describe("a form of ours that does not arrive", () => {
  for (const [title, broken] of Object.entries(brokenForms))
    it(`because ${title}: the page links to the form for the same request, and the log says why`, async () => {
      const signIn = stage.target({ state: `"'><b>&` }).replace(paths.authorization, paths.signIn);
      for (const target of [signIn, paths.logout]) {
        const browser = stage.newBrowser();
        if (target === paths.logout) await browser.signIn(stage.target(), ada);
        const page = await send(browser, target, broken);
        assertPage(page, broken.status);
        assertRecorded(page, broken.reason);
        const wayOut = wayOutOf(page);
        assert.deepEqual(wayOut, { href: target, text: "Try again" });
        const again = await browser.get(wayOut?.href ?? "");
        assert.equal(again.status, 200);
        assert.equal(findForm(again.body).action, target);
      }
    });

  it("on the page that asks to continue: the link leads to the same request from the start", async () => {
    const target = stage.target({ prompt: "consent" }).replace(paths.authorization, "/continue");
    const { headers, body } = await stage.browser.send({
      method: "POST",
      target,
      headers: { "content-type": "text/plain" },
      body: "x",
    });
    assert.equal(headers.location, undefined);
    const href = /<a (?:class="action" )?href="([^"]*)"/.exec(body)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const again = await stage.browser.get((await stage.browser.get(href)).headers.location ?? "");
    assert.equal(findForm(again.body).action, target);
  });
});

describe("an authorization request in a shape that is not read", () => {
  it("as a form: no link, because what the client posted is gone, and the log says why", async () => {
    for (const broken of Object.values(brokenForms)) {
      // Another site may post here: every client does. And too many parameters are told as a refused request.
      if (broken.status === 403 || broken.status === 400) continue;
      const page = await send(stage.browser, paths.authorization, broken);
      assertPage(page, broken.status);
      assert.equal(wayOutOf(page), undefined);
      assertRecorded(page, broken.reason);
    }
  });

  it("too long: no link, because the same request would be too long again, and the log says why", async () => {
    const padding = `&scope=${"x".repeat(13_000)}`;
    const page = await stage.visit(`${stage.target()}${padding}`);
    assertPage(page, 414);
    assert.equal(wayOutOf(page), undefined);
    assertRecorded(page, "query-too-long");
    const body = `${stage.target().slice(paths.authorization.length + 1)}${padding}`;
    const posted = await stage.stranger.send({
      method: "POST",
      target: paths.authorization,
      headers: formType,
      body,
    });
    assertPage(posted, 413);
    assertRecorded(posted, "body-too-large");
  });
});

describe("an address that nobody knows", () => {
  it("404 leads to the front page, promises no log line, and writes none", async () => {
    const linesBefore = stage.inProcess.log.length;
    const page = await stage.visit("/nowhere");
    assertPage(page, 404);
    assert.deepEqual(wayOutOf(page), { href: "/", text: "Go to the home page" });
    assert.doesNotMatch(page.body, /Reference <code>|under this reference/);
    assert.equal((await stage.visit("/")).status, 200);
    assert.equal(stage.inProcess.log.length, linesBefore);
  });

  it("405 says so too, and names the methods", async () => {
    const linesBefore = stage.inProcess.log.length;
    const page = await stage.stranger.send({ method: "DELETE", target: "/" });
    assertPage(page, 405);
    assert.equal(page.headers.allow, "GET, HEAD");
    assert.deepEqual(wayOutOf(page), { href: "/", text: "Go to the home page" });
    assert.doesNotMatch(page.body, /Reference <code>|under this reference/);
    assert.equal(stage.inProcess.log.length, linesBefore);
  });

  it("below a base URL with a path, the link leads to that path", async () => {
    await using below = await startInProcess({ LATCHKEY_BASE_URL: "https://id.example/auth" });
    const browser = new FormClient(below.url);
    const page = await browser.get("/auth/nowhere");
    assert.deepEqual(wayOutOf(page), { href: "/auth/", text: "Go to the home page" });
    assert.equal((await browser.get("/auth/")).status, 200);
    browser.close();
  });
});

describe("a failure on our side", () => {
  it("links to the same request, except for a form that a client posted; the log has it under the reference", async () => {
    await using service = await startOpenService();
    await service.administration.store.close();
    const browser = new FormClient(service.url);
    const query = "client_id=x&redirect_uri=y&state=a";
    const linked = [
      `GET ${paths.authorization}?${query}`,
      `GET ${paths.logout}`,
      `POST ${paths.signIn}?${query}`,
    ];
    for (const call of [...linked, `POST ${paths.authorization}`]) {
      const [method = "", target = ""] = call.split(" ");
      const body = method === "POST" ? { headers: formType, body: query } : {};
      browser.cookies.set("latchkey-session", "A".repeat(64));
      const page = await browser.send({ method, target, ...body });
      assert.equal(page.status, 503, call);
      const expected = linked.includes(call) ? { href: target, text: "Try again" } : undefined;
      assert.deepEqual(wayOutOf(page), expected, call);
      const lines = service.log.filter(({ fields }) => fields.requestId === requestIdIn(page));
      assert.deepEqual(
        lines.map(({ message }) => message),
        ["request-unavailable"],
      );
    }
    browser.close();
  });
});
