import { test } from "node:test";
import type { TestClient } from "../../support/in-process.ts";
import type { Mode } from "../support/browser.ts";
import type { Provider } from "../support/provider.ts";
import { RelyingParty } from "../support/relying-party.ts";

/** What the modules of a plan share. Each takes a fresh browser. */
export class Stage {
  readonly provider: Provider;
  readonly client: TestClient;
  /** The suite's second client. */
  readonly otherClient: TestClient;
  readonly mode: Mode;

  constructor(given: Pick<Stage, "provider" | "client" | "otherClient" | "mode">) {
    this.provider = given.provider;
    this.client = given.client;
    this.otherClient = given.otherClient;
    this.mode = given.mode;
  }

  /** A relying party in a browser of its own, unless `more` says another. */
  relyingParty(
    more: Partial<Omit<ConstructorParameters<typeof RelyingParty>[0], "provider">> = {},
  ): RelyingParty {
    return new RelyingParty({ provider: this.provider, client: this.client, mode: this.mode, ...more });
  }
}

/** One test module of the OpenID Foundation's suite: its name there, what it demands of us, and how that is checked. */
export interface Module<Given = Stage> {
  readonly name: string;
  readonly demands: string;
  readonly run: (stage: Given) => Promise<void>;
}

/** Makes a test of each module; `stage` is called once the hooks of the file have run. */
export function testModules<Given>(modules: readonly Module<Given>[], stage: () => Given): void {
  for (const { name, demands, run } of modules) test(`${name}: ${demands}`, () => run(stage()));
}
