import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  type DeviceId,
  decodeDevices,
  deviceIdOf,
  deviceOf,
  encodeDevices,
  type KnownDevice,
  rememberDevice,
} from "../../src/identity/device.ts";
import { type AccountId, accountIdOf } from "../../src/values/ids.ts";
import { type Instant, instantOf, plus } from "../../src/values/time.ts";

const start = instantOf(Date.UTC(2026, 0, 1));
const day = 24 * 3600;

function accountNamed(letter: string): AccountId {
  return accountIdOf(letter.repeat(20));
}

function accountAt(letter: string, epoch: number): { readonly id: AccountId; readonly epoch: number } {
  return { id: accountNamed(letter), epoch };
}

function deviceNumbered(number: number): DeviceId {
  return deviceIdOf(new Uint8Array(8).fill(number));
}

function remembered(
  signIns: readonly (readonly [letter: string, at: Instant])[],
  existing: readonly KnownDevice[] = [],
): readonly KnownDevice[] {
  return signIns.reduce(
    (devices, [letter, at], index) =>
      rememberDevice(
        devices,
        { accountId: accountNamed(letter), accountEpoch: 1, deviceId: deviceNumbered(index + 1) },
        at,
      ),
    existing,
  );
}

const deviceLists = fc
  .array(
    fc.tuple(
      fc.stringMatching(/^[A-Za-z0-9]{20}$/),
      fc.uint8Array({ minLength: 8, maxLength: 8 }),
      fc.integer({ min: 0, max: 2 ** 48 - 1 }),
      fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    ),
    { maxLength: 8 },
  )
  .map((signIns) =>
    signIns
      .sort(([, , left], [, , right]) => left - right)
      .reduce<readonly KnownDevice[]>(
        (devices, [id, random, at, accountEpoch]) =>
          rememberDevice(
            devices,
            { accountId: accountIdOf(id), accountEpoch, deviceId: deviceIdOf(random) },
            instantOf(at),
          ),
        [],
      ),
  );

test("a device cookie says what was put into it", () => {
  fc.assert(
    fc.property(deviceLists, (devices) => {
      const payload = encodeDevices(devices);
      assert.ok(payload.length <= 1 + 5 * 38);
      assert.deepEqual(decodeDevices(payload), devices);
    }),
  );
});

test("a payload is read strictly: whatever gives devices is byte for byte what they are written as", () => {
  const damaged = fc
    .tuple(deviceLists, fc.nat(), fc.nat(255), fc.integer({ min: -2, max: 2 }))
    .map(([devices, at, value, growth]) => {
      const payload = Buffer.from(encodeDevices(devices));
      payload[at % payload.length] = value;
      return growth < 0 ? payload.subarray(0, growth) : Buffer.concat([payload, Buffer.alloc(growth)]);
    });
  fc.assert(
    fc.property(fc.oneof(damaged, fc.uint8Array({ maxLength: 250 })), (payload) => {
      const devices = decodeDevices(payload);
      if (devices.length > 0) assert.deepEqual([...encodeDevices(devices)], [...payload]);
    }),
  );
});

test("a payload of another layout, of six entries or with one account twice holds no device", () => {
  const one = Buffer.from(encodeDevices(remembered([["a", start]])));
  const entry = one.subarray(1);
  assert.equal(decodeDevices(one).length, 1);
  assert.deepEqual(decodeDevices(Buffer.concat([Buffer.from([2]), entry])), []);
  assert.deepEqual(decodeDevices(Buffer.concat([one, entry])), []);
  assert.deepEqual(decodeDevices(new Uint8Array()), []);
  const letters = ["a", "b", "c", "d", "e", "f"];
  const entries = letters.map((letter) =>
    Buffer.from(encodeDevices(remembered([[letter, start]]))).subarray(1),
  );
  assert.equal(decodeDevices(Buffer.concat([Buffer.from([1]), ...entries.slice(1)])).length, 5);
  assert.deepEqual(decodeDevices(Buffer.concat([Buffer.from([1]), ...entries])), []);
});

test("the five accounts that signed in last are remembered, newest first", () => {
  const devices = remembered(
    ["a", "b", "c", "a", "d", "e", "f"].map((letter, index) => [letter, plus(start, index)]),
  );
  assert.deepEqual(
    devices.map((device) => device.accountId),
    ["f", "e", "d", "a", "c"].map(accountNamed),
  );
});

test("a new sign-in gives the account a new device id and a new 400 days", () => {
  const first = remembered([["a", start]]);
  const second = rememberDevice(
    first,
    { accountId: accountNamed("a"), accountEpoch: 1, deviceId: deviceNumbered(9) },
    plus(start, 300 * day),
  );
  assert.equal(second.length, 1);
  assert.notEqual(second[0]?.deviceId, first[0]?.deviceId);
  assert.ok(deviceOf(second, accountAt("a", 1), plus(start, 600 * day)) !== undefined);
});

test("a device is known to the accounts that used it, for 400 days, and then forgotten", () => {
  const devices = remembered([["a", start]]);
  assert.equal(deviceOf(devices, accountAt("a", 1), instantOf(plus(start, 400 * day) - 1)), devices[0]);
  assert.equal(deviceOf(devices, accountAt("a", 1), plus(start, 400 * day)), undefined);
  assert.equal(deviceOf(devices, accountAt("b", 1), start), undefined);
  assert.equal(deviceOf([], accountAt("a", 1), start), undefined);
  assert.equal(remembered([["b", plus(start, 400 * day)]], devices).length, 1);
});

test("E1: once the account's password changed or its sessions ended, its devices are strangers again", () => {
  const devices = remembered([["a", start]]);
  assert.equal(deviceOf(devices, accountAt("a", 2), start), undefined);
  assert.equal(deviceOf(devices, accountAt("a", 0), start), undefined);
});

test("more entries than are ever remembered are a bug", () => {
  const device = remembered([["a", start]])[0];
  assert.ok(device !== undefined);
  assert.throws(() => encodeDevices(new Array(6).fill(device)), /at most 5/);
  assert.throws(() => deviceIdOf(new Uint8Array(7)), /8 bytes/);
});
