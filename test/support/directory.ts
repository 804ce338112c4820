import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { localhost } from "./mail-server.ts";
import { until } from "./until.ts";

const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };

/** Why tests with a real directory are skipped; false where it is there. */
export const withoutSlapd: string | false =
  spawnSync("slapd", ["-VV"], { env }).error === undefined
    ? false
    : "slapd is missing; `apt-get install slapd` installs it";

/** A real OpenLDAP with a few people. */
export interface Directory extends AsyncDisposable {
  /** `ldap://127.0.0.1:port`. */
  readonly url: string;
  /** `ldaps://localhost:port`, with the certificate of the tests. */
  readonly tlsUrl: string;
}

/** The entryUUID of Ada. */
export const adaUuid = "5a3ec0de-5f1c-4b8e-9a53-3c8cf0a1b2c3";
/** The entryUUID of one of the two entries that have the uid `twin`. */
export const twinUuid = "7b0c1d2e-5f1c-4b8e-9a53-3c8cf0a1b2c3";
/** An account that may search. */
export const searcher = { name: "cn=latchkey,ou=services,dc=example,dc=org", password: "may search" };

const people = `dn: dc=example,dc=org
objectClass: domain
dc: example

dn: ou=people,dc=example,dc=org
objectClass: organizationalUnit
ou: people

dn: uid=ada,ou=people,dc=example,dc=org
objectClass: inetOrgPerson
uid: ada
cn: Ada Lovelace
sn: Lovelace
userPassword: hunter2
entryUUID: ${adaUuid}

dn: uid=o\\2C p\\+q\\=,ou=people,dc=example,dc=org
objectClass: inetOrgPerson
uid: o, p+q=
cn: With a comma
sn: Comma
userPassword: commas

dn: ou=services,dc=example,dc=org
objectClass: organizationalUnit
ou: services

dn: cn=latchkey,ou=services,dc=example,dc=org
objectClass: applicationProcess
objectClass: simpleSecurityObject
cn: latchkey
userPassword: ${searcher.password}

dn: ou=berlin,ou=people,dc=example,dc=org
objectClass: organizationalUnit
ou: berlin

dn: cn=Grace Hopper,ou=berlin,ou=people,dc=example,dc=org
objectClass: inetOrgPerson
uid: grace
cn: Grace Hopper
sn: Hopper
mail: grace@example.org
userPassword: cobol59

dn: uid=twin,ou=people,dc=example,dc=org
objectClass: inetOrgPerson
uid: twin
cn: One Twin
sn: Twin
userPassword: castor
entryUUID: ${twinUuid}

dn: uid=twin,ou=berlin,ou=people,dc=example,dc=org
objectClass: inetOrgPerson
uid: twin
cn: Other Twin
sn: Twin
userPassword: pollux

dn: cn=policy,ou=services,dc=example,dc=org
objectClass: device
objectClass: pwdPolicy
cn: policy
pwdAttribute: userPassword
pwdMaxAge: 86400
pwdMustChange: TRUE
pwdLockout: TRUE

dn: uid=aged,ou=people,dc=example,dc=org
objectClass: inetOrgPerson
uid: aged
cn: Old Password
sn: Password
userPassword: hunter2
pwdChangedTime: 20200101000000Z

dn: uid=reset,ou=people,dc=example,dc=org
objectClass: inetOrgPerson
uid: reset
cn: Known Password
sn: Password
userPassword: hunter2
pwdReset: TRUE

dn: uid=locked,ou=people,dc=example,dc=org
objectClass: inetOrgPerson
uid: locked
cn: Locked Entry
sn: Entry
userPassword: hunter2
pwdAccountLockedTime: 000001010000Z

dn: uid=nopass,ou=people,dc=example,dc=org
objectClass: inetOrgPerson
uid: nopass
cn: No Password
sn: Password

dn: uid=far,ou=people,dc=example,dc=org
objectClass: referral
objectClass: extensibleObject
uid: far
ref: ldap://127.0.0.1:1/uid=far,dc=elsewhere
`;

/** Starts it on free ports of this machine, without a service of the system. */
export async function startDirectory(): Promise<Directory> {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-slapd-"));
  const [port, tlsPort] = [await freePort(), await freePort()];
  const of = (name: string) => join(folder, name);
  const schemas = ["core", "cosine", "inetorgperson"].map(
    (name) => `include /etc/ldap/schema/${name}.schema`,
  );
  await Promise.all([
    mkdir(of("db")),
    writeFile(of("key.pem"), localhost.key, { mode: 0o600 }),
    writeFile(of("cert.pem"), localhost.cert),
    writeFile(of("people.ldif"), people),
    writeFile(
      of("slapd.conf"),
      [
        ...schemas,
        ...["modulepath /usr/lib/ldap", "moduleload back_mdb", "moduleload ppolicy"],
        ...[`TLSCertificateFile ${of("cert.pem")}`, `TLSCertificateKeyFile ${of("key.pem")}`],
        // As many directories are set up: a bind without a password is taken for an anonymous one, and succeeds.
        "allow bind_anon_cred bind_anon_dn",
        ...["database mdb", "suffix dc=example,dc=org", `directory ${of("db")}`],
        "access to attrs=userPassword by anonymous auth by * none",
        "access to * by users read",
        // As in many directories, a bind as a locked entry is answered as locked.
        ...[
          "overlay ppolicy",
          "ppolicy_default cn=policy,ou=services,dc=example,dc=org",
          "ppolicy_use_lockout",
        ],
        "",
      ].join("\n"),
    ),
  ]);
  execFileSync("slapadd", ["-f", of("slapd.conf"), "-l", of("people.ldif")], { env, stdio: "pipe" });
  const [url, tlsUrl] = [`ldap://127.0.0.1:${port}`, `ldaps://localhost:${tlsPort}`];
  const listeners = `${url}/ ldaps://127.0.0.1:${tlsPort}/`;
  const server = spawn("slapd", ["-f", of("slapd.conf"), "-h", listeners, "-d", "0"], {
    env,
    stdio: "ignore",
  });
  await until(() => canConnect(tlsPort));
  return {
    url,
    tlsUrl,
    [Symbol.asyncDispose]: async () => {
      server.kill();
      if (server.exitCode === null && server.signalCode === null) await once(server, "close");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
