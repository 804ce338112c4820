import assert from "node:assert/strict";
import { test } from "node:test";
import { PasswordEstimator } from "../../src/adapters/passwords/estimator.ts";
import { checkNewPassword, type NewPasswordRefusal } from "../../src/flows/person/new-password.ts";
import { type NormalizedPassword, normalizePassword } from "../../src/identity/password.ts";
import { parseIssuer } from "../../src/values/issuer.ts";
import { StoreUnavailable } from "../../src/values/store-unavailable.ts";
import { aClient, unwrap } from "../protocol/fixtures.ts";

function password(text: string): NormalizedPassword {
  const normalized = normalizePassword(text);
  assert.ok(normalized.ok);
  return normalized.value;
}

/** Ends its thread with the test. */
/** A caller for tests in which it does not matter who it is. */
const ada = { known: "ada", network: "203.0.113.0/24" };

class DisposableEstimator extends PasswordEstimator implements AsyncDisposable {
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

/** Resolves once the thread has ended. A test's time-out is the bound. */
async function ended(estimator: PasswordEstimator): Promise<void> {
  while (estimator.isRunning) await new Promise((resolve) => setImmediate(resolve));
}

const grace = { username: "grace.hopper", email: "grace@navy.example", name: "Grace Brewster Hopper" };
const client = aClient({ name: "Tide Tables" });
/** An installation at a host of its own with one application. */
const installation = {
  settings: { issuer: unwrap(parseIssuer("https://id.harbour.example")), brandName: "Lantern Society" },
  inventory: { clients: async () => ({ items: [client.id], total: 1 }) },
  clients: { find: async () => client },
};

type Row = readonly [text: string, verdict: NewPasswordRefusal | "fine"];

async function assertVerdicts(rows: readonly Row[], hasSecondFactor: boolean): Promise<void> {
  await using passwordEstimates = new DisposableEstimator();
  for (const [text, verdict] of rows) {
    const person = { ...grace, hasSecondFactor };
    const checked = await checkNewPassword({ ...installation, passwordEstimates }, text, {
      person,
      caller: ada,
    });
    assert.equal(checked.ok ? "fine" : checked.reason, verdict, text);
  }
}

test("F14, ASVS 6.2.4: stolen, walked and repeated passwords are refused, and unrelated words are not", () =>
  assertVerdicts(
    [
      ["1qaz2wsx3edc4rfv", "stolen"],
      ["1Q2W3E4R5T6Y7U8I9O0P", "predictable"],
      ["password123456789", "predictable"],
      ["hunter22hunter22!", "repeated"],
      ["xxxxxxxxxxxxxxxxxxy", "predictable"],
      ["ЙЦУКЕНГШЩЗХЪфывапрол", "predictable"],
      ["йцукенгшщзхїфіва", "predictable"],
      ["tide-tables-2026!!", "context-word"],
      ["lantern society 1", "context-word"],
      ["gracebrewsterhopper", "context-word"],
      ["grace@navy.example", "context-word"],
      ["four rivers meet here", "fine"],
      ["grün blau Tasse Dach", "fine"],
      ["tides run under the bridge", "fine"],
      ["ПЛАТЬЕГРУШАЗЕБРА", "fine"],
      ["鍵穴から見える小さな青い庭と門", "fine"],
    ],
    false,
  ));

test("with a second factor a short password may stand that is on no list", () =>
  assertVerdicts(
    [
      ["hunter22", "predictable"],
      ["trustno1", "stolen"],
      ["Trustno1", "stolen"],
      ["tru$tn01", "stolen"],
      ["qwertyui", "stolen"],
      ["grace1987", "context-word"],
      ["x7Kq2mZ9", "fine"],
      ["plum vex", "fine"],
      ["x7Kq2mZ", "too-short"],
    ],
    true,
  ));

test("F15, PasswordEstimates: the longest password is answered well within the patience", async () => {
  await using estimator = new DisposableEstimator();
  const texts = [
    "ab1!".repeat(256),
    "a".repeat(1024),
    "p4$5w0rd".repeat(128),
    "1l!|".repeat(256),
    "é".repeat(512),
  ];
  for (const text of texts) {
    const estimate = await estimator.estimate(password(text), ["a", "b".repeat(500)], ada);
    assert.ok(estimate.ok && estimate.value.guessesLog10 < 9, text.slice(0, 8));
  }
});

test("F15, PasswordEstimates: no more than the queue holds wait, and the rest hears it at once", async () => {
  await using estimator = new DisposableEstimator({ waitingMax: 2 });
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => estimator.estimate(password("plum vex journy"), [], ada)),
  );
  assert.deepEqual(
    answers.map(({ ok }) => ok),
    // One is under way, one waits as Ada's, and two wait as her network's.
    [true, true, true, true, false, false],
  );
});

