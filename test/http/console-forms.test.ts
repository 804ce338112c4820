import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { interfaceMetadata } from "../../src/protocol/client/client.ts";
import { memberNameOf } from "../../src/protocol/client/metadata-change.ts";
import { metadataRows } from "../../src/protocol/client/metadata-fields.ts";
import { everyMetadata } from "../protocol/client/every-metadata.ts";
import type { HttpAnswer } from "../support/form-client.ts";
import { ConsoleStage, formIn, mainOf, root } from "./support/console-stage.ts";

let stage: ConsoleStage;
let count = 0;

before(async () => {
  stage = await ConsoleStage.set();
  await stage.enter();
  for (const name of everyMetadata.onlyGroups) await send("/new-group", { group: name });
  await send("/apis/new", { resource: "https://api.example", name: "Orders" });
});
after(() => stage[Symbol.asyncDispose]());

async function send(path: string, typed: Readonly<Record<string, string>>): Promise<HttpAnswer> {
  const page = await stage.open(`/admin${path}`);
  const answer = await stage.send(page, `/${path.split("/").at(-1)}`, typed);
  assert.equal(answer.status, 200, mainOf(answer));
  return answer;
}

/** Makes something new that has what its fields need, and returns the path of the form that changes it. */
const things: Readonly<Record<string, () => Promise<string>>> = {
  "an application": async () => {
    const { publicKeysUri, isOpenid, isPairwise, mayRefresh, requiresDpop } = everyMetadata;
    const metadata = { ...interfaceMetadata, publicKeysUri, isOpenid, isPairwise, mayRefresh, requiresDpop };
    return `/clients/${(await stage.service.addClient({ metadata })).id}/edit`;
  },
  "an application behind its proxy": async () => {
    const protectedOrigins = [`https://wiki${count}.example.org`];
    const metadata = { ...interfaceMetadata, protectedOrigins, pathRules: ["/assets/* public"] };
    return `/clients/${(await stage.service.addClient({ redirectUris: [], isPublic: true, metadata })).id}/edit`;
  },
  "an API": async () => {
    await send("/apis/new", { resource: `urn:example:${count}`, name: "Orders" });
    return `/apis/${encodeURIComponent(`urn:example:${count}`)}/edit`;
  },
  "a person": async () => `/people/${await stage.service.addAccount(`ada${count}`, "no password")}/edit`,
  "a provider": async () => {
    const typed = {
      issuer: "https://acme.example",
      client_id: "us",
      client_secret: "theirs",
      unchecked: "on",
    };
    await send("/new-provider", { ...typed, upstream: `acme${count}`, group_claim: "roles" });
    return `/providers/acme${count}/edit`;
  },
};

/** What is typed into fields for texts, where not any text will do. */
const texts: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    metadataRows.flatMap(([member, field]) => {
      const words = field.words(everyMetadata[member]);
      return typeof words === "boolean" ? [] : [[memberNameOf(member), words.join("\n")]];
    }),
  ),
  redirect_uris: "https://notes.example/cb",
  token_lifetime_seconds: "1200",
  may_exchange_for: "https://api.example",
  email: "other@example.org",
  phone_number: "+49301234567",
  domains: "example.org",
  "claims.profile": "https://ada.example/",
  "claims.picture": "https://ada.example/me.png",
  "claims.website": "https://ada.example/",
  "claims.birthdate": "1990-01-02",
  "claims.zoneinfo": "Europe/London",
};

/** Fields that never show what is stored. */
const secret: ReadonlySet<string> = new Set(["client_secret"]);

/** The fields of a form, each with a value that it does not show. */
function otherValues(page: HttpAnswer): readonly (readonly [name: string, value: string])[] {
  const shown = formIn(page, "/edit").fields;
  const [form = ""] = /<form[^>]*\/edit"[\s\S]*?<\/form>/.exec(page.body) ?? [];
  const controls = form.matchAll(
    /<(input|textarea|select)\b[^>]*\bname="([^"]+)"[^>]*>(?:<option[\s\S]*?<\/select>)?/g,
  );
  return [...controls].flatMap(([control, tag, name = ""]) => {
    const [, type] = /\btype="(\w+)"/.exec(control) ?? [];
    // The fields of a pair mean something together alone; see console-groups-picked.test.ts.
    if (type === "hidden" || secret.has(name) || /-(?:left|right)$/.test(name)) return [];
    const isChoice = tag === "select" || type === "radio" || type === "checkbox";
    const choices = [...control.matchAll(/\bvalue="([^"]*)"/g)].map(([, value = ""]) => value);
    const values = isChoice ? choices : [texts[name] ?? "another"];
    const others = values.filter((value) => value !== shown.get(name));
    const isTicked = type === "checkbox" && others.length === 0;
    return (isTicked ? [""] : others).map((value) => [name, value] as const);
  });
}

