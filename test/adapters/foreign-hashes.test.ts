import assert from "node:assert/strict";
import { argon2Sync, createCipheriv, pbkdf2Sync, scryptSync } from "node:crypto";
import { test } from "node:test";
import { hash as bcryptHash } from "@node-rs/bcrypt";
import fc from "fast-check";
import { createPasswords } from "../../src/adapters/passwords/argon2.ts";
import { readForeignHash, readWeakHash } from "../../src/identity/foreign-hash.ts";
import {
  type NormalizedPassword,
  normalizePassword,
  type PasswordHash,
} from "../../src/identity/password.ts";

import { respeltHashes, toolPassword, weakHashes } from "../support/vectors.ts";

const caller = { network: "network" };
const salt = Buffer.from("sixteen bytes :)");
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64").replaceAll("=", "");
const passlib = (bytes: Uint8Array) => base64(bytes).replaceAll("+", ".");

function password(text: string): NormalizedPassword {
  const normalized = normalizePassword(text);
  assert.ok(normalized.ok);
  return normalized.value;
}

function argon2(kind: "argon2d" | "argon2i" | "argon2id", text: string): string {
  const costs = { parallelism: 2, tagLength: 24, memory: 64, passes: 3 };
  const tag = argon2Sync(kind, { message: text, nonce: salt, ...costs });
  return `$${kind}$v=19$m=64,t=3,p=2$${base64(salt)}$${base64(tag)}`;
}

function firebase(text: string): string {
  const [signerKey, separator] = [Buffer.from("a key of the project, 32 bytes.."), Buffer.from([0xd8, 0x15])];
  const key = scryptSync(text, Buffer.concat([salt, separator]), 32, { N: 1 << 10, r: 8, p: 1 });
  const tag = createCipheriv("aes-256-ctr", key, Buffer.alloc(16)).update(signerKey);
  const head = `$firebase-scrypt$ln=10,r=8,p=1,ss=${base64(separator)},sk=${base64(signerKey)}`;
  return `${head}$${base64(salt)}$${base64(tag)}`;
}

/** Each computed by Node's own crypto, or by the bcrypt library. */
const schemes: Readonly<Record<string, (text: string) => string | Promise<string>>> = {
  "bcrypt 2b": (text) => bcryptHash(text, 4),
  "bcrypt 2a": (text) => bcryptHash(text, 4).then((hash) => hash.replace("$2b$", () => "$2a$")),
  "bcrypt 2y, as htpasswd writes it": (text) =>
    bcryptHash(text, 4).then((hash) => hash.replace("$2b$", () => "$2y$")),
  Argon2d: (text) => argon2("argon2d", text),
  Argon2i: (text) => argon2("argon2i", text),
  "Argon2id with another cost": (text) => argon2("argon2id", text),
  "PBKDF2 with SHA-1": (text) =>
    `$pbkdf2-sha1$i=1000$${base64(salt)}$${base64(pbkdf2Sync(text, salt, 1000, 20, "sha1"))}`,
  "PBKDF2 with SHA-256 in the spelling of PHC": (text) =>
    `$pbkdf2-sha256$i=1000,l=64$${base64(salt)}$${base64(pbkdf2Sync(text, salt, 1000, 64, "sha256"))}`,
  "PBKDF2 with SHA-512 in the spelling of passlib": (text) =>
    `$pbkdf2-sha512$1000$${passlib(salt)}$${passlib(pbkdf2Sync(text, salt, 1000, 64, "sha512"))}`,
  scrypt: (text) =>
    `$scrypt$ln=10,r=8,p=1$${base64(salt)}$${base64(scryptSync(text, salt, 32, { N: 1024, r: 8, p: 1 }))}`,
  "scrypt as Firebase uses it": firebase,
};

for (const [name, hash] of Object.entries(schemes))
  test(`a password hash of another program is verified and then renewed: ${name}`, async () => {
    const passwords = createPasswords();
    for (const text of ["vex plum journal", "🔑 clé à molette"]) {
      const read = readForeignHash(await hash(text));
      assert.ok(read.ok, JSON.stringify(read));
      const stored = read.value.text;
      const again = readForeignHash(stored);
      assert.equal(again.ok && again.value.text, stored, "the stored spelling reads as itself");
      const right = await passwords.verify(password(text), stored, caller);
      assert.deepEqual(right, { ok: true, value: { matches: true, needsRehash: true } });
      const wrong = await passwords.verify(password("vex plum journey"), stored, caller);
      assert.deepEqual(wrong, { ok: true, value: { matches: false, needsRehash: false } });
    }
  });

async function assertVerified(stored: PasswordHash, text: string): Promise<void> {
  const passwords = createPasswords({ settings: { memoryKib: 64, passes: 1, lanes: 1 } });
  const right = await passwords.verify(password(text), stored, caller);
  assert.deepEqual(right, { ok: true, value: { matches: true, needsRehash: true } });
  for (const other of [`${text}!`, text.slice(1), "vex plum journey"]) {
    const wrong = await passwords.verify(password(other || "x"), stored, caller);
    assert.deepEqual(wrong, { ok: true, value: { matches: false, needsRehash: false } }, other);
  }
}