test("F15, PasswordEstimates: sixty connections of one link keep nobody else from their turn", async () => {
  await using estimator = new DisposableEstimator();
  const order: string[] = [];
  const ask = async (who: string, network: string) => {
    const { ok } = await estimator.estimate(password("p45$W0rdP4$$w0rdpAs$w0rd"), [], {
      known: who,
      network,
    });
    order.push(ok ? who : `${who}: busy`);
  };
  const flood = Array.from({ length: 60 }, () => ask("link", "203.0.113.0/24"));
  const people = ["bob", "carol", "dave"].map((who) => ask(who, "198.51.100.0/24"));
  // A place of the own account is taken, as when Bob presses twice: he waits with the strangers, and the flood makes room.
  const more = Array.from({ length: 3 }, () => ask("bob", "198.51.100.0/24"));
  await Promise.all([...flood, ...people, ...more]);
  const judged = order.filter((who) => !who.endsWith("busy"));
  for (const who of ["bob", "carol", "dave"])
    assert.ok(judged.indexOf(who) < 9, `${who} is number ${judged.indexOf(who)}`);
  assert.equal(judged.filter((who) => who === "bob").length, 4);
});

test("F15, PasswordEstimates: of a long password forty characters are looked at, which give a lower bound", async () => {
  await using estimator = new DisposableEstimator();
  const guesses = async (text: string) => {
    const estimate = await estimator.estimate(password(text), [], ada);
    assert.ok(estimate.ok);
    return estimate.value.guessesLog10;
  };
  const random = "x7Kq2mZ9pL4vB8nR3tW6yH1jD5gF0sAeUiOcQkXz";
  assert.equal(await guesses(random + "p45$W0rdP4$$w0rd".repeat(60)), await guesses(random));
  assert.equal(await guesses("a".repeat(40) + random), await guesses("a".repeat(40)));
});

test("PasswordEstimates: the thread starts with the first password and ends when none comes", async () => {
  await using estimator = new DisposableEstimator({ idleMilliseconds: 1 });
  assert.equal(estimator.isRunning, false);
  assert.ok((await estimator.estimate(password("plum vex journy"), [], ada)).ok);
  await ended(estimator);
  assert.ok((await estimator.estimate(password("plum vex journy"), [], ada)).ok, "another thread starts");
});

test("PasswordEstimates: the time of an estimate begins when the thread has started", async () => {
  const program = new URL("slow-estimator.ts", import.meta.url);
  await using estimator = new DisposableEstimator({ program, patienceMilliseconds: 2_800 });
  assert.ok((await estimator.estimate(password("plum vex journy"), [], ada)).ok);
});

test("PasswordEstimates: a thread that cannot start, or takes too long, is an error that says so, and the next one is another", async () => {
  const broken = new DisposableEstimator({ program: new URL("no-such-file.ts", import.meta.url) });
  const slow = new DisposableEstimator({
    program: new URL("slow-estimator.ts", import.meta.url),
    startMilliseconds: 1,
  });
  const silent = new DisposableEstimator({
    program: new URL("silent-estimator.ts", import.meta.url),
    patienceMilliseconds: 20,
  });
  for (const estimator of [broken, slow, silent]) {
    const answers = [1, 2].map(() => estimator.estimate(password("plum vex journy"), [], ada));
    for (const answer of answers)
      await assert.rejects(answer, (error) => {
        assert.ok(error instanceof StoreUnavailable && !error.isWatched, "pages answer 503");
        assert.match(
          error.message,
          /^The thread that estimates new passwords does not run, or takes too long/,
        );
        return true;
      });
    assert.equal(estimator.isRunning, false);
  }
});

test("PasswordEstimates: closing answers all that wait, and another password works again", async () => {
  await using estimator = new DisposableEstimator();
  const answers = [1, 2].map(() => estimator.estimate(password("plum vex journy"), [], ada));
  await estimator.close();
  for (const answer of answers) assert.deepEqual(await answer, { ok: false, reason: "busy" });
  assert.ok((await estimator.estimate(password("plum vex journy"), [], ada)).ok);
});
