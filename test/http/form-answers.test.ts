import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { pathsOf } from "../../src/http/paths.ts";
import { routesOf } from "../../src/http/routes.ts";
import type { Web } from "../../src/http/web.ts";
import { letterTo } from "../support/mailbox.ts";
import { authorizationOf, requestOf } from "./journey.ts";
import { ada, type CheckedClient, Stage } from "./support/stage.ts";

let stage: Stage;

before(async () => {
  stage = await Stage.set({ LATCHKEY_SIGN_UP: "open" });
});
after(() => stage[Symbol.asyncDispose]());

const web = { paths: pathsOf("https://id.example" as never) } as Partial<Web> as Web;
const forms = routesOf(web, { isReady: () => true })
  .filter(({ method, errorFormat }) => method === "POST" && errorFormat === "page")
  .map(({ path }) => path.replace("{name}", "nobody"));

/** Forms that no page of the service has sent, so that a page answers them at once (ADR 0081). */
const direct: Readonly<Record<string, string>> = {
  "/v1/Oauth/authorization":
    "a client posts here, and what is broken may hold a secret, which belongs in no address",
  "/language": "no page offers a language that there is not",
  "/language/another": "no page offers a language that there is not",
};

/** Browsers in which somebody is signed in, in which nobody is, and which keeps no cookies. */
async function browsers(): Promise<Readonly<Record<string, CheckedClient>>> {
  stage.inProcess.clock.advance(400);
  const [signedIn, stranger] = [stage.newBrowser(), stage.newBrowser()];
  await signedIn.signIn("/sign-in?to=account", ada);
  await stranger.get(stage.target());
  return { signedIn, stranger, withoutCookies: stage.newBrowser() };
}

describe("ADR 0081: no page is the answer to a form", () => {
  for (const path of forms)
    it(`${path}: an old form leads to a page`, async () => {
      const queries = ["", requestOf(stage.client), "client_id=removed", "to=account", "link=used"];
      const statuses = new Set<number>();
      for (const query of queries)
        for (const browser of Object.values(await browsers())) {
          const target = query === "" ? path : `${path}?${query}`;
          const { status, body } = await browser.postOnly(target, { step: "x", language: "x" });
          statuses.add(status);
          if (status === 303) assert.equal(body, "");
        }
      assert.ok(statuses.delete(direct[path] === undefined ? 303 : 400));
      if (direct[path] === undefined) assert.deepEqual([...statuses], []);
    });

  it("a form whose client was disabled meanwhile leads to the page that says so, and a sign-in counts", async () => {
    const client = await stage.addClient({ redirectUris: ["https://gone.example/cb"] });
    const browser = stage.newBrowser();
    const page = await browser.get(authorizationOf(client));
    await stage.inProcess.ports.clients.update({ ...client.client, isDisabled: true });
    const posted = await browser.submitOnly(page, ada);
    assert.deepEqual([posted.status, posted.headers.location], [303, authorizationOf(client)]);
    const told = await browser.get(authorizationOf(client));
    assert.equal(told.status, 400);
    assert.match(told.body, /We do not know this application/);
  });

  it("the link to a new address: a button that was pressed before, or for another account, leads to the page that says so", async () => {
    const [own, other] = [stage.newBrowser(), stage.newBrowser()];
    await own.signIn("/sign-in?to=account/address", ada);
    await own.submit(await own.get("/account/address"), { email: "ada@new.example" });
    const { link } = await letterTo(stage.inProcess, "ada@new.example", "verify-address");
    const page = await own.get(link);
    await stage.inProcess.addAccount("grace", ada.password);
    await other.signIn("/sign-in?to=account", { ...ada, username: "grace" });
    const foreign = await other.submitOnly(page, {});
    assert.deepEqual([foreign.status, foreign.headers.location], [303, link]);
    assert.match((await other.get(link)).body, /\/sign-in\?to=account\/address\/confirm/);
    assert.equal((await own.submit(page, {})).status, 200);
    const again = await own.submitOnly(page, {});
    assert.deepEqual([again.status, again.headers.location], [303, link]);
    assert.equal((await own.get(link)).status, 410);
  });
});
