import { after, before } from "node:test";
import { fapi2AssertionModules } from "./modules/fapi2-assertions.ts";
import { fapi2DpopModules } from "./modules/fapi2-dpop.ts";
import { fapi2RequestModules } from "./modules/fapi2-requests.ts";
import { fapi2SignInModules } from "./modules/fapi2-sign-in.ts";
import { FapiStage } from "./modules/fapi2-stage.ts";
import { fapi2TokenModules } from "./modules/fapi2-tokens.ts";
import { testModules } from "./modules/module.ts";
import { Provider } from "./support/provider.ts";

// fapi2-security-profile-final-test-plan[client_auth_type=private_key_jwt][sender_constrain=dpop][openid=openid_connect]
// [fapi_profile=plain_fapi]

let stage: FapiStage;
before(async () => {
  stage = new FapiStage(await Provider.start());
});
after(() => stage.provider[Symbol.asyncDispose]());

testModules(
  [
    ...fapi2SignInModules,
    ...fapi2DpopModules,
    ...fapi2RequestModules,
    ...fapi2TokenModules,
    ...fapi2AssertionModules,
  ],
  () => stage,
);
