import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { submitAs } from "../http/journey.ts";
import { FormClient } from "../support/form-client.ts";
import { type LiveService, startService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { onBothEngines } from "./on-both-engines.ts";

type Environment = Readonly<Record<string, string>>;

/** A page that says that a mail is on its way. */
interface Page {
  readonly name: string;
  readonly path: string;
  /** Of the form: the name or address that is typed, which differs in each round. */
  readonly fields: (person: Person) => Environment;
  /** Whom the mail goes to, and its kind. */
  readonly to: (person: Person) => string;
  readonly kind: string;
  readonly isSignedIn?: true;
}

interface Person {
  readonly username: string;
  readonly password: string;
  readonly email: string;
}

const other = { username: "other", password: "seven quiet rivers run north", email: "other@example.org" };
const fresh = ({ username }: Person) => `fresh-${username}@example.org`;

const pages: readonly Page[] = [
  {
    name: "a forgotten password",
    path: "/recover",
    fields: ({ username }) => ({ username }),
    to: ({ email }) => email,
    kind: "recover",
  },
  {
    name: "a sign-up",
    path: "/sign-up",
    fields: (person) => ({ email: fresh(person) }),
    to: fresh,
    kind: "sign-up",
  },
  {
    name: "a sign-up with an address that somebody has",
    path: "/sign-up",
    fields: ({ email }) => ({ email }),
    to: ({ email }) => email,
    kind: "sign-up-taken",
  },
  {
    name: "a new address",
    path: "/account/address",
    fields: (person) => ({ email: fresh(person) }),
    to: fresh,
    kind: "verify-address",
    isSignedIn: true,
  },
  {
    name: "a new address that somebody else has",
    path: "/account/address",
    fields: () => ({ email: other.email }),
    to: () => other.email,
    kind: "sign-up-taken",
    isSignedIn: true,
  },
];

async function mailsOf(service: LiveService, kind: string, to: string): Promise<number> {
  const { stdout } = await service.run(["mail", "list", "--json", "--limit", "200"]);
  const mails = stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
  return mails.filter((mail) => mail.kind === kind && mail.to === to).length;
}

/** Waits until a message of this kind to this address is in the outbox; how many there are then. */
function arrived(service: LiveService, kind: string, to: string): Promise<number> {
  return until(async () => {
    const count = await mailsOf(service, kind, to);
    return count > 0 && count;
  });
}

async function ask(service: LiveService, page: Page, person: Person): Promise<void> {
  const browser = new FormClient(service.url);
  if (page.isSignedIn)
    await submitAs(browser, await browser.get(`/sign-in?to=${page.path.slice(1)}`), person);
  const form = await browser.get(page.path);
  const answer = await browser.submit(form, page.fields(person));
  assert.equal(answer.status, 200, answer.body);
  browser.close();
}

function promises(environment: () => Promise<Environment>): void {
  let service: LiveService;

  before(async () => {
    service = await startService({ LATCHKEY_SIGN_UP: "open", ...(await environment()) });
    await service.createUser(other);
  });
  after(() => service[Symbol.asyncDispose]());

  for (const [index, page] of pages.entries())
    it(`E17: the mail of ${page.name} is in the outbox exactly once after kill -9 right after the answer`, async () => {
      const username = `ada${index}`;
      const person = { username, password: other.password, email: `${username}@example.org` };
      await service.createUser(person);
      await ask(service, page, person);
      await service.kill9();
      await service.start();
      assert.equal(await arrived(service, page.kind, page.to(person)), 1);
      // Requests are answered in their order, so a second answer to the first would come before this one.
      await service.createUser({ ...person, username: `late-${username}`, email: `late-${person.email}` });
      await ask(service, pages[0] ?? assert.fail(), { ...person, username: `late-${username}` });
      assert.equal(await arrived(service, "recover", `late-${person.email}`), 1);
      assert.equal(await mailsOf(service, page.kind, page.to(person)), 1);
    });

  it("the mails of an operator are in the outbox exactly once after kill -9 right after the answer", async () => {
    const person = { username: "eve", password: other.password, email: "eve@example.org" };
    await service.createUser(person);
    const scopes = ["--scope", "users:write", "--scope", "invitations:write"];
    const token = (
      await service.run(["token", "create", ...scopes, "--base-url", service.url])
    ).stdout.trim();
    const post = async (path: string, body: object) => {
      const answer = await fetch(`${service.url}/admin/api/v1${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      assert.ok(answer.ok, await answer.text());
      await service.kill9();
      await service.start();
    };
    await post("/users/eve/recover", { mail: true });
    assert.equal(await mailsOf(service, "operator-recover", person.email), 1);
    await post("/invitations", { email: "guest@example.org" });
    assert.equal(await mailsOf(service, "invitation", "guest@example.org"), 1);
  });
}

onBothEngines("mails that people ask for and kill -9", promises);