for (const [source, hash, text = toolPassword] of respeltHashes)
  test(`a hash that another program made is kept and verified: ${source}`, async () => {
    const read = readForeignHash(hash);
    assert.ok(read.ok, JSON.stringify(read));
    const again = readForeignHash(read.value.text);
    assert.equal(again.ok && again.value.text, read.value.text, "the stored spelling reads as itself");
    await assertVerified(read.value.text, text);
  });

for (const [source, hash, text = toolPassword] of weakHashes)
  test(`a digest that another program made is wrapped and verified: ${source}`, async () => {
    assert.deepEqual(readForeignHash(hash), { ok: false, reason: "weak" });
    const digest = readWeakHash(hash);
    assert.ok(digest);
    const wrapped = await createPasswords({ settings: { memoryKib: 64, passes: 1, lanes: 1 } }).wrap(digest);
    assert.ok(wrapped.ok);
    const stored = wrapped.value;
    assert.ok(!stored.includes(digest.digest), "the digest itself is not stored");
    assert.match(stored, /^\$wrapped-[a-z0-9-]+\$i=\d+\$[A-Za-z0-9+/]*\$argon2id\$v=19\$m=64,t=1,p=1\$/);
    const again = readForeignHash(stored);
    assert.equal(again.ok && again.value.text, stored, "the stored spelling reads as itself");
    await assertVerified(stored, text);
  });

const sixteen = base64(salt);
const tag = base64(Buffer.alloc(32, 7));
const outer = `$argon2id$v=19$m=64,t=1,p=1$${sixteen}$${tag}`;
const refused: readonly (readonly [string, string, string])[] = [
  ["bcrypt of cost 15", `$2b$15$${"a".repeat(21)}u${"b".repeat(31)}`, "costly"],
  ["bcrypt of cost 31", `$2b$31$${"a".repeat(21)}u${"b".repeat(31)}`, "costly"],
  ["bcrypt 2x, which was a bug", `$2x$10$${"a".repeat(21)}u${"b".repeat(31)}`, "unknown"],
  ["bcrypt that was cut", `$2b$10$${"a".repeat(21)}u`, "damaged"],
  ["Argon2 of 4 GiB", `$argon2id$v=19$m=4194304,t=1,p=1$${sixteen}$${tag}`, "costly"],
  ["Argon2 of 256 MiB, 16 times", `$argon2i$v=19$m=262144,t=16,p=1$${sixteen}$${tag}`, "costly"],
  ["Argon2 with less memory than it needs", `$argon2id$v=19$m=8,t=1,p=2$${sixteen}$${tag}`, "damaged"],
  ["PBKDF2 of a thousand million rounds", `$pbkdf2-sha256$i=1000000000$${sixteen}$${tag}`, "costly"],
  ["PBKDF2 of one round", `$pbkdf2-sha256$i=1$${sixteen}$${tag}`, "weak"],
  ["PBKDF2 without a salt", `$pbkdf2-sha256$i=10000$AAAA$${tag}`, "weak"],
  ["scrypt of 1 GiB", `$scrypt$ln=20,r=8,p=1$${sixteen}$${tag}`, "costly"],
  ["scrypt of many lanes", `$scrypt$ln=14,r=8,p=512$${sixteen}$${tag}`, "costly"],
  ["apr1", "$apr1$r31.....$HqJZimcKQFAMYayBlzkrA/", "weak"],
  ["the SHA-1 of htpasswd", "{SHA}VBPuJHI7uixaa6LQGWx4s+5GKNE=", "weak"],
  ["MD5", "5f4dcc3b5aa765d61d8327deb882cf99", "weak"],
  ["crypt with DES", "rqXexS6ZhobKA", "weak"],
  ["crypt with SHA-512", "$6$rounds=656000$saltsalt$abcdef", "unknown"],
  ["crypt with SHA-512 of a million rounds", `$6$rounds=1000000$saltsalt$${"a".repeat(86)}`, "costly"],
  ["crypt with SHA-256 and the length of SHA-512", `$5$saltsalt$${"a".repeat(86)}`, "damaged"],
  ["phpass of 2^30 rounds", `$P$S${"a".repeat(8)}${"b".repeat(22)}`, "costly"],
  ["Drupal of 2^63 rounds", `$S$z${"a".repeat(8)}${"b".repeat(43)}`, "costly"],
  ["phpass of one round", `$P$.${"a".repeat(8)}${"b".repeat(22)}`, "damaged"],
  ["{SSHA} without a salt", "{SSHA}rkRFxQeSuD3I3OrQrCAK3+aZ14I=", "damaged"],
  ["{SHA256} that was cut", "{SHA256}AAAA", "damaged"],
  ["{SSHA} with a salt of 900 bytes", `{SSHA}${Buffer.alloc(740).toString("base64")}`, "damaged"],
  ["yescrypt", "$y$j9T$F5Jx5fExrKuPp53xLKQ..1$X3DX6M94c7o.9agCG9G317fhZg9SqC.5i5rd.RhAtQ7", "unknown"],
  ["a wrapped digest of a million rounds", `$wrapped-sha512-crypt$i=1000000$${sixteen}${outer}`, "damaged"],
  ["a wrapped digest of no kind", `$wrapped-md4-salt-first$i=1$${sixteen}${outer}`, "damaged"],
  ["a wrapped digest named like a member of objects", `$wrapped-__proto__$i=1$${sixteen}${outer}`, "damaged"],
  [
    "a wrapped digest in 4 GiB",
    `$wrapped-apr1$i=1000$${sixteen}${outer.replace("m=64", "m=4194304")}`,
    "costly",
  ],
  [
    "a wrapped digest in a wrapped digest",
    `$wrapped-apr1$i=1000$$wrapped-apr1$i=1000$${sixteen}${outer}`,
    "damaged",
  ],
  [
    "PBKDF2 of ASP.NET with 50 rounds",
    "AQAAAAIAAAAyAAAAEOMwvh3+FZxqkdMBz2ekgGhwQ4B6pZWND6zgESBuWiHw",
    "weak",
  ],
  ["PBKDF2 of ASP.NET whose salt is longer than it", `AQAAAAEAACcQ/////${"A".repeat(60)}`, "damaged"],
  ["scrypt of Django with a cost that is no power of two", `scrypt$16385$${sixteen}$8$1$${tag}`, "damaged"],
  ["nothing", "", "unknown"],
  ["base64 whose padding bits are set", `$pbkdf2-sha256$i=10000$${sixteen.slice(0, -1)}Z$${tag}`, "damaged"],
];

