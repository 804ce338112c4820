import assert from "node:assert/strict";
import { test } from "node:test";
import { systemRandom } from "../../src/adapters/system/random.ts";
import { certificateFinding } from "../../src/doctor/certificate.ts";
import { clientSecretFindings } from "../../src/doctor/client-secrets.ts";
import { movingFindings, oldKeysFinding, peopleFinding } from "../../src/doctor/moving.ts";
import { signInFindings } from "../../src/doctor/sign-ins.ts";
import { webhookFindings } from "../../src/doctor/webhooks.ts";
import type { OldPasswordAnswer, PersonSought, Sought } from "../../src/flows/old-system-ports.ts";
import type { Finding } from "../../src/flows/operator/finding.ts";
import type { StatisticRange } from "../../src/flows/statistics-ports.ts";
import type { Account } from "../../src/identity/account.ts";
import type { Issuer } from "../../src/values/issuer.ts";
import { type Instant, instantOf, plus } from "../../src/values/time.ts";
import { noon } from "../storage-contract/samples.ts";
import { freePort } from "../support/free-port.ts";
import { startSelfSignedServer } from "../support/self-signed.ts";

const day = 86_400;

async function all(findings: AsyncIterable<Finding>): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  for await (const finding of findings) found.push(finding);
  return found;
}

function told(findings: readonly Finding[]): string[] {
  return findings.map(({ state, detail }) => `${state}: ${detail}`);
}

test("doctor warns of receivers of webhooks that fail and of messages that were given up", () => {
  const of = (counts: Partial<Parameters<typeof webhookFindings>[0]>) =>
    told([...webhookFindings({ working: 0, failing: 0, disabled: 0, waiting: 0, dead: 0, ...counts })]);
  assert.deepEqual(of({}), []);
  assert.deepEqual(of({ disabled: 1 }), []);
  assert.deepEqual(of({ working: 2, waiting: 3 }), ["ok: 2 receivers working"]);
  assert.deepEqual(of({ working: 1, failing: 1, waiting: 4 }), ["warning: 1 receiver failing, 4 waiting"]);
  assert.deepEqual(of({ working: 1, dead: 2 }), ["warning: 2 messages given up"]);
});

test("doctor warns of secrets that were sent in a URL, and of old ones that stayed for more than two weeks", async () => {
  const asked: Instant[] = [];
  const of = async (exposed: number, doubled: number) => {
    const secrets = async (changedBefore: Instant) => {
      asked.push(changedBefore);
      return { exposed, doubled };
    };
    return told(await all(clientSecretFindings({ secrets }, noon)));
  };
  assert.deepEqual(await of(0, 0), []);
  assert.deepEqual(await of(1, 2), [
    "warning: 1 application sent the secret in a URL, where browsers and proxies keep it",
    "warning: 2 applications kept an old secret for more than two weeks",
  ]);
  assert.deepEqual(asked, Array(2).fill(plus(noon, -14 * day)));
});

/** The findings about counts of that many minutes ago. */
async function signInsSaid(
  ...counts: readonly (readonly [kind: string, label: string, minutesAgo: number, count: number])[]
) {
  let range: StatisticRange | undefined;
  const series = async (asked: StatisticRange) => {
    range = asked;
    return counts.map(([kind, label, minutesAgo, count]) => ({
      at: plus(noon, -minutesAgo * 60),
      kind,
      label,
      count,
      peak: 0,
    }));
  };
  const found = told(await all(signInFindings({ series }, noon)));
  assert.ok(range && (range.until - range.from) / 1_000 === 25 * 3_600);
  return found;
}

test("doctor says when refusals have risen against the day before, and not that a few people mistyped", async () => {
  assert.deepEqual(await signInsSaid(), []);
  assert.deepEqual(await signInsSaid(["sign-in", "refused", 0, 19]), [], "too few to tell");
  const usual = ["sign-in", "refused", 120, 240] as const;
  assert.deepEqual(await signInsSaid(["sign-in", "refused", 0, 30], usual), [], "three times the usual");
  assert.deepEqual(await signInsSaid(["sign-in", "refused", 5, 40], ["sign-in", "refused", 120, 240]), [
    "warning: 40 were refused within the last hour; 10 an hour are usual",
  ]);
  assert.deepEqual(await signInsSaid(["sign-in", "signed-in", 5, 4_000]), []);
  assert.deepEqual(
    await signInsSaid(["client-refusal", "code-expired", 5, 12], ["client-refusal", "x", 5, 9]),
    ["warning: 21 were refused within the last hour; 0 an hour are usual"],
  );
});

test("doctor says that accounts are at their limit, and that requests failed by a fault of the service", async () => {
  assert.deepEqual(await signInsSaid(["throttled", "account-throttled", 5, 9]), []);
  assert.deepEqual(await signInsSaid(["throttled", "busy", 5, 90]), []);
  const [locked] = await signInsSaid(["throttled", "account-throttled", 5, 10]);
  assert.match(locked ?? "", /^warning: 10 tries within the last hour met the limit of their account/);
  assert.deepEqual(await signInsSaid(["failure", "unexpected", 5, 1]), [
    "warning: 1 request failed within the last hour because of a fault of the service",
  ]);
  assert.deepEqual(await signInsSaid(["failure", "unexpected", 90, 1]), [], "longer ago");
});

