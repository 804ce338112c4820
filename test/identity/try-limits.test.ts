import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type AccountName, canonicalAccountName } from "../../src/identity/account-name.ts";
import { deviceIdOf } from "../../src/identity/device.ts";
import { decideReservation, type RateLimit, type Reservation } from "../../src/identity/rate-limit.ts";
import {
  clientAuthenticationReservation,
  decideTry,
  deviceAuthorizationReservations,
  documentFetchReservations,
  mailRequestReservations,
  registrationReservations,
  requestedMailReservation,
  signInReservations,
  takesPasskey,
  tryLimits,
  upstreamAnswerReservations,
  userCodeReservations,
} from "../../src/identity/try-limits.ts";
import { sha256 } from "../../src/values/digest.ts";
import { accountIdOf } from "../../src/values/ids.ts";
import { networkOf } from "../../src/values/network.ts";
import { instantOf, plus } from "../../src/values/time.ts";

const ada = accountIdOf("a".repeat(20));
const bob = accountIdOf("b".repeat(20));
const network = "203.0.113.0/24";
const deviceId = deviceIdOf(new Uint8Array(8).fill(1));

function keysOf(reservations: readonly Reservation[]): readonly string[] {
  return reservations.map(({ key }) => Buffer.from(key).toString("hex"));
}

function limitsOf(reservations: readonly Reservation[]): readonly RateLimit[] {
  return reservations.map(({ limit }) => limit);
}

function hiddenOf(reservations: readonly Reservation[]): readonly Reservation[] {
  return reservations.filter(({ isHidden = false }) => isHidden);
}

const noon = instantOf(Date.parse("2026-01-01T12:00:00Z"));

type Drains = Map<string, number>;

/** Counts one attempt in `drains`, as every store does. */
function count(drains: Drains, reservations: readonly Reservation[], now = noon) {
  const nameOf = (key: Uint8Array) => Buffer.from(key).toString("hex");
  const { answer, counted } = decideReservation(reservations, (key) => drains.get(nameOf(key)) ?? 0, now);
  for (const { key, drainedAt } of counted) drains.set(nameOf(key), drainedAt);
  return answer;
}

function reserve(drains: Drains, attempt: Parameters<typeof signInReservations>[0]) {
  return count(drains, signInReservations(attempt));
}

/** How many tries pass when somebody tries at each of these seconds. */
function passing(limit: RateLimit, seconds: readonly number[]): number {
  const drains: Drains = new Map();
  const reservation = { key: sha256("somebody"), limit };
  return seconds.filter((second) => count(drains, [reservation], plus(noon, second)).ok).length;
}

const everySecondOf = (seconds: number) => Array.from({ length: seconds }, (_, second) => second);

test("E1: an account takes 5 wrong passwords at once; the next one has to wait 4 minutes, and no longer", () => {
  const [account] = limitsOf(
    signInReservations({ name: canonicalAccountName("ada"), accountId: ada, network }),
  );
  assert.ok(account !== undefined);
  assert.equal(passing(account, new Array(10).fill(0)), 5);
  assert.equal(passing(account, [0, 0, 0, 0, 0, 239]), 5);
  assert.equal(passing(account, [0, 0, 0, 0, 0, 240]), 6);
  assert.equal(passing(account, everySecondOf(24 * 3600)), 5 + 359);
});

test("E3: one network never makes more than 30 failures in a quarter of an hour, over any number of accounts", () => {
  assert.ok(passing(tryLimits.network, everySecondOf(900)) <= 30);
  const spread = Array.from({ length: 5000 }, (_, index) =>
    signInReservations({ name: canonicalAccountName(`user${index}`), network }),
  );
  assert.equal(new Set(spread.map((reservations) => keysOf(reservations)[1])).size, 1);
  assert.equal(new Set(spread.map((reservations) => keysOf(reservations)[0])).size, 5000);
});

