import { toolPassword } from "../../../../support/vectors.ts";
import type { SourceFile } from "./source-file.ts";

const base64 = (text: string) => Buffer.from(text).toString("base64");
/** FreeIPA's own tests, password "password". */
const ipaHash =
  "{PBKDF2_SHA256}AAAIAG+ooTntmgayOuMZRJuCMFVykCVWcVF3tw8YTlvFp9KF9UnFYhgpz8fC03o4Jv5KD4rQ4GsdXHIRlg/doyd1xOVFDYUZYAPHjnSpm9XnzIcaS4ZCV/JeLqueyeZQWKOlCH+k9BCmO2HZC7AKXWGMG5bJ8GLALceyf0xioP447wehg8caWYY7f2VYBz6k233DUkgV5NqswzuEwtLdDDFjpro0Ac15ok6fS0vqjDfiMs0ai5FCbivEKw4j6ZyuXHCpck6gcH8lh33rs779ZaLAgtIeeW+xdea3BDCQXhuHwCqIxxifLn2gQy/lLxlikXb82gk2ClADhwoG5RIdJ3ABrPDB100yw6QJ7NF14vV7DDzqxqylocWD/l1xw8HIYdkCpRG8PyfLz8TOR+Mgq0uB/mddrSkU6Hsmg9MkGpST69av";

/** A long value as tools fold it: lines of 76 characters, the further ones after a space. */
function folded(line: string): string {
  return [line.slice(0, 76), ...(line.slice(76).match(/.{1,75}/g) ?? [])].join("\n ");
}