test("doctor warns before the certificate of the base URL ends, and says nothing of one that lives on", async () => {
  await using server = await startSelfSignedServer((_, response) => response.end());
  const issuer = server.origin as Issuer;
  // The certificate of the test lives for two days, so its last sixth is eight hours.
  const now = instantOf(Date.now());
  assert.equal(await certificateFinding(issuer, now), undefined);
  const late = await certificateFinding(issuer, plus(now, 2 * day - 3_600));
  assert.equal(late?.state, "warning");
  assert.match(late?.detail ?? "", /^that of localhost ends at \d{4}-/);
  const over = await certificateFinding(issuer, plus(now, 2 * day + 60));
  assert.equal(over?.state, "failed");
  assert.match(over?.detail ?? "", /ended at/);
  assert.equal(await certificateFinding(`https://localhost:${await freePort()}` as Issuer, now), undefined);
});

test("doctor says how many people have not brought their password, and warns two weeks before the last day", () => {
  const at = (left: number, time: string) =>
    told([peopleFinding(left, "2026-03-31", instantOf(Date.parse(time)))])[0];
  assert.match(at(0, "2026-03-01T00:00:00Z") ?? "", /^ok: everybody has moved/);
  assert.equal(
    at(3, "2026-03-17T23:59:59Z"),
    "ok: of 3 people only the old product knows the password; it is asked until 2026-03-31",
  );
  assert.equal(
    at(1, "2026-03-18T00:00:01Z"),
    "warning: of 1 person only the old product knows the password; it is asked until 2026-03-31",
  );
  assert.match(
    at(2, "2026-03-31T23:59:59Z") ?? "",
    /^warning: of 2 people only the old product knows the password; it is asked/,
  );
  assert.equal(
    at(2, "2026-04-01T00:00:00Z"),
    "warning: of 2 people only the old product knows the password; it was asked until 2026-03-31",
  );
});

test("doctor asks the old product about a name that nobody has, as long as somebody has to move", async () => {
  const asked: unknown[] = [];
  let find = async (_: PersonSought): Promise<Sought> => ({ kind: "unknown" });
  const findings = async (left: number, answer: OldPasswordAnswer, phase: "asking" | "over" = "asking") => {
    const oldSystem = {
      phaseAt: () => phase,
      find: (person: PersonSought) => find(person),
      check: async (question: unknown) => {
        asked.push(question);
        return answer;
      },
    };
    const inventory = { oldPasswords: async () => left };
    const account = (username: string) => ({ account: { username } as Account, isImported: true });
    const people = {
      list: async () => ({ items: [account("ada"), account("bob")], total: 2, isTotalExact: true }),
    };
    const moving = { inventory, people, oldSystem, until: "2026-03-31", random: systemRandom, now: noon };
    return (await all(movingFindings(moving))).slice(1);
  };
  const of = async (...given: Parameters<typeof findings>) => told(await findings(...given));
  assert.deepEqual(await of(2, { kind: "invalid" }), ["ok: LATCHKEY_IMPORT_CHECK_URL answers"]);
  assert.match((await of(2, { kind: "valid" }))[0] ?? "", /^failed: .* an invented password is right/);
  assert.deepEqual(await of(2, { kind: "unavailable", reason: "timed-out" }), [
    "failed: LATCHKEY_IMPORT_CHECK_URL gives no usable answer (timed-out)",
  ]);
  assert.equal(asked.length, 3);
  assert.deepEqual(await of(0, { kind: "valid" }), []);
  assert.deepEqual(await of(2, { kind: "valid" }, "over"), []);
  assert.equal(asked.length, 3);
  find = async ({ username }) => ({ kind: username === "ada" ? "found" : "absent" });
  assert.deepEqual(await of(2, { kind: "invalid" }), [
    "ok: LATCHKEY_IMPORT_CHECK_URL answers",
    "warning: of 2 people who are left, the old product finds 1; not bob (absent)",
  ]);
  find = async () => ({ kind: "found" });
  assert.deepEqual(
    (await of(2, { kind: "invalid" }))[1],
    "ok: of 2 people who are left, the old product finds 2",
  );
  for (const [reason, repair] of [
    ["bind-dn-49", /refuses LATCHKEY_IMPORT_CHECK_BIND_DN/],
    ["search-32", /no entry LATCHKEY_IMPORT_CHECK_BASE_DN/],
    ["search-50", /refuses the search/],
    ["starttls-2", /refuses StartTLS/],
    ["ldap-8", /wants an encrypted connection/],
    ["timed-out", /look at the old product's log/],
  ] as const)
    assert.match((await findings(2, { kind: "unavailable", reason }))[0]?.repair ?? "", repair);
});

test("doctor says when the keys of the product that had the issuer before can go", () => {
  const at = (time: string) => told([oldKeysFinding("2026-03-31", instantOf(Date.parse(time)))])[0];
  assert.equal(at("2026-03-31T23:59:59Z"), "ok: published until 2026-03-31");
  assert.equal(at("2026-04-01T00:00:00Z"), "warning: not published any more since 2026-03-31");
});