test("E6: 200 attempts fired at once claim the same keys, so that 5 of them are evaluated", () => {
  const attempts = Array.from({ length: 200 }, () =>
    signInReservations({ name: canonicalAccountName("ada"), accountId: ada, network }),
  );
  assert.equal(new Set(attempts.map((reservations) => keysOf(reservations).join())).size, 1);
  const [account] = limitsOf(attempts[0] ?? []);
  assert.ok(account !== undefined);
  assert.equal(passing(account, new Array(200).fill(0)), 5);
});

test("E7: username, e-mail address and every spelling of both share the counter of the account", () => {
  const spellings = ["ada", "ADA ", "ａｄａ", "Ada@Example.org"];
  const hidden = spellings.map((text) =>
    keysOf(hiddenOf(signInReservations({ name: canonicalAccountName(text), accountId: ada, network }))),
  );
  assert.equal(new Set(hidden.map((keys) => keys.join())).size, 1);
  assert.equal(hidden[0]?.length, 1);
});

test("E7: spellings of a name that nobody has share counters too: as many, under the same limits", () => {
  const [known, unknown] = [
    signInReservations({ name: canonicalAccountName("ada"), accountId: ada, network }),
    signInReservations({ name: canonicalAccountName("nobody"), network }),
  ];
  assert.deepEqual(limitsOf(known), limitsOf(unknown));
  assert.equal(hiddenOf(known).length, hiddenOf(unknown).length);
  assert.deepEqual(
    keysOf(unknown),
    keysOf(signInReservations({ name: canonicalAccountName(" NOBODY"), network })),
  );
});

test("a text that cannot be a name is counted by its network alone", () => {
  assert.deepEqual(signInReservations({ name: undefined, network }), [
    signInReservations({ name: canonicalAccountName("ada"), network })[1],
  ]);
});

describe("E1, E7: what becomes of an attempt by which counters are exhausted", () => {
  const email = canonicalAccountName("ada@example.org");
  /** Everything that may be exhausted, by the attempt that exhausts it. */
  const exhausting = {
    name: { name: canonicalAccountName("ada"), network: "other" },
    network: { name: undefined, network },
    account: { name: email, accountId: ada, network: "other" },
    device: { name: undefined, accountId: ada, network: "other", knownDevice: { deviceId } },
  } as const;
  type Counter = keyof typeof exhausting;
  const counters: readonly Counter[] = ["name", "network", "account", "device"];

  const rules: readonly (readonly [what: string, more: object, decide: (full: Set<Counter>) => string])[] = [
    [
      "the owner's known device",
      { accountId: ada, knownDevice: { deviceId } },
      (full) => (full.has("device") ? "wait" : "judge"),
    ],
    [
      "a strange browser, a name that an account has",
      { accountId: ada },
      (full) => {
        if (full.has("name") || full.has("network")) return "wait";
        return full.has("account") ? "fail-alike" : "judge";
      },
    ],
    [
      "a strange browser, a name that nobody has",
      {},
      (full) => (full.has("name") || full.has("network") ? "wait" : "judge"),
    ],
  ];
  for (const [what, more, decide] of rules)
    for (let combination = 0; combination < 2 ** counters.length; combination++) {
      const full = new Set(counters.filter((_, index) => combination & (1 << index)));
      const expected = decide(full);
      test(`${what}, exhausted: ${[...full].join(", ") || "nothing"} → ${expected}`, () => {
        const drains: Drains = new Map();
        for (const counter of full)
          for (let count = 0; count < 30; count++) reserve(drains, exhausting[counter]);
        const attempt = { name: canonicalAccountName("ada"), network, ...more };
        assert.equal(decideTry(reserve(drains, attempt)).kind, expected);
      });
    }
});

