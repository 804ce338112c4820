import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { SteadyClock } from "../../../src/adapters/system/code-clock.ts";
import { openAdministration } from "../../../src/administration.ts";
import { openPorts } from "../../../src/compose/ports.ts";
import { completeSignIn } from "../../../src/flows/authorize/complete-sign-in.ts";
import type { Browser } from "../../../src/flows/browser.ts";
import { everyRight } from "../../../src/flows/operator/rights.ts";
import { explainAccess } from "../../../src/flows/operator/why-access.ts";
import type { Ports } from "../../../src/flows/ports.ts";
import type { Account } from "../../../src/identity/account.ts";
import type { GroupName } from "../../../src/identity/group.ts";
import type { AuthenticationMethod } from "../../../src/identity/session.ts";
import { resolveIssuer } from "../../../src/ops/config.ts";
import { flowSettings } from "../../../src/ops/flow-settings.ts";
import { createEvents } from "../../../src/ops/log.ts";
import { readReturnTarget } from "../../../src/protocol/authorization/return-target.ts";
import { type Client, interfaceMetadata } from "../../../src/protocol/client/client.ts";
import { type AccountId, accountIdOf, requestIdOf } from "../../../src/values/ids.ts";
import { type Strength, strengths } from "../../../src/values/strength.ts";
import { plus } from "../../../src/values/time.ts";
import { totpOf } from "../../storage-contract/samples.ts";
import { configOf, FakeClock, recordingLog, registrationsOn } from "../../support/in-process.ts";

const redirectUri = "https://app.example/cb";
const context = { requestId: requestIdOf("r1"), network: () => "127.0.0.0/24" };
const browser: Browser = {
  sessionCookie: undefined,
  browserCookie: undefined,
  deviceCookie: undefined,
  trustCookie: undefined,
  userAgent: "test",
  network: "127.0.0.0/24",
  requestId: context.requestId,
  language: "en",
};

/** Everything that a case chooses. */
const cases = fc.record({
  service: fc.constantFrom<Strength>(...strengths),
  console: fc.constantFrom<Strength>(...strengths),
  account: fc.record({
    isDisabled: fc.boolean(),
    isAdmin: fc.boolean(),
    isLeaving: fc.boolean(),
    hasTotp: fc.boolean(),
    requires: fc.option(fc.constantFrom<Strength>(...strengths), { nil: undefined }),
    isMember: fc.boolean(),
  }),
  client: fc.record({
    isDisabled: fc.boolean(),
    isThirdParty: fc.boolean(),
    isOpenid: fc.boolean(),
    isPublic: fc.boolean(),
    isOpenToStaff: fc.boolean(),
    requiredStrength: fc.option(fc.constantFrom<Strength>(...strengths), { nil: undefined }),
  }),
  hasConsent: fc.boolean(),
});

type Case = typeof cases extends fc.Arbitrary<infer Each> ? Each : never;

/** The ports of a service, without its web server. */
async function openStage() {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-why-"));
  const config = configOf(folder, { LATCHKEY_BASE_URL: "https://id.example" });
  const clock = new FakeClock();
  const administration = await openAdministration(config, { clock });
  const { random, store } = administration;
  const log = recordingLog([]);
  const settings = flowSettings(config, resolveIssuer(config, 443));
  const { ports, close } = openPorts({
    administration,
    codeClock: new SteadyClock({ clock, random, latest: undefined, stopwatch: () => 0 }),
    settings,
    events: createEvents(log, { clock }),
    log,
    traced: undefined,
    claimsHook: { config, claims: undefined, probe: undefined },
  });
  await store.groups.create({ name: "staff" as GroupName, createdAt: clock.now() }, 10);
  let count = 0;
  return {
    /** A person and a client as the case has them, with the settings of the case. */
    make: async (given: Case) => {
      count += 1;
      const add = registrationsOn(administration);
      const { isOpenToStaff, isDisabled, isPublic, ...metadata } = given.client;
      const { client } = await add.addClient({
        redirectUris: [redirectUri],
        isDisabled,
        isPublic,
        metadata: {
          ...interfaceMetadata,
          isThirdParty: metadata.isThirdParty,
          isOpenid: metadata.isOpenid,
          ...(metadata.requiredStrength && { requiredStrength: metadata.requiredStrength }),
          onlyGroups: isOpenToStaff ? ["staff" as GroupName] : [],
        },
      });
      const accountId = await addPerson(given, `person${count}`);
      if (given.hasConsent) await allow(ports, accountId, client, []);
      const own: Ports = {
        ...ports,
        settings: { ...settings, require: given.service, consoleRequire: given.console },
      };
      return { ports: own, client, accountId };
    },
    [Symbol.asyncDispose]: async () => {
      close();
      await administration.close();
      await rm(folder, { recursive: true });
    },
  };

  async function addPerson({ account }: Case, username: string): Promise<AccountId> {
    const id = accountIdOf(random.alphanumeric(20));
    const now = clock.now();
    const stored: Account = {
      id,
      username: username as Account["username"],
      passwordHash: "not compared here" as NonNullable<Account["passwordHash"]>,
      ...(account.requires && { requires: account.requires }),
      epoch: 1,
      isDisabled: false,
      isAdmin: account.isAdmin,
      createdAt: now,
      updatedAt: now,
    };
    assert.ok((await store.accounts.create(stored)).ok);
    if (account.isMember) await store.groups.add("staff" as GroupName, id, 10);
    if (account.hasTotp) assert.ok(await store.totps.keep(totpOf(stored), { accountEpoch: 1 }));
    if (account.isLeaving)
      assert.ok((await store.accounts.askDeletion(id, { at: now, deleteAfter: plus(now, 86_400) })).ok);
    if (account.isDisabled) await store.accounts.setDisabled(id, true, now);
    return id;
  }
}

