import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { submitAs } from "../http/journey.ts";
import { answerDevice, type DeviceCodes, deviceAuthorizationPath } from "../http/support/device.ts";
import { FormClient } from "../support/form-client.ts";
import { type LiveService, startService } from "../support/service.ts";
import { onBothEngines } from "./on-both-engines.ts";

const ada = { username: "ada", password: "seven quiet rivers run north" };
const grantType = "urn:ietf:params:oauth:grant-type:device_code";

type Members = Readonly<Record<string, unknown>>;

/** A service with a client for devices, and Ada's browser. */
class Stage {
  readonly service: LiveService;
  readonly clientId: string;

  constructor(service: LiveService, clientId: string) {
    this.service = service;
    this.clientId = clientId;
  }

  async post(path: string, fields: Readonly<Record<string, string>>): Promise<Members> {
    const body = new URLSearchParams({ client_id: this.clientId, ...fields });
    const answer: unknown = await (
      await fetch(`${this.service.url}${path}`, { method: "POST", body })
    ).json();
    return typeof answer === "object" && answer !== null ? Object.fromEntries(Object.entries(answer)) : {};
  }

  async askForCodes(): Promise<Pick<DeviceCodes, "device_code" | "user_code">> {
    const { device_code, user_code } = await this.post(deviceAuthorizationPath, {});
    return { device_code: String(device_code), user_code: String(user_code) };
  }

  poll({ device_code }: Pick<DeviceCodes, "device_code">): Promise<Members> {
    return this.post("/v1/Oauth/token", { grant_type: grantType, device_code });
  }

  async allow(codes: Pick<DeviceCodes, "user_code">): Promise<void> {
    const browser = new FormClient(this.service.url);
    await submitAs(browser, await browser.get("/sign-in?to=device"), ada);
    assert.equal((await answerDevice(browser, codes)).status, 200);
    browser.close();
  }

  async killAndStart(): Promise<void> {
    await this.service.kill9();
    await this.service.start();
  }
}

async function startStage(environment: Readonly<Record<string, string>>): Promise<Stage> {
  const service = await startService(environment);
  await service.createUser(ada);
  const { clientId } = await service.createClient("Television", [], ["--public", "--device"]);
  return new Stage(service, clientId);
}

function promises(environment: () => Promise<Readonly<Record<string, string>>>): void {
  let stage: Stage;

  before(async () => {
    stage = await startStage(await environment());
  });
  after(() => stage.service[Symbol.asyncDispose]());

  it("a device, its person's answer and its tokens each outlive kill -9, and a spent code stays spent", async () => {
    const codes = await stage.askForCodes();
    await stage.killAndStart();
    assert.equal((await stage.poll(codes)).error, "authorization_pending");
    await stage.allow(codes);
    await stage.killAndStart();
    const { access_token: token } = await stage.poll(codes);
    assert.match(String(token), /^lkat_/);
    await stage.killAndStart();
    assert.equal((await stage.poll(codes)).error, "invalid_grant");
    const headers = { authorization: `Bearer ${String(token)}` };
    assert.equal((await fetch(`${stage.service.url}/v1/Oauth/userinfo`, { headers })).status, 200);
  });

  it("of polls that kill -9 cuts off, and those after it, one at most gets tokens", async () => {
    const codes = await stage.askForCodes();
    await stage.allow(codes);
    const cut = Array.from({ length: 40 }, () => stage.poll(codes).catch((): Members => ({})));
    await Promise.race(cut);
    await stage.killAndStart();
    const later = Array.from({ length: 40 }, () => stage.poll(codes));
    const answers = await Promise.all([...cut, ...later]);
    const won = answers.filter(({ access_token }) => access_token !== undefined);
    assert.ok(won.length <= 1, `${won.length} tokens`);
    assert.equal((await stage.poll(codes)).error, "invalid_grant");
  });
}

onBothEngines("devices and kill -9", promises);
