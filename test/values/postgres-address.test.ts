import assert from "node:assert/strict";
import { test } from "node:test";
import { parsePostgresAddress, withDatabase } from "../../src/values/postgres-address.ts";

const urlsOf = (text: string) => {
  const address = parsePostgresAddress(text);
  assert.ok(address.ok, text);
  return { urls: address.value.hosts.map(({ url }) => url), location: address.value.location };
};

test("an address with several hosts is one address for each, in order, and is shown without secrets", () => {
  const rows: readonly (readonly [text: string, urls: readonly string[], location: string])[] = [
    ["postgres://u:p@h/db", ["postgres://u:p@h/db"], "postgres://h/db"],
    ["postgresql://h:5433/db", ["postgresql://h:5433/db"], "postgres://h:5433/db"],
    [
      "postgres://u:p%40q@h1:5432,h2:5433/db?target_session_attrs=read-write&sslmode=verify-full",
      [
        "postgres://u:p%40q@h1:5432/db?sslmode=verify-full",
        "postgres://u:p%40q@h2:5433/db?sslmode=verify-full",
      ],
      "postgres://h1:5432,h2:5433/db",
    ],
    [
      "postgres://u@[::1]:5432,[fe80::1]/db",
      ["postgres://u@[::1]:5432/db", "postgres://u@[fe80::1]/db"],
      "postgres://[::1]:5432,[fe80::1]/db",
    ],
    [
      "postgres://u@/db?host=h1,h2&port=5432,5433",
      ["postgres://u@h1:5432/db", "postgres://u@h2:5433/db"],
      "postgres://h1:5432,h2:5433/db",
    ],
    [
      "postgres://u@/db?host=h1,h2&port=6000",
      ["postgres://u@h1:6000/db", "postgres://u@h2:6000/db"],
      "postgres://h1:6000,h2:6000/db",
    ],
    [
      "postgres:///db?host=/run/postgresql",
      ["postgres:///db?host=%2Frun%2Fpostgresql"],
      "postgres:///run/postgresql/db",
    ],
  ];
  for (const [text, urls, location] of rows) assert.deepEqual(urlsOf(text), { urls, location }, text);
});

test("a mode that asks for TLS checks the certificate and its name, unless libpq's own meaning is asked for", () => {
  const rows = [
    ["sslmode=require", "sslmode=verify-full"],
    ["sslmode=prefer", "sslmode=verify-full"],
    ["sslmode=verify-ca&sslrootcert=/ca.pem", "sslmode=verify-full&sslrootcert=%2Fca.pem"],
    ["sslmode=verify-full&sslrootcert=system", "sslmode=verify-full"],
    ["sslmode=require&uselibpqcompat=true", "sslmode=require&uselibpqcompat=true"],
    ["sslmode=disable", "sslmode=disable"],
  ];
  for (const [given, driven] of rows)
    assert.deepEqual(urlsOf(`postgres://h/db?${given}`).urls, [`postgres://h/db?${driven}`]);
});

test("what is no address is refused with the reason, and never repeated", () => {
  const rows = [
    ["postgres://u:secret@h", /looks like/],
    ["postgres:/u:secret@h/db", /looks like/],
    ["postgres://u:secret@h:port/db", /looks like/],
    ["postgres://u:secret@h1:1,h2:port/db", /looks like/],
    ["postgres://u:secret@h/a/b", /looks like/],
    ["postgres://u:secret@/db?host=a,b,c&port=1,2", /as many ports as hosts/],
    [`postgres://u:secret@${Array(17).fill("h").join(",")}/db`, /16 hosts at most/],
    ["postgres://u:secret@a,b/db?target_session_attrs=read-only", /writes to its database/],
    ["postgres://u:secret@a,b/db?target_session_attrs=prefer-standby", /writes to its database/],
    ["postgres://u:secret@h/db?sslmode=verify", /sslmode/],
  ] as const;
  for (const [text, reason] of rows) {
    const parsed = parsePostgresAddress(text);
    assert.ok(!parsed.ok, text);
    assert.match(parsed.reason, reason);
    assert.doesNotMatch(parsed.reason, /secret/);
  }
});

test("another database of the same servers has the same address but for its name", () => {
  for (const [address, other] of [
    [
      "postgres://u:p%2F@h1:1,h2:2/latchkey?sslmode=verify-full&target_session_attrs=read-write",
      "postgres://u:p%2F@h1:1,h2:2/copy?sslmode=verify-full&target_session_attrs=read-write",
    ],
    ["postgresql:///latchkey?host=/run/postgresql", "postgresql:///copy?host=/run/postgresql"],
    ["postgres://h/latchkey", "postgres://h/copy"],
  ] as const)
    assert.equal(withDatabase(address, "copy"), other);
});