async function allow(ports: Ports, accountId: AccountId, { id: clientId }: Client, scope: readonly string[]) {
  const grantedAt = ports.clock.now();
  assert.ok(await ports.consents.allow({ accountId, clientId, scope, grantedAt }, plus(grantedAt, 1)));
}

/** The real end of a sign-in: a session in the store, and what the dispatcher says next. */
async function signIn(
  ports: Ports,
  { accountId, client }: { readonly accountId: AccountId; readonly client: Client },
  methods: readonly AuthenticationMethod[],
): Promise<{ readonly kind: string; readonly scope?: readonly string[] }> {
  const account = await ports.accounts.find(accountId);
  assert.ok(account);
  const query = new URLSearchParams({
    response_type: "code",
    client_id: client.id,
    redirect_uri: redirectUri,
    ...(client.metadata.isOpenid && { scope: "openid", nonce: "n" }),
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
  });
  const target = readReturnTarget(query.toString());
  const proof = { account, methods, refunds: [] };
  const completed = await completeSignIn(ports, proof, {
    target,
    browser,
    context,
  });
  if (!completed.ok) return { kind: "account-disabled" };
  const { next } = completed.value;
  if (next.kind === "refused") return { kind: `refused ${next.refusal.reason}` };
  return next;
}

test("why says what the dispatcher does, step by step, whatever account, application and settings", async () => {
  await using stage = await openStage();
  let compared = 0;
  const met = new Set<string>();
  await fc.assert(
    fc.asyncProperty(cases, async (given) => {
      const { ports, client, accountId } = await stage.make(given);
      const explained = await explainAccess(ports, { who: accountId, clientId: client.id }, everyRight);
      assert.ok(explained.ok);
      const { rules, steps, opens } = explained.value;
      const outcomeOf = (name: string) => rules.find(({ rule }) => rule === name)?.outcome;
      let methods: readonly AuthenticationMethod[] = ["pwd"];
      let subject = { accountId, client };
      assert.equal(steps.at(-1), "issue");

      // What comes before the steps, in its order: the dispatcher refuses, or the sign-in does.
      assert.equal(outcomeOf("request") === "blocks", given.client.isDisabled);
      assert.equal(outcomeOf("account") === "blocks", given.account.isDisabled);
      if (given.account.isDisabled) {
        assert.equal((await signIn(ports, subject, methods)).kind, "account-disabled");
        await ports.accounts.setDisabled(accountId, false, ports.clock.now());
      }
      if (given.client.isDisabled) {
        assert.equal((await signIn(ports, subject, methods)).kind, "refused client-disabled");
        subject = { accountId, client: { ...client, isDisabled: false } };
        assert.ok(await ports.clients.update(subject.client));
      }

      for (const step of steps) {
        const next = await signIn(ports, subject, methods);
        assert.equal(next.kind, step === "issue" ? "issued" : step, `after ${steps.join(" ")}`);
        compared += 1;
        met.add(step);
        if (step === "step-up") methods = ["pwd", "otp"];
        // Nobody sets up a credential in this test, so what follows cannot be looked at.
        else if (step === "enrol" || step === "link-needed") break;
        else if (step === "keep-account") assert.ok(await ports.accounts.stopDeletion(accountId));
        else if (step === "not-admitted") await ports.groups.add("staff" as GroupName, accountId, 10);
        else if (step === "consent") await allow(ports, accountId, client, next.scope ?? []);
      }

      const blocked = given.client.isDisabled || given.account.isDisabled;
      const isStopped = steps.includes("not-admitted") || steps.includes("link-needed");
      assert.equal(opens, !blocked && !isStopped);
    }),
    { numRuns: 150 },
  );
  assert.ok(compared > 200, `${compared} steps`);
  const all = ["step-up", "enrol", "link-needed", "keep-account", "not-admitted", "consent", "issue"];
  assert.deepEqual([...met].sort(), all.sort());
});
