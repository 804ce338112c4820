import type { SourceFile } from "./source-file.ts";

const ofActiveDirectory = [
  ...[
    "accountexpires",
    "badpasswordtime",
    "distinguishedname",
    "instancetype",
    "lastlogon",
    "lastlogontimestamp",
  ],
  ...["memberof", "name", "objectcategory", "objectclass", "objectsid", "primarygroupid", "pwdlastset"],
  ...["samaccounttype", "userprincipalname", "usnchanged", "usncreated", "whenchanged"],
];

/**
 * What real directories wrote, with entries left out: Samba 4.17.12 as a domain controller of Active Directory and 389 Directory Server
 * 2.3.1, both of Debian 12.
 */
export const realDirectoryFiles: readonly SourceFile[] = [
  {
    title: "Active Directory (Samba), ldapsearch -LLL",
    format: "ldif",
    text: `dn: CN=Ada Lovelace,CN=Users,DC=corp,DC=example,DC=org
objectClass: top
objectClass: person
objectClass: organizationalPerson
objectClass: user
cn: Ada Lovelace
sn: Lovelace
telephoneNumber: +49301234567
givenName: Ada
instanceType: 4
whenCreated: 20261129015342.0Z
displayName: Ada Lovelace
uSNCreated: 3936
name: Ada Lovelace
objectGUID:: hxWkgFriZ0eWYmNK4f4nzg==
codePage: 0
countryCode: 0
lastLogoff: 0
primaryGroupID: 513
objectSid:: AQUAAAAAAAUVAAAAv30l/haHoyebnHEbTgQAAA==
accountExpires: 9223372036854775807
logonCount: 0
sAMAccountName: ada
sAMAccountType: 805306368
userPrincipalName: ada@corp.example.org
objectCategory: CN=Person,CN=Schema,CN=Configuration,DC=corp,DC=example,DC=org
mail: ada@example.org
pwdLastSet: 134403908223290860
userAccountControl: 512
memberOf: CN=staff,CN=Users,DC=corp,DC=example,DC=org
lastLogonTimestamp: 134403908734648030
whenChanged: 20261129015433.0Z
uSNChanged: 3973
badPasswordTime: 134403908739549190
badPwdCount: 0
lastLogon: 134403908740436850
distinguishedName: CN=Ada Lovelace,CN=Users,DC=corp,DC=example,DC=org

dn: CN=later,CN=Users,DC=corp,DC=example,DC=org
objectClass: top
objectClass: person
objectClass: organizationalPerson
objectClass: user
cn: later
instanceType: 4
whenCreated: 20261129015346.0Z
uSNCreated: 3949
name: later
objectGUID:: Ea4k12+680aB0tY4TiVPxw==
codePage: 0
countryCode: 0
lastLogoff: 0
lastLogon: 0
primaryGroupID: 513
objectSid:: AQUAAAAAAAUVAAAAv30l/haHoyebnHEbUgQAAA==
logonCount: 0
sAMAccountName: later
sAMAccountType: 805306368
userPrincipalName: later@corp.example.org
objectCategory: CN=Person,CN=Schema,CN=Configuration,DC=corp,DC=example,DC=org
pwdLastSet: 134403908264858980
userAccountControl: 512
accountExpires: 134429828300000000
lastLogonTimestamp: 134403908744554410
whenChanged: 20261129015434.0Z
uSNChanged: 3974
badPwdCount: 1
badPasswordTime: 134403908745653690
distinguishedName: CN=later,CN=Users,DC=corp,DC=example,DC=org

dn: CN=ended,CN=Users,DC=corp,DC=example,DC=org
objectClass: top
objectClass: person
objectClass: organizationalPerson
objectClass: user
cn: ended
instanceType: 4
whenCreated: 20261129015345.0Z
uSNCreated: 3946
name: ended
objectGUID:: Y0K6Vl0UFUqXceG+UXpwVQ==
codePage: 0
countryCode: 0
lastLogoff: 0
lastLogon: 0
primaryGroupID: 513
objectSid:: AQUAAAAAAAUVAAAAv30l/haHoyebnHEbUQQAAA==
logonCount: 0
sAMAccountName: ended
sAMAccountType: 805306368
userPrincipalName: ended@corp.example.org
objectCategory: CN=Person,CN=Schema,CN=Configuration,DC=corp,DC=example,DC=org
pwdLastSet: 134403908259083060
userAccountControl: 512
accountExpires: 132000000000000000
whenChanged: 20261129015353.0Z
uSNChanged: 3971
badPwdCount: 1
badPasswordTime: 134403908743956640
distinguishedName: CN=ended,CN=Users,DC=corp,DC=example,DC=org

dn: CN=Some Contact,DC=corp,DC=example,DC=org
objectClass: top
objectClass: person
objectClass: organizationalPerson
objectClass: contact
cn: Some Contact
sn: Contact
givenName: Some
instanceType: 4
whenCreated: 20261129015351.0Z
whenChanged: 20261129015351.0Z
uSNCreated: 3968
uSNChanged: 3968
name: Some Contact
objectGUID:: C9dnskaFLkSYrbS1MhL2bw==
objectCategory: CN=Person,CN=Schema,CN=Configuration,DC=corp,DC=example,DC=org
mail: contact@example.org
distinguishedName: CN=Some Contact,DC=corp,DC=example,DC=org

dn: CN=krbtgt,CN=Users,DC=corp,DC=example,DC=org
objectClass: top
objectClass: person
objectClass: organizationalPerson
objectClass: user
cn: krbtgt
description: Key Distribution Center Service Account
instanceType: 4
whenCreated: 20261129015317.0Z
whenChanged: 20261129015317.0Z
uSNCreated: 3855
uSNChanged: 3855
showInAdvancedViewOnly: TRUE
name: krbtgt
objectGUID:: xoWi80chf0SblmK3n4Beqg==
userAccountControl: 514
badPwdCount: 0
codePage: 0
countryCode: 0
badPasswordTime: 0
lastLogoff: 0
lastLogon: 0
pwdLastSet: 134403907976232060
primaryGroupID: 513
objectSid:: AQUAAAAAAAUVAAAAv30l/haHoyebnHEb9gEAAA==
adminCount: 1
accountExpires: 9223372036854775807
logonCount: 0
sAMAccountName: krbtgt
sAMAccountType: 805306368
servicePrincipalName: kadmin/changepw
objectCategory: CN=Person,CN=Schema,CN=Configuration,DC=corp,DC=example,DC=org
isCriticalSystemObject: TRUE
memberOf: CN=Denied RODC Password Replication Group,CN=Users,DC=corp,DC=exampl
 e,DC=org
distinguishedName: CN=krbtgt,CN=Users,DC=corp,DC=example,DC=org

dn: CN=staff,CN=Users,DC=corp,DC=example,DC=org
objectClass: top
objectClass: group
cn: staff
instanceType: 4
whenCreated: 20261129015350.0Z
uSNCreated: 3966
name: staff
objectGUID:: rkzVB4NGoE6biJVynyFBKA==
objectSid:: AQUAAAAAAAUVAAAAv30l/haHoyebnHEbVwQAAA==
sAMAccountName: staff
sAMAccountType: 268435456
groupType: -2147483646
objectCategory: CN=Group,CN=Schema,CN=Configuration,DC=corp,DC=example,DC=org
member:: Q049Sm9zw6ksQ049VXNlcnMsREM9Y29ycCxEQz1leGFtcGxlLERDPW9yZw==
member: CN=Ada Lovelace,CN=Users,DC=corp,DC=example,DC=org
whenChanged: 20261129015351.0Z
uSNChanged: 3967
distinguishedName: CN=staff,CN=Users,DC=corp,DC=example,DC=org

# refldaps://corp.example.org/CN=Configuration,DC=corp,DC=example,DC=org
`,
    people: {
      ada: {
        subject: "80a41587-e25a-4767-9662-634ae1fe27ce",
        email: "ada@example.org",
        name: "Ada Lovelace",
        phoneNumber: "+49301234567",
        groups: ["staff"],
        isDisabled: false,
        claims: { given_name: "Ada", family_name: "Lovelace" },
        hasOldPassword: true,
      },
      later: { subject: "d724ae11-ba6f-46f3-81d2-d6384e254fc7", isDisabled: false },
      ended: { subject: "56ba4263-145d-4a15-9771-e1be517a7055", isDisabled: true },
    },
    refused: 2,
    leftOut: { "the end of an account": 1 },
    passedOver: ["badpwdcount", ...ofActiveDirectory],
  },
  {
    title: "Active Directory (Samba), ldbsearch",
    format: "ldif",
    text: `# record 6
dn: CN=Ada Lovelace,CN=Users,DC=corp,DC=example,DC=org
objectClass: top
objectClass: person
objectClass: organizationalPerson
objectClass: user
cn: Ada Lovelace
sn: Lovelace
telephoneNumber: +49301234567
givenName: Ada
instanceType: 4
whenCreated: 20261129015342.0Z
displayName: Ada Lovelace
uSNCreated: 3936
name: Ada Lovelace
objectGUID: 80a41587-e25a-4767-9662-634ae1fe27ce
codePage: 0
countryCode: 0
lastLogoff: 0
primaryGroupID: 513
objectSid: S-1-5-21-4263869887-665028374-460430491-1102
accountExpires: 9223372036854775807
logonCount: 0
sAMAccountName: ada
sAMAccountType: 805306368
userPrincipalName: ada@corp.example.org
objectCategory: CN=Person,CN=Schema,CN=Configuration,DC=corp,DC=example,DC=org
mail: ada@example.org
pwdLastSet: 134403908223290860
userAccountControl: 512
memberOf: CN=staff,CN=Users,DC=corp,DC=example,DC=org
lastLogonTimestamp: 134403908734648030
whenChanged: 20261129015433.0Z
uSNChanged: 3973
badPasswordTime: 134403908739549190
badPwdCount: 0
lastLogon: 134403908740436850
distinguishedName: CN=Ada Lovelace,CN=Users,DC=corp,DC=example,DC=org

# Referral
ref: ldap:///CN=Configuration,DC=corp,DC=example,DC=org
`,
    people: { ada: { subject: "80a41587-e25a-4767-9662-634ae1fe27ce", groups: ["staff"] } },
    passedOver: ofActiveDirectory,
  },
  {
    title: "Active Directory (Samba), ldapsearch with its comments and its result",
    format: "ldif",
    text: `# extended LDIF
#
# LDAPv3
# base <DC=corp,DC=example,DC=org> with scope subtree
# filter: (sAMAccountName=ada)
# requesting: ALL
#

# Ada Lovelace, Users, corp.example.org
dn: CN=Ada Lovelace,CN=Users,DC=corp,DC=example,DC=org
objectClass: top
objectClass: person
objectClass: organizationalPerson
objectClass: user
cn: Ada Lovelace
sn: Lovelace
telephoneNumber: +49301234567
givenName: Ada
instanceType: 4
whenCreated: 20261129015342.0Z
displayName: Ada Lovelace
uSNCreated: 3936
name: Ada Lovelace
objectGUID:: hxWkgFriZ0eWYmNK4f4nzg==
codePage: 0
countryCode: 0
lastLogoff: 0
primaryGroupID: 513
objectSid:: AQUAAAAAAAUVAAAAv30l/haHoyebnHEbTgQAAA==
accountExpires: 9223372036854775807
logonCount: 0
sAMAccountName: ada
sAMAccountType: 805306368
userPrincipalName: ada@corp.example.org
objectCategory: CN=Person,CN=Schema,CN=Configuration,DC=corp,DC=example,DC=org
mail: ada@example.org
pwdLastSet: 134403908223290860
userAccountControl: 512
memberOf: CN=staff,CN=Users,DC=corp,DC=example,DC=org
lastLogonTimestamp: 134403908734648030
whenChanged: 20261129015433.0Z
uSNChanged: 3973
badPasswordTime: 134403908739549190
badPwdCount: 0
lastLogon: 134403908740436850
distinguishedName: CN=Ada Lovelace,CN=Users,DC=corp,DC=example,DC=org

# search reference
ref: ldaps://corp.example.org/CN=Configuration,DC=corp,DC=example,DC=org

# search result
search: 2
result: 0 Success

# numResponses: 3
# numEntries: 1
# numReferences: 1
`,
    people: { ada: { subject: "80a41587-e25a-4767-9662-634ae1fe27ce", groups: ["staff"] } },
    passedOver: ofActiveDirectory,
  },
  {
    title: "Active Directory (Samba), samba-tool user getpassword",
    format: "ldif",
    text: `dn: CN=Ada Lovelace,CN=Users,DC=corp,DC=example,DC=org
objectClass: top
objectClass: person
objectClass: organizationalPerson
objectClass: user
sn: Lovelace
givenName: Ada
objectGUID: 80a41587-e25a-4767-9662-634ae1fe27ce
accountExpires: 9223372036854775807
sAMAccountName: ada
userPrincipalName: ada@corp.example.org
mail: ada@example.org
userAccountControl: 512
memberOf: CN=staff,CN=Users,DC=corp,DC=example,DC=org
virtualCryptSHA512: {CRYPT}$6$qW1sFNLnA7hEEZsO$x2FpxoQA2ecLGfumU1.zCU4FVKqjRgK
 9PG8rqK0nEKUda9APGjshfNFvXzy19cP726rGYlFjjCY6vsY2wHkRW1
`,
    people: {
      ada: {
        subject: "80a41587-e25a-4767-9662-634ae1fe27ce",
        hasOldPassword: undefined,
        password: "Hunter-2-ada",
      },
    },
    passedOver: ["accountexpires", "memberof", "objectclass", "userprincipalname"],
  },
  {
    title: "389 Directory Server, ldapsearch -LLL",
    format: "ldif",
    text: `dn: uid=ada,ou=people,dc=example,dc=org
objectClass: top
objectClass: inetOrgPerson
objectClass: posixAccount
objectClass: organizationalPerson
objectClass: person
uid: ada
cn: Ada Lovelace
displayName: Ada Lovelace
sn: Lovelace
givenName: Ada
mail: ada@example.org
uidNumber: 1001
gidNumber: 1001
homeDirectory: /home/ada
userPassword:: e1BCS0RGMi1TSEE1MTJ9MTAwMDAkZFl0R2lPMVlQSTl3c3hoRVJHQmljanNtTDJ
 JTm5BYzEkNVh2TDJKTGVOOVpYMUcwZjhtYitIaDJTZW9IaWVLamszczhwYkh3U1NhNk9GbWsxd0kr
 a1NzN3dFRHVKVnNhS25lWTRjNXlDV3B1bUxOblpJazdHeUE9PQ==
createTimestamp: 20261129015950Z
nsUniqueId: 7246e082-eb9811f1-9581c0de-9b857cad

dn: uid=inactive,ou=people,dc=example,dc=org
objectClass: top
objectClass: inetOrgPerson
objectClass: nsAccount
objectClass: organizationalPerson
objectClass: person
uid: inactive
cn: In Active
sn: Active
userPassword:: e1BCS0RGMi1TSEE1MTJ9MTAwMDAkTVVWNUY5SFoyK214STVndW5BMDRNOHNJdVB
 KZFFKbWgkUGp4MnZTcmZRTE5SVzlHcFZNc3hzckFiemhFRy9mKy9HVVVpOEJTWnFiSTZKc2pXVjk0
 d1JtT3QrbS9tU3dxcjJSZm9JZWhISjI4QWNmZGlVY09VdHc9PQ==
nsAccountLock: true
createTimestamp: 20261129015950Z
nsUniqueId: 7246e083-eb9811f1-9581c0de-9b857cad

dn: uid=bob,ou=people,dc=example,dc=org
objectClass: top
objectClass: nsPerson
objectClass: nsAccount
objectClass: nsOrgPerson
objectClass: posixAccount
uid: bob
cn: Bob
displayName: Bob Brown
uidNumber: 1002
gidNumber: 1002
homeDirectory: /home/bob
userPassword:: e1BCS0RGMi1TSEE1MTJ9MTAwMDAkd3hTT3Q0N1czRk5VblRaM3ZMa1FTM0dlbnM
 3QTVqUWUkUCtTRjEvS3FaREpydkVidFZ4OUZ1T1lxWnlSNFRHaDJLU2NjbTlIQ2pQakV6VzJ2MGcz
 V2JCVTVndktLdFQ5UStJc1BCMGVISkNOOHE0QTNDV1lZZGc9PQ==
createTimestamp: 20261129015951Z
nsUniqueId: 7246e088-eb9811f1-9581c0de-9b857cad

dn: cn=staff,ou=groups,dc=example,dc=org
objectClass: top
objectClass: groupOfNames
cn: staff
member: uid=ada,ou=people,dc=example,dc=org
createTimestamp: 20261129015951Z
nsUniqueId: 7246e086-eb9811f1-9581c0de-9b857cad
`,
    people: {
      ada: {
        email: "ada@example.org",
        groups: ["staff"],
        isDisabled: false,
        password: "seven quiet rivers run north",
      },
      inactive: { isDisabled: true },
      bob: { name: "Bob Brown", password: "seven quiet rivers run north" },
    },
    passedOver: ["gidnumber", "homedirectory", "nsuniqueid", "objectclass", "uidnumber"],
  },
];