export const directoryFiles: readonly SourceFile[] = [
  {
    title: "OpenLDAP, slapcat",
    format: "ldif",
    text: `# slapcat
version: 1

dn: dc=example,dc=org
objectClass: dcObject
objectClass: organization
dc: example

dn: uid=ada,ou=People,dc=example,dc=org
objectClass: inetOrgPerson
objectClass: posixAccount
uid: ada
cn:: ${base64("Ada Lovelace ♥")}
sn: Lovelace
givenName;lang-en: Ada
mail: ada@example.org
mail: a@example.org
userPassword:: ${base64("{SSHA}lZHh7yU//R8IW41lH0NdQwly7T3EeE8p")}
uidNumber: 1000
loginShell: /bin/sh
preferredLanguage: de
employeeNumber: 7
jpegPhoto:: /9j/4AAQ
createTimestamp: 20200913122640Z
entryUUID: 1b2c

dn: uid=Bob,ou=People, dc=example, dc=org
objectClass: inetOrgPerson
uid: bob
sn: B
cn: Bob
userPassword: in the clear

dn: cn=staff,ou=Groups,dc=example,dc=org
objectClass: groupOfNames
cn: staff
member: uid=ada,ou=People,dc=example,dc=org
member: UID=bob,ou=People,dc=example,dc=org

dn: cn=berlin,ou=Groups,dc=example,dc=org
objectClass: posixGroup
cn: berlin
memberUid: ada
`,
    people: {
      ada: {
        email: "ada@example.org",
        name: "Ada Lovelace ♥",
        groups: ["berlin", "staff"],
        claims: { given_name: "Ada", family_name: "Lovelace", locale: "de" },
        isEmailUnverified: true,
        createdAt: 1_600_000_000_000,
        password: toolPassword,
      },
      bob: { name: "Bob", groups: ["staff"], password: "in the clear" },
    },
    leftOut: { 'further values of "mail"': 1, 'field "employeenumber"': 1, photograph: 1 },
    passedOver: ["objectclass", "uidnumber", "loginshell", "entryuuid"],
  },
  {
    title: "FreeIPA, ldapsearch of cn=users,cn=accounts",
    format: "ldif",
    text: `dn: uid=ada,cn=users,cn=accounts,dc=example,dc=org
objectClass: person
objectClass: ipauser
uid: ada
cn: Ada Lovelace
sn: Lovelace
${folded(`userPassword:: ${base64(ipaHash)}`)}
memberOf: cn=ipausers,cn=groups,cn=accounts,dc=example,dc=org
memberOf: cn=staff,cn=groups,cn=accounts,dc=example,dc=org
memberOf: cn=System: Read,cn=permissions,cn=pbac,dc=example,dc=org
memberOf: ipaUniqueID=1,cn=hbac,dc=example,dc=org
nsAccountLock: TRUE
ipaUniqueID: 3c
krbPrincipalKey:: AAEC
`,
    people: {
      ada: { groups: ["ipausers", "staff"], isDisabled: true, password: "password" },
    },
    leftOut: { "Kerberos keys": 1 },
    passedOver: ["objectclass", "memberof", "ipauniqueid"],
  },
  {
    title: "Active Directory, ldifde",
    format: "ldif",
    text: [
      "dn: CN=Ada Lovelace,OU=Users,DC=corp,DC=example",
      "changetype: add",
      "objectClass: top",
      "objectClass: person",
      "objectClass: organizationalPerson",
      "objectClass: user",
      "cn: Ada Lovelace",
      "sn: Lovelace",
      "givenName: Ada",
      "whenCreated: 20200913122640.0Z",
      "memberOf: CN=Staff\\, Berlin,OU=Groups,DC=corp,DC=example",
      "memberOf: CN=Engineers,OU=Groups,DC=corp,DC=example",
      "userAccountControl: 514",
      "objectGUID:: 3q2+7wAAAAAAAAAAAAAAAA==",
      "sAMAccountName: ada",
      "userPrincipalName: ada@corp.example",
      "mail: ada@example.org",
      "",
      "dn: CN=PC1,OU=Computers,DC=corp,DC=example",
      "changetype: add",
      "objectClass: user",
      "objectClass: computer",
      "sAMAccountName: PC1$",
      "",
      "dn: CN=Gone,OU=Users,DC=corp,DC=example",
      "changetype: delete",
      "",
    ].join("\r\n"),
    people: {
      ada: {
        email: "ada@example.org",
        subject: "efbeadde-0000-0000-0000-000000000000",
        groups: ["Engineers"],
        isDisabled: true,
        claims: { given_name: "Ada", family_name: "Lovelace" },
        createdAt: 1_600_000_000_000,
      },
    },
    refused: 1,
    leftOut: { "a group whose name cannot be used": 1 },
    passedOver: ["objectclass", "memberof", "userprincipalname"],
  },
  {
    title: "getent passwd",
    format: "passwd",
    text: "root:x:0:0:root:/root:/bin/bash\nwww-data:x:33:33:www-data:/var/www:/usr/sbin/nologin\nada:x:1000:1000:Ada Lovelace,Room 1,,:/home/ada:/bin/bash\n",
    people: { ada: { name: "Ada Lovelace", passwordHash: undefined } },
    refused: 2,
    leftOut: { "room and telephone numbers": 1 },
  },
  {
    title: "/etc/shadow",
    format: "passwd",
    text: `root:*:19000:0:99999:7:::
daemon:!:19000::::::
ada:$6$uUlSAzp85DWvWlQf$XRE3FwR4tsCA4tjF.afseKLOzr1inHBPJhXRqg/82NvJIYI0qmZfdjLiEL9g6jPJuujPlrUIrqBPPV2bZ7rcz0:19000:0:99999:7:::
bob:!$5$TFdf.VDEz5i0kWu1$fOpZvCN0hRgXl8SUEZQdsX4HQx8XCKXo.sNCKKnFxx1:19000:0:99999:7:::
carol:$y$j9T$F5Jx5fExrKuPp53xLKQ..1$X3DX6M94c7o.9agCG9G317fhZg9SqC.5i5rd.RhAtQ7:19000:0:99999:7:::
`,
    people: {
      ada: { isDisabled: false, password: toolPassword },
      bob: { isDisabled: true, password: toolPassword },
      carol: { passwordHash: undefined },
    },
    refused: 2,
    leftOut: { "password hash (yescrypt)": 1 },
  },
];
