import type { ImportGuide } from "./import-pages.ts";

const sh = (...lines: readonly string[]) => `\`\`\`sh\n${lines.join("\n")}\n\`\`\``;

const exported = [
  "**OpenLDAP**, with all that it has (tried with slapd 2.5.13 of Debian 12):",
  sh("slapcat -b dc=example,dc=org > people.ldif"),
  "**389 Directory Server**, as the directory manager, who may read the hashes (tried with 389-ds-base 2.3.1 of Debian 12):",
  sh(
    "ldapsearch -LLL -x -H ldaps://ds.example.org -D 'cn=Directory Manager' -W -b dc=example,dc=org \\",
    "  '(|(objectClass=person)(objectClass=nsPerson)(objectClass=groupOfNames))' '*' memberOf nsAccountLock createTimestamp > people.ldif",
  ),
  "**FreeIPA** in the same way, below `cn=accounts,dc=example,dc=org`. Its schema was read, and it was not run.",
  "**Active Directory**, which gives the hashes to nobody. Without `-E`, it answers with 1,000 entries at most (tried with Samba 4.17.12 of Debian 12, which has the same schema; Windows Server was not run):",
  sh(
    "ldapsearch -LLL -x -E pr=500/noprompt -H ldaps://dc1.corp.example.org -D you@corp.example.org -W -b DC=corp,DC=example,DC=org \\",
    "  '(|(objectCategory=person)(objectCategory=group))' > people.ldif",
  ),
  "On Windows Server, the command is `ldifde -f people.ldif -d DC=corp,DC=example,DC=org -r (objectCategory=person)`; it was not run.",
  "**Samba as a domain controller** has hashes that can be kept, of passwords that were set while `smb.conf` had `password hash userPassword schemes = CryptSHA512`. As root on the domain controller:",
  sh(
    "for person in $(samba-tool user list); do",
    '  samba-tool user getpassword "$person" --attributes=objectClass,sAMAccountName,objectGUID,givenName,sn,displayName,mail,\\',
    "telephoneNumber,memberOf,userAccountControl,accountExpires,pwdLastSet,isCriticalSystemObject,whenCreated,virtualCryptSHA512",
    "done | grep -v '^Got password OK$' > people.ldif",
  ),
  "Groups come from `memberOf`, and from entries of groups anywhere in the same file.",
];

const asked = `## Passwords that stay there

People without a hash keep their password by their first sign-in, for which [the directory is asked](../importing.md#passwords-that-only-the-old-product-knows).
Where the name of an entry follows from the username:

${sh(
  "LATCHKEY_IMPORT_CHECK_KIND=ldap",
  "LATCHKEY_IMPORT_CHECK_URL=ldaps://ldap.example.org",
  "LATCHKEY_IMPORT_CHECK_DN=uid={username},ou=people,dc=example,dc=org",
  "LATCHKEY_IMPORT_CHECK_UNTIL=2027-03-31",
)}

Where it does not, an account searches for the entry first. It must be allowed to search by the attributes
of the filter, and by that of the subject:

${sh(
  "LATCHKEY_IMPORT_CHECK_KIND=ldap",
  "LATCHKEY_IMPORT_CHECK_URL=ldaps://ldap.example.org",
  "LATCHKEY_IMPORT_CHECK_BASE_DN=ou=people,dc=example,dc=org",
  "LATCHKEY_IMPORT_CHECK_FILTER='(&(objectClass=person)(uid={username}))'",
  "LATCHKEY_IMPORT_CHECK_BIND_DN=uid=latchkey,ou=services,dc=example,dc=org",
  "LATCHKEY_IMPORT_CHECK_BIND_PASSWORD_FILE=/etc/latchkey/bind-password",
  "LATCHKEY_IMPORT_CHECK_UNTIL=2027-03-31",
)}

Active Directory, without an account: people bind by their own name, and search for themselves by the \`objectGUID\` that was imported.

${sh(
  "LATCHKEY_IMPORT_CHECK_KIND=ldap",
  "LATCHKEY_IMPORT_CHECK_URL=ldaps://dc1.corp.example.org",
  "LATCHKEY_IMPORT_CHECK_DN={username}@corp.example.org",
  "LATCHKEY_IMPORT_CHECK_BASE_DN=DC=corp,DC=example,DC=org",
  "LATCHKEY_IMPORT_CHECK_SUBJECT=objectGUID",
  "LATCHKEY_IMPORT_CHECK_UNTIL=2027-03-31",
)}

With an account, the filter is \`(&(objectCategory=person)(objectClass=user)(sAMAccountName={username}))\`, the account
\`latchkey@corp.example.org\`, and the subject the same; usernames may then contain any characters. A forest with several domains is asked at its global catalog, port 3269.

On 29 November 2026, these ways were tried with slapd 2.5.13 and Samba 4.17.12 (both of Debian 12), over ldaps and StartTLS, and the first two with 389-ds-base 2.3.1,
in the clear on one machine. What they answered about accounts that may not sign in:

| The account | OpenLDAP with \`ppolicy\` | 389 | Samba | Here |
|---|---|---|---|---|
| locked by wrong passwords | 49 and a control | 19 | 49, \`775\` | incorrect, no outage |
| disabled | as locked | 53 | 49, \`533\` | incorrect, no outage |
| ended | | | 49, \`701\` | incorrect, no outage |
| password too old, or to be changed | a control | a control | 49, \`773\` | "That password has expired", with the link to a new one |

Windows Server was not tried. It is documented to answer like Samba, and with \`532\` for a password that is too old ([MS-ERREF] §2.2).
`;

/** What the page of LDIF says. */
export const directoryGuide: ImportGuide = {
  product: "LDAP directories (OpenLDAP, 389, FreeIPA, Active Directory)",
  there: exported.join("\n\n"),
  file: "people.ldif",
  notKept: [
    "Hashes of Active Directory: no export contains `unicodePwd`. [The domain controller can be asked](#passwords-that-stay-there).",
    "Kerberos keys and NT hashes: nobody can sign in here with them.",
    "A password that its person had to change (`pwdLastSet: 0`, `pwdReset`, `shadowLastChange: 0`, `passwordExpirationTime` of 1970, `krbPasswordExpiration` at the time of `krbLastPwdChange`): an administrator often knows it.",
    "yescrypt and DES behind `{CRYPT}`, and `{GOST_YESCRYPT}`: each is named in the report.",
    "`sub` of OpenLDAP, 389 and FreeIPA: the product that signed people in through the directory had its own. Active Directory's `objectGUID` becomes the `sub`, in the form of its own tools (`80a41587-e25a-…`); the base64 form, which Entra calls `onPremisesImmutableId`, and the `oid` of Entra are other ids.",
    "The end of an account that is to end later: the account does not end here, and is named in the report. One that has ended is disabled.",
    "System accounts of Active Directory (krbtgt, Guest, the first Administrator), and contacts: each is named in the report. Computers are passed over.",
    "Further values of an attribute: the first is kept.",
    "Groups of groups, and names of groups with spaces.",
    "Changes to entries (`changetype`) other than `add`.",
  ],
  further: asked,
  hashes: "either",
};