test("E7: five wrong tries at one name and five at another look the same whether both are one account's or nobody's", () => {
  const seen = (owner: object): readonly string[] => {
    const drains: Drains = new Map();
    const names = ["ada", "ada@example.org"].map(canonicalAccountName);
    return names.flatMap((name) =>
      Array.from({ length: 8 }, () => {
        const { kind } = decideTry(reserve(drains, { name, network, ...owner }));
        return kind === "wait" ? "429" : "400";
      }),
    );
  };
  assert.deepEqual(seen({ accountId: ada }), seen({}));
});

test("E21: a known device counts alone, so that strangers cannot lock the owner out", () => {
  const name = canonicalAccountName("ada");
  const stranger = signInReservations({ name, accountId: ada, network });
  const owner = signInReservations({ name, accountId: ada, network, knownDevice: { deviceId } });
  assert.deepEqual(limitsOf(owner), [{ burst: 10, interval: 60 }]);
  assert.deepEqual(
    keysOf(owner).filter((key) => keysOf(stranger).includes(key)),
    [],
  );
  const elsewhere = signInReservations({
    name,
    accountId: ada,
    network: "unknown",
    knownDevice: { deviceId },
  });
  assert.deepEqual(owner, elsewhere);
  assert.notDeepEqual(
    owner,
    signInReservations({ name, accountId: bob, network, knownDevice: { deviceId } }),
  );
});

test("a known device without an account is a stranger", () => {
  const name = canonicalAccountName("ada");
  assert.deepEqual(
    signInReservations({ name, network, knownDevice: { deviceId } }),
    signInReservations({ name, network }),
  );
});

test("keys of different kinds never meet, whatever text is counted", () => {
  const name = canonicalAccountName(ada);
  const [byName, byNetwork] = keysOf(signInReservations({ name, network: ada }));
  const [, , byAccount] = keysOf(signInReservations({ name, accountId: ada, network }));
  const [, , byNobody] = keysOf(signInReservations({ name, network }));
  const [byClient] = keysOf([clientAuthenticationReservation({ clientId: ada, network })]);
  assert.equal(new Set([byName, byNetwork, byAccount, byNobody, byClient]).size, 5);
});

test("failed client authentication is counted by client and network", () => {
  const one = clientAuthenticationReservation({ clientId: "lkcone", network });
  assert.deepEqual(one.limit, { burst: 60, interval: 15 });
  assert.deepEqual(one, clientAuthenticationReservation({ clientId: "lkcone", network }));
  assert.notDeepEqual(one.key, clientAuthenticationReservation({ clientId: "lkctwo", network }).key);
  assert.notDeepEqual(
    one.key,
    clientAuthenticationReservation({ clientId: "lkcone", network: "unknown" }).key,
  );
});

test("typed user codes count by person and network, apart from passwords", () => {
  const [ada, bob] = [accountIdOf("A".repeat(20)), accountIdOf("B".repeat(20))];
  const of = (accountId: typeof ada, from = network) => userCodeReservations({ accountId, network: from });
  assert.deepEqual(limitsOf(of(ada)), [tryLimits.userCode, tryLimits.network]);
  const [adas = [], bobs = [], elsewhere = []] = [of(ada), of(bob), of(ada, "unknown")].map(keysOf);
  assert.deepEqual([adas[0] === bobs[0], adas[1] === bobs[1]], [false, true]);
  assert.deepEqual([adas[0] === elsewhere[0], adas[1] === elsewhere[1]], [true, false]);
  const passwords = keysOf(signInReservations({ name: undefined, accountId: ada, network }));
  assert.deepEqual(
    passwords.filter((key) => adas.includes(key)),
    [],
  );
});

test("devices that ask count by client and network, so that one client's flood stops no other client", () => {
  const one = deviceAuthorizationReservations({ clientId: "lkcone", network });
  assert.deepEqual(limitsOf(one), [tryLimits.deviceAuthorization]);
  for (const other of [
    deviceAuthorizationReservations({ clientId: "lkctwo", network }),
    deviceAuthorizationReservations({ clientId: "lkcone", network: "unknown" }),
    [clientAuthenticationReservation({ clientId: "lkcone", network })],
  ])
    assert.notDeepEqual(keysOf(other), keysOf(one));
});

