import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { administrationResource } from "../../src/protocol/api/administration.ts";
import { interfaceMetadata } from "../../src/protocol/client/client.ts";
import type { Issuer } from "../../src/values/issuer.ts";
import { FormClient } from "../support/form-client.ts";
import { apiBase } from "./support/admin-api.ts";
import { assertNothingInside } from "./support/ground-rules.ts";
import { type OpenService, startOpenService } from "./support/open-service.ts";
import { credentialsOf, endpoints, post } from "./support/openid.ts";

const issuer = "https://id.example";
let service: OpenService;
let http: FormClient;
let authorization: string;

before(async () => {
  service = await startOpenService({ LATCHKEY_BASE_URL: issuer });
  http = new FormClient(service.url);
  const metadata = { ...interfaceMetadata, isMachine: true, adminScope: ["clients:write"] as const };
  const answer = await post(service.url, endpoints.token, {
    ...credentialsOf(await service.addClient({ redirectUris: [], metadata })),
    grant_type: "client_credentials",
    resource: administrationResource(issuer as Issuer),
  });
  authorization = `Bearer ${JSON.parse(answer.body).access_token}`;
});
after(async () => {
  http.close();
  await service[Symbol.asyncDispose]();
});

/** Reads and creates, and expects the same problem for both. */
async function assertProblem(kind: string, status: number, retryAfter: string | undefined): Promise<void> {
  const content = { "content-type": "application/json" };
  for (const sent of [
    { method: "GET", headers: { authorization } },
    {
      method: "POST",
      headers: { authorization, ...content, "idempotency-key": "once" },
      body: JSON.stringify({ name: "Notes", redirect_uris: ["https://notes.example/cb"] }),
    },
  ]) {
    const answer = await http.send({ ...sent, target: `${apiBase}/clients` });
    assert.equal(answer.status, status, answer.body);
    const { type } = JSON.parse(answer.body);
    assert.equal(type, `${issuer}/docs/admin-api.html#${kind}`);
    assert.equal(answer.headers["content-type"], "application/problem+json");
    assert.equal(answer.headers["retry-after"], retryAfter);
    assertNothingInside(answer.body, ["planted", authorization.slice(7)]);
  }
}

it("I13: an unexpected failure is a problem with the id of the request, and the next request is answered", async () => {
  service.breakClock(new Error("planted: lkat_secret"));
  await assertProblem("failure", 500, undefined);
  service.breakClock(undefined);
  assert.doesNotMatch(JSON.stringify(service.log), /planted/);
  const answer = await http.send({ method: "GET", target: `${apiBase}/clients`, headers: { authorization } });
  assert.equal(answer.status, 200);
});

it("I13: a store that is gone is a problem with Retry-After", async () => {
  await service.administration.store.close();
  await assertProblem("unavailable", 503, "2");
  assert.equal(service.log.at(-1)?.message, "request-unavailable", "as at every other address");
  assert.equal((await http.get("/healthz")).status, 200);
});
