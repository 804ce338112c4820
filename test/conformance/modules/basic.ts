import { after, before } from "node:test";
import type { Mode } from "../support/browser.ts";
import { Provider } from "../support/provider.ts";
import { codeModules } from "./codes.ts";
import { type Module, Stage, testModules } from "./module.ts";
import { promptModules } from "./prompts.ts";
import { requestModules } from "./requests.ts";
import { scopeModules } from "./scopes.ts";
import { signInModules } from "./sign-in.ts";

/** The 38 modules of oidcc-basic-certification-test-plan, which oidcc-formpost-basic-certification-test-plan has too. */
const basicModules: readonly Module[] = [
  ...signInModules,
  ...scopeModules,
  ...promptModules,
  ...requestModules,
  ...codeModules,
];

/** Tests the whole plan in one response mode. */
export function testBasicPlan(mode: Mode): void {
  let stage: Stage;
  before(async () => {
    const provider = await Provider.start();
    const client = await provider.addClient();
    stage = new Stage({ provider, client, otherClient: await provider.addClient(), mode });
  });
  after(() => stage.provider[Symbol.asyncDispose]());
  testModules(basicModules, () => stage);
}
