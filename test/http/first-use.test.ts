import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, it } from "node:test";
import { registrationTokenDigestOf } from "../../src/protocol/client/registration-token.ts";
import { plus } from "../../src/values/time.ts";
import { FormClient } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import { ada, authorizationOf, codeAt, exchange } from "./journey.ts";
import { openid } from "./support/openid.ts";

let folder: string;
let service: InProcessService;
let client: TestClient;
let browser: FormClient;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "latchkey-first-use-"));
  service = await startInProcess({ LATCHKEY_DATA_DIR: folder });
  await service.addAccount(ada.username, ada.password);
  client = await service.addClient({
    unusedUntil: plus(service.clock.now(), 7 * 86_400),
    metadata: openid({ isThirdParty: true, registrationTokenDigest: registrationTokenDigestOf("lkrg_x") }),
  });
  browser = new FormClient(service.url);
});
after(async () => {
  browser.close();
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

it("a store that cannot note the first use of a self-registered client leaves its code usable", async () => {
  const page = await browser.signIn(authorizationOf(client), ada);
  const code = codeAt(await browser.submit(page, {}), client);
  const database = new DatabaseSync(join(folder, "latchkey.db"), { timeout: 5_000 });
  try {
    database.exec(
      "CREATE TRIGGER full BEFORE UPDATE OF unused_until ON clients BEGIN SELECT RAISE(ABORT, 'no room'); END",
    );
    const refused = await exchange(browser, client, code);
    assert.ok(refused.status >= 500, `status ${refused.status}`);
    assert.doesNotMatch(refused.body, /no room|SQLITE|clients/);
  } finally {
    database.exec("DROP TRIGGER full");
    database.close();
  }
  const answer = await exchange(browser, client, code);
  assert.equal(answer.status, 200, answer.body);
  const { access_token: token } = JSON.parse(answer.body);
  const userinfo = await browser.get("/v1/Oauth/userinfo", { authorization: `Bearer ${token}` });
  assert.equal(userinfo.status, 200, "the failed exchange revoked nothing");
  assert.equal((await service.ports.clients.find(client.client.id))?.unusedUntil, undefined);
});
