import assert from "node:assert/strict";
import { assertRefused } from "../support/relying-party.ts";
import type { Module } from "./module.ts";

/** Modules of the basic plan about a code that comes twice. */
export const codeModules: readonly Module[] = [
  {
    name: "oidcc-codereuse",
    demands: "the second use of a code is invalid_grant",
    async run(stage) {
      const party = stage.relyingParty();
      const { code } = await party.signIn();
      assertRefused(await party.exchange(code), "invalid_grant");
    },
  },
  {
    name: "oidcc-codereuse-30seconds",
    demands: "the second use after 30 seconds is invalid_grant and revokes the token of the first",
    async run(stage) {
      const party = stage.relyingParty();
      const { code, tokens } = await party.signIn();
      assert.equal(await party.userinfoStatus(tokens.access_token), 200);
      stage.provider.wait(30);
      assertRefused(await party.exchange(code), "invalid_grant");
      assert.equal(await party.userinfoStatus(tokens.access_token), 401);
    },
  },
];