test("registrations of clients count by network, apart from everything else", () => {
  const [one, ...more] = registrationReservations("203.0.113.0/24", 10);
  assert.ok(one !== undefined);
  assert.deepEqual([one.limit, more], [{ burst: 10, interval: 360 }, []]);
  const others = [
    ...registrationReservations("198.51.100.0/24", 10),
    clientAuthenticationReservation({ clientId: "", network: "203.0.113.0/24" }),
    ...signInReservations({ name: undefined, network: "203.0.113.0/24" }),
  ];
  for (const { key } of others) assert.notDeepEqual(key, one.key);
});

describe("E4: every limit by network counts an IPv6 /48 too, which a provider may give to one customer", () => {
  const counted: Readonly<Record<string, (network: string) => readonly Reservation[]>> = {
    "wrong passwords": (from) => signInReservations({ name: canonicalAccountName("ada"), network: from }),
    "other failed sign-ins": (from) => signInReservations({ name: undefined, network: from }),
    "registrations of clients": (from) => registrationReservations(from, 10),
    "devices that ask": (from) => deviceAuthorizationReservations({ clientId: "lkcone", network: from }),
    "typed user codes": (from) => userCodeReservations({ accountId: ada, network: from }),
    "fetches of documents": (from) => documentFetchReservations({ accountId: ada, network: from }),
    "answers of providers": (from) => upstreamAnswerReservations({ network: from, state: "state" }),
    "requests for a mail": mailRequestReservations,
  };
  for (const [what, reservationsOf] of Object.entries(counted))
    test(`${what}: three times as many for the /48 as for each /56 in it`, () => {
      const of = (address: string) => reservationsOf(networkOf(address));
      const [one, neighbour, elsewhere] = [
        of("2001:db8:7:1200::1"),
        of("2001:db8:7:ff00::1"),
        of("2001:db8:8::1"),
      ].map((reservations) => ({ keys: keysOf(reservations), limits: limitsOf(reservations) }));
      assert.ok(one !== undefined && neighbour !== undefined && elsewhere !== undefined);
      assert.equal(one.keys.length, of("203.0.113.1").length + 1);
      const own = one.keys.findIndex((key, index) => key !== neighbour.keys[index]);
      const site = own + 1;
      assert.equal(one.keys[site], neighbour.keys[site]);
      assert.notEqual(one.keys[site], elsewhere.keys[site]);
      assert.deepEqual(
        [one.limits[site]?.burst, Math.round((one.limits[site]?.interval ?? 0) * 3)],
        [3 * (one.limits[own]?.burst ?? 0), one.limits[own]?.interval],
      );
    });
});

test("E16: a tag behind a plus sign leads to the same mailbox, and anything else to another one", () => {
  const keyFor = (recipient: string) => keysOf([requestedMailReservation("sign-up", recipient)])[0];
  const same = ["ada@example.org", "ada+1@example.org", "ada+a+b@example.org", "ada+@example.org"];
  assert.equal(new Set(same.map(keyFor)).size, 1);
  const others = ["ada@example.org", "ada@example.net", "+ada@example.org", "ad@example.org", "ada+1", "ada"];
  assert.equal(new Set(others.map(keyFor)).size, others.length);
});

test("a passkey is judged as long as its network has tries, whatever became of the name", () => {
  const name = "ada" as AccountName;
  for (const network of ["203.0.113.0/24", "2001:db8:1:100::/56"]) {
    const [byName, ...byNetwork] = signInReservations({ name, network });
    assert.ok(byName);
    assert.equal(takesPasskey(network, [byName.key]), true);
    for (const { key, isHidden } of byNetwork)
      assert.equal(takesPasskey(network, [byName.key, key]), isHidden === true);
    assert.equal(
      takesPasskey(
        "198.51.100.0/24",
        byNetwork.map(({ key }) => key),
      ),
      true,
    );
  }
});