test("RFC 8018 §5.2: of a PBKDF2 key of several blocks the first is computed: 1,300,000 rounds of SHA-1 over 64 bytes, as Keycloak writes them", async () => {
  const whole = pbkdf2Sync("vex plum journal", salt, 1000, 64, "sha1");
  const spelled = (rounds: number, bytes: Uint8Array) =>
    `$pbkdf2-sha1$i=${rounds}$${sixteen}$${base64(bytes)}` as PasswordHash;
  const costly = spelled(1_300_000, whole);
  const read = readForeignHash(costly);
  assert.equal(read.ok && read.value.text, costly, "the stored spelling reads as itself");
  await assertVerified(spelled(1000, whole), "vex plum journal");
  const other = Buffer.from(whole);
  other[19] = (other[19] ?? 0) ^ 1;
  const outcome = await createPasswords().verify(password("vex plum journal"), spelled(1000, other), caller);
  assert.equal(outcome.ok && outcome.value.matches, false);
});

for (const [name, text, problem] of refused)
  test(`a password hash that is refused as ${problem}: ${name}`, async () => {
    assert.deepEqual(readForeignHash(text), { ok: false, reason: problem });
    const outcome = await createPasswords().verify(
      password("vex plum journal"),
      text as PasswordHash,
      caller,
    );
    assert.deepEqual(outcome, { ok: false, reason: "unacceptable-hash" });
  });

test("readForeignHash: any text is read or refused, and what is read has one spelling", () => {
  const part = fc.constantFrom(
    "$",
    "2b",
    "argon2id",
    "pbkdf2-sha256",
    "scrypt",
    "wrapped-apr1",
    "wrapped-sha1-salt-last",
    "{SSHA}",
    "bcrypt_sha256$",
    outer,
    "i=",
    "m=64,t=1,p=1",
    "10",
    sixteen,
    tag,
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(part).map((parts) => parts.join("")),
      ),
      (text) => {
        const read = readForeignHash(text);
        if (!read.ok) return true;
        const again = readForeignHash(read.value.text);
        return again.ok && again.value.text === read.value.text;
      },
    ),
  );
});

test("a fast hash of another program is compared with no less work than an unknown username is", async () => {
  const passwords = createPasswords({ settings: { memoryKib: 32_768, passes: 4, lanes: 1 } });
  const fast = readForeignHash(await bcryptHash("the right one", 4));
  assert.ok(fast.ok);
  const median = async (stored: PasswordHash | undefined) => {
    // The processor's time until the answer, which other programs of a busy machine do not lengthen.
    const times: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const before = process.cpuUsage();
      await passwords.verify(password("a wrong one"), stored, caller);
      const { user, system } = process.cpuUsage(before);
      times.push(user + system);
    }
    return times.sort((left, right) => left - right)[2] ?? 0;
  };
  const [known, unknown] = [await median(fast.value.text), await median(undefined)];
  assert.ok(known > unknown / 2, `${known} µs, and ${unknown} µs for an unknown username`);
});
