import assert from "node:assert/strict";
import type { HttpAnswer } from "../../support/form-client.ts";
import { FapiParty } from "../support/fapi-party.ts";
import type { Provider } from "../support/provider.ts";
import type { Module } from "./module.ts";

/** What stands in front of the names of all modules of the plan. */
export const prefix = "fapi2-security-profile-final-";

/** What the modules of the FAPI 2.0 plan share. */
export class FapiStage {
  readonly provider: Provider;

  constructor(provider: Provider) {
    this.provider = provider;
  }

  /** A newly registered client in a browser of its own. */
  newParty(algorithm?: string): Promise<FapiParty> {
    return FapiParty.register(this.provider, algorithm);
  }

  /** A refusal of an endpoint that clients call, with one of the errors that the module accepts. */
  assertRefused({ status, headers, body }: HttpAnswer, errors: readonly string[]): void {
    assert.ok([400, 401].includes(status), `${status}: ${body}`);
    assert.equal(headers["content-type"], "application/json");
    const { error, error_description } = JSON.parse(body);
    assert.ok(errors.includes(error), `${error}, not ${errors.join(" or ")}`);
    assert.match(error_description, /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
  }
}

export type FapiModule = Module<FapiStage>;
