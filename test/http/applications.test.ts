import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { GroupName } from "../../src/identity/group.ts";
import { type ClientMetadata, interfaceMetadata } from "../../src/protocol/client/client.ts";
import type { AccountId, ClientId } from "../../src/values/ids.ts";
import { FormClient, type HttpAnswer } from "../support/form-client.ts";
import { type InProcessService, startInProcess } from "../support/in-process.ts";
import { ada, authorizationOf, bob, codeAt } from "./journey.ts";
import { addProtected } from "./support/protected-host.ts";

const staff = "staff" as GroupName;

let service: InProcessService;
let adaId: AccountId;
let browser: FormClient;

/** What the page lists: each name, and where its link leads. */
function listed({ status, body }: HttpAnswer): readonly string[] {
  assert.equal(status, 200);
  const list = /<ul class="apps"[^>]*>(.*?)<\/ul>/s.exec(body)?.[1] ?? "";
  return [...list.matchAll(/<li>(.*?)<\/li>/gs)].map(([, item = ""]) => {
    const [, name] = /<bdi>(.*?)<\/bdi>/.exec(item) ?? [];
    const [, href] = /<a class="app" href="([^"]*)"/.exec(item) ?? [];
    return `${name} ${href}`;
  });
}

const hrefOfMore = ({ body }: HttpAnswer) =>
  /<a href="([^"]*)">More applications<\/a>/.exec(body)?.[1]?.replaceAll("&amp;", "&");

function add(name: string, metadata: Partial<ClientMetadata>, more: object = {}) {
  return service.addClient({ name, metadata: { ...interfaceMetadata, ...metadata }, ...more });
}

async function signedIn(person: typeof ada): Promise<FormClient> {
  const own = new FormClient(service.url);
  const client = await service.addClient();
  codeAt(await own.signIn(authorizationOf(client), person), client);
  return own;
}

before(async () => {
  service = await startInProcess({ LATCHKEY_REGISTRATION: "open" });
  adaId = await service.addAccount(ada.username, ada.password);
  await service.addAccount(bob.username, bob.password);
  await service.ports.groups.create({ name: staff, createdAt: service.clock.now() }, 10);
  await service.ports.groups.add(staff, adaId, 10);
  await add("Notes", { clientUri: "https://notes.example/start" });
  await add("Calendar", { initiateLoginUri: "https://calendar.example/login", isThirdParty: true });
  await add("Payroll", { clientUri: "https://payroll.example", onlyGroups: [staff] });
  await add("Closed", { clientUri: "https://closed.example" }, { isDisabled: true });
  await add("Nameless", {});
  await addProtected(service, ["https://wiki.example.org"]);
  browser = await signedIn(ada);
});
after(() => service[Symbol.asyncDispose]());

const everything = () => [
  `Calendar https://calendar.example/login?iss=${encodeURIComponent(service.url.replace("127.0.0.1", "localhost"))}`,
  "Notes https://notes.example/start",
  "Payroll https://payroll.example",
  "Wiki https://wiki.example.org",
];

describe("the home page lists the applications that a person may open", () => {
  it("by name, each with the address where it starts", async () => {
    const page = await browser.get("/");
    assert.deepEqual(listed(page), everything());
    assert.doesNotMatch(page.body, /Find an application/, "a short list needs no search");
  });

  it("an application for a group only to its people, and from the next request on as that changes", async () => {
    const bobs = await signedIn(bob);
    assert.deepEqual(
      listed(await bobs.get("/")),
      everything().filter((item) => !item.startsWith("Payroll")),
    );
    await service.ports.groups.removeMember(staff, adaId);
    assert.equal(listed(await browser.get("/")).length, 3);
    await service.ports.groups.add(staff, adaId, 10);
    assert.equal(listed(await browser.get("/")).length, 4);
  });

  it("to nobody who is not signed in, whatever they search for", async () => {
    const stranger = new FormClient(service.url);
    const mainAt = async (target: string) => /<main.*<\/main>/s.exec((await stranger.get(target)).body)?.[0];
    const bare = (await mainAt("/")) ?? "";
    assert.match(bare, /You are not signed in/);
    assert.doesNotMatch(bare, /Notes|Wiki|class="app/);
    for (const query of ["search=Notes", "search=zz", "after=AAAA"])
      assert.equal(await mainAt(`/?${query}`), bare, query);
  });

  it("a name is text, and so is what was searched for", async () => {
    const { client } = await add("<b>Bold</b>", { clientUri: "https://bold.example/?a=1&b='" });
    const page = await browser.get(`/?search=${encodeURIComponent('<b>"')}`);
    assert.match(page.body, /name="search" type="search"[^>]* value="&lt;b&gt;&quot;"/);
    assert.match(page.body, /No application has this in its name/);
    const found = await browser.get(`/?search=${encodeURIComponent("<B>")}`);
    assert.match(
      found.body,
      /<a class="app" href="https:\/\/bold\.example\/\?a=1&amp;b=&#39;" rel="noopener noreferrer">/,
    );
    assert.doesNotMatch(found.body, /<b>Bold/);
    await service.ports.clients.remove(client);
  });

  for (const uri of ["https://phish.example/", "javascript:alert(1)", "data:text/html,x", 7])
    it(`a client that registers itself with client_uri ${uri} is on nobody's page`, async () => {
      const answer = await browser.send({
        method: "POST",
        target: "/v1/Oauth/register",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          client_name: "Your bank",
          redirect_uris: ["https://phish.example/cb"],
          client_uri: uri,
          initiate_login_uri: uri,
        }),
      });
      assert.equal(answer.status, 201, answer.body);
      assert.doesNotMatch(answer.body, /client_uri":"https:\/\/phish|initiate_login_uri/);
      assert.deepEqual(listed(await browser.get("/")), everything());
    });
});