describe("every field of a form shows later what was typed into it", () => {
  for (const [thing, make] of Object.entries(things))
    it(thing, async () => {
      const fields = otherValues(await stage.open(`/admin${await make()}`));
      assert.ok(fields.length > 3);
      for (const [name, value] of fields) {
        count += 1;
        const path = `/admin${await make()}`;
        const answer = await stage.send(await stage.open(path), "/edit", { [name]: value });
        assert.equal(answer.status, 200, `${name}: ${mainOf(answer)}`);
        const shown = formIn(await stage.open(path), "/edit").fields;
        assert.equal(shown.get(name) ?? "", value, name);
      }
    });
});

describe("a form that is refused leads to its own page, which is then no answer to a form", () => {
  const kept = "latchkey-console-kept";

  /** Sends the form of a new person, whose name somebody has; the first answer, and the cookie that it leaves. */
  async function refusedForm() {
    count += 1;
    const username = `taken${count}`;
    await stage.service.addAccount(username, "no password");
    const page = await stage.open("/admin/people/new");
    const { action, fields } = formIn(page, "/people/new");
    for (const [name, value] of [
      ["username", username],
      ["password", "a password that nobody keeps"],
      ["name", "Ada Lovelace"],
    ] as const)
      fields.set(name, value);
    const answer = await stage.browser.postOnly(action, fields);
    return { answer, action, username, cookie: stage.browser.cookies.get(kept) };
  }

  it("the page says why, with what was typed but the password, and says it once", async () => {
    const { answer, action, username } = await refusedForm();
    assert.deepEqual([answer.status, answer.headers.location], [303, action]);
    const page = await stage.browser.get(action);
    assert.equal(page.status, 400);
    for (const text of ['role="alert"', `value="${username}"`, 'value="Ada Lovelace"'])
      assert.ok(mainOf(page).includes(text), mainOf(page));
    assert.doesNotMatch(page.body, /a password that nobody keeps/);
    const again = await stage.browser.get(action);
    assert.equal(again.status, 200);
    assert.doesNotMatch(mainOf(again), /role="alert"|Ada Lovelace/);
  });

  it("a minute later, changed, at another page, or for another person it says nothing", async () => {
    const { action, cookie } = await refusedForm();
    assert.ok(cookie);
    const shown = async (target: string, value: string, browser = stage.browser) => {
      browser.cookies.set(kept, value);
      const page = await stage.open(target, browser);
      return /Ada Lovelace/.test(mainOf(page));
    };
    assert.equal(await shown(action, cookie), true, "as it was");
    assert.equal(await shown(action, `${cookie.slice(0, -2)}AA`), false, "changed");
    assert.equal(await shown("/admin/apis/new", cookie), false, "at another page");
    const other = stage.newBrowser();
    await stage.service.addAccount(`other${count}`, root.password);
    await stage.change(`other${count}`, { isAdmin: true });
    await stage.enter("/admin", other, { username: `other${count}`, password: root.password });
    assert.equal(await shown(action, cookie, other), false, "for another person");
    stage.service.clock.advance(60);
    assert.equal(await shown(action, cookie), false, "a minute later");
  });

  it("what is too long for a cookie is shown at once", async () => {
    const page = await stage.open("/admin/clients/new");
    const redirect_uris = Array.from(
      { length: 90 },
      (_, index) => `http://app${index}.example/callback/of/it`,
    ).join("\n");
    const answer = await stage.post(page, "/clients/new", { kind: "web", name: "Notes", redirect_uris });
    assert.equal(answer.status, 400);
    assert.match(mainOf(answer), /app89\.example/);
  });
});
