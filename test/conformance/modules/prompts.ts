import assert from "node:assert/strict";
import { usernameIn } from "../../http/journey.ts";
import type { HttpAnswer } from "../../support/form-client.ts";
import { asksForPassword } from "../support/browser.ts";
import type { Module } from "./module.ts";

const asked = "the person was not asked for the password";

/** Modules of the basic plan about when a person is asked, and how. */
export const promptModules: readonly Module[] = [
  {
    name: "oidcc-prompt-login",
    demands: "a second request forces a fresh sign-in with a later auth_time",
    async run(stage) {
      const party = stage.relyingParty();
      const first = await party.signIn();
      stage.provider.wait(2);
      const request = party.newRequest({ prompt: "login" });
      const page = await party.open(request);
      assert.ok(asksForPassword(page), asked);
      const second = await party.finish(request, page);
      assert.equal(second.idToken.sub, first.idToken.sub);
      assert.ok(Number(second.idToken.auth_time) > Number(first.idToken.auth_time));
    },
  },
  {
    name: "oidcc-prompt-none-not-logged-in",
    demands: "nobody is asked, and the client hears login_required",
    async run(stage) {
      const party = stage.relyingParty();
      assert.equal(await party.refusal(party.newRequest({ prompt: "none" })), "login_required");
    },
  },
  {
    name: "oidcc-prompt-none-logged-in",
    demands: "nobody is asked, and subject and auth_time are those of the first sign-in",
    async run(stage) {
      const party = stage.relyingParty();
      const first = await party.signIn();
      stage.provider.wait(2);
      const request = party.newRequest({ prompt: "none" });
      const answer = await party.open(request);
      assert.ok(!asksForPassword(answer));
      const second = await party.finish(request, answer);
      assert.equal(second.idToken.sub, first.idToken.sub);
      assert.equal(second.idToken.auth_time, first.idToken.auth_time);
    },
  },
  {
    name: "oidcc-id-token-hint",
    demands: "prompt=none with an ID token of this person goes through",
    async run(stage) {
      const party = stage.relyingParty();
      const first = await party.signIn();
      stage.provider.wait(2);
      const hint = { prompt: "none", id_token_hint: first.tokens.id_token };
      const second = await party.signIn(hint);
      assert.equal(second.idToken.sub, first.idToken.sub);
      assert.equal(second.idToken.auth_time, first.idToken.auth_time);
    },
  },
  {
    name: "oidcc-max-age-1",
    demands: "after a wait the person signs in again, and auth_time is that of the second time",
    async run(stage) {
      const party = stage.relyingParty();
      const first = await party.signIn();
      stage.provider.wait(2);
      const request = party.newRequest({ max_age: "1" });
      const page = await party.open(request);
      assert.ok(asksForPassword(page), asked);
      const second = await party.finish(request, page);
      assert.ok(Number(second.idToken.auth_time) > Number(first.idToken.auth_time));
      assert.ok(stage.provider.now() - Number(second.idToken.auth_time) <= 1);
    },
  },
  {
    name: "oidcc-max-age-10000",
    demands: "nobody is asked again, and auth_time stays",
    async run(stage) {
      const party = stage.relyingParty();
      const first = await party.signIn({ max_age: "15000" });
      stage.provider.wait(2);
      const request = party.newRequest({ max_age: "10000" });
      const answer = await party.open(request);
      assert.ok(!asksForPassword(answer));
      const second = await party.finish(request, answer);
      assert.equal(second.idToken.auth_time, first.idToken.auth_time);
    },
  },
  {
    name: "oidcc-login-hint",
    demands: "the hint is tolerated, and fills in the username",
    async run(stage) {
      const party = stage.relyingParty();
      const request = party.newRequest({ login_hint: "buffy@localhost" });
      const page = await party.open(request);
      assert.equal(usernameIn(page), "buffy@localhost");
      await party.finish(request, page);
    },
  },
  tolerated("oidcc-display-page", { display: "page" }),
  tolerated("oidcc-display-popup", { display: "popup" }),
  {
    name: "oidcc-ui-locales",
    demands: "a language that we lack is tolerated, and one that discovery names is the page's",
    async run(stage) {
      const party = stage.relyingParty();
      const lacked = party.newRequest({ ui_locales: "se" });
      const page = await party.open(lacked);
      assert.equal(languageOf(page), "en");
      await party.userinfo(await party.finish(lacked, page));
      for (const tag of ["de", "ar"]) {
        const stranger = stage.relyingParty();
        const request = stranger.newRequest({ ui_locales: `se ${tag}-XX` });
        const own = await stranger.open(request);
        assert.equal(languageOf(own), tag);
        await stranger.finish(request, own);
      }
    },
  },
  tolerated("oidcc-claims-locales", { claims_locales: "se" }),
];

function tolerated(name: string, parameters: Readonly<Record<string, string>>): Module {
  return {
    name,
    demands: `${new URLSearchParams(parameters)} is tolerated`,
    async run(stage) {
      const party = stage.relyingParty();
      await party.userinfo(await party.signIn(parameters));
    },
  };
}

function languageOf({ body }: HttpAnswer): string | undefined {
  return /<html lang="([^"]*)"/.exec(body)?.[1];
}