describe("a session that is too weak", () => {
  it("is shown whose it is, and no application", async () => {
    await using strict = await startInProcess({ LATCHKEY_REQUIRE: "two" });
    await strict.addAccount(ada.username, ada.password);
    const metadata = { ...interfaceMetadata, clientUri: "https://notes.example/start" };
    const client = await strict.addClient({ name: "Notes", metadata });
    const weak = new FormClient(strict.url);
    await weak.signIn(authorizationOf(client), ada);
    const { status, body } = await weak.get("/");
    assert.equal(status, 200);
    assert.match(body, /You are signed in as/);
    assert.doesNotMatch(body, /Notes|notes\.example/);
  });
});

describe("many applications", () => {
  it("come fifty at a time, each once, and are found by a part of their name", async () => {
    const names = Array.from({ length: 117 }, (_, index) => `Tool ${String(index).padStart(3, "0")}`);
    for (const name of names) await add(name, { clientUri: `https://tools.example/${name.slice(5)}` });
    const seen: string[] = [];
    let page = await browser.get("/");
    const counts: number[] = [];
    for (let next = hrefOfMore(page); ; next = hrefOfMore(page)) {
      counts.push(listed(page).length);
      seen.push(...listed(page));
      assert.match(page.body, /<label for="search">Find an application<\/label>/);
      if (next === undefined) break;
      page = await browser.get(next);
    }
    assert.deepEqual(counts, [50, 50, 21]);
    assert.equal(new Set(seen).size, 121);
    assert.deepEqual(listed(await browser.get("/?search=TOOL%20042")), [
      "Tool 042 https://tools.example/042",
    ]);
    const tools = await browser.get("/?search=tool");
    const more = hrefOfMore(tools) ?? assert.fail("there are more");
    assert.match(more, /^\/\?search=tool&after=\w+$/);
    assert.equal(listed(await browser.get(more))[0], "Tool 050 https://tools.example/050");
  });

  it("an id that the person may not open begins at the first page, so that nobody learns where its name stands", async () => {
    const bobs = await signedIn(bob);
    const payroll = (await service.ports.clients.list()).find(({ name }) => name === "Payroll");
    assert.ok(payroll);
    assert.deepEqual(listed(await bobs.get(`/?after=${payroll.id}`)), listed(await bobs.get("/")));
    assert.notDeepEqual(listed(await browser.get(`/?after=${payroll.id}`)), listed(await browser.get("/")));
  });
});

it("a client that cannot be read takes no other from the pages", async () => {
  const later = await add("Later", { clientUri: "https://later.example" }, { profile: "later" });
  assert.deepEqual(listed(await browser.get("/?search=notes")), ["Notes https://notes.example/start"]);
  const { status, body } = await browser.get("/");
  assert.equal(status, 200);
  assert.doesNotMatch(body, /later\.example/);
  const now = service.clock.now();
  const consent = { accountId: adaId, clientId: later.id as ClientId, scope: ["openid"], grantedAt: now };
  await service.ports.consents.allow(consent, now);
  assert.equal((await browser.get("/account")).status, 200);
  assert.equal((await browser.get("/account/app-passwords")).status, 200);
});
