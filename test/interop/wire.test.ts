import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { FormClient } from "../support/form-client.ts";
import { type LiveService, startService } from "../support/service.ts";
import { signInRecordings } from "./recordings/recording.ts";
import { tapWire } from "./recordings/wire.ts";
import { fill, replay } from "./replays/recording.ts";

const ada = { username: "ada", password: "seven quiet rivers run north" };

let service: LiveService;
before(async () => {
  service = await startService();
  await service.createUser(ada);
});
after(() => service[Symbol.asyncDispose]());

for (const name of ["go-oidc", "hono-oidc-auth", "mod-auth-openidc"])
  test(`what was recorded in ${name}.json is recorded again, to the letter, when it is replayed through the wire`, async () => {
    const recording = signInRecordings.get(name);
    assert.ok(recording !== undefined);
    const { options, redirectUri, steps } = recording;
    const { clientId, clientSecret } = await service.createClient("Wire", [redirectUri], options);
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
    await using wire = await tapWire(Number(new URL(service.url).port));
    const base = `http://localhost:${wire.port}`;
    const browser = new FormClient(base);
    const navigates = { "sec-fetch-mode": "navigate" };
    let values: Record<string, string> = {
      host: new URL(base).host,
      id: clientId,
      secret: clientSecret,
      basic,
    };
    for (const step of steps)
      if ("visit" in step) {
        const page = await browser.get(fill(step.visit, values), navigates);
        const answer = page.status === 200 ? await browser.submit(page, ada) : page;
        const code = new URL(answer.headers.location ?? "", base).searchParams.get("code");
        if (code !== null) values = { ...values, code };
      } else {
        const { status, body } = await replay(base, step, values, step.isBodyApart);
        assert.equal(status, 200, body);
        if (!step.head[0]?.startsWith("POST /v1/Oauth/token ")) continue;
        const { access_token: token, refresh_token: refresh, id_token: idToken } = JSON.parse(body);
        values = { ...values, token, refresh, idToken };
      }
    browser.close();
    const known = new Map(Object.entries(values).map(([key, value]) => [value, `{${key}}`] as const));
    const ids = new Map(
      [...known].filter(([, placeholder]) => /^\{(basic|secret|id|host)\}$/.test(placeholder)),
    );
    const inOrder = new Map([...ids].sort(([one], [other]) => other.length - one.length));
    assert.deepEqual(wire.steps(inOrder), steps);
  });
