/**
 * Hashes that other programs made, each with its password and where it comes from. None was computed by this code. passlib is 1.7.4,
 * Django 5.2, OpenSSL 3.0.
 */

/** The password of those that a tool made for these tests. */
export const toolPassword = "seven quiet rivers run north";

type Vector = readonly [source: string, hash: string, password?: string];

/** Digests that are wrapped. */
export const weakHashes: readonly Vector[] = [
  ["{SSHA}, passlib", "{SSHA}lZHh7yU//R8IW41lH0NdQwly7T3EeE8p"],
  ["{SMD5}, passlib", "{SMD5}F4K4Vtzoq9A9IcsJlWZQ+IzROsc="],
  ["{SSHA256}, passlib", "{SSHA256}Cl+SmcvNgSG/arLEEQ1RRLcrUrMWFgzAWcAYHP+sqSBPqZUyhvA+Rw=="],
  [
    "{SSHA512}, passlib",
    "{SSHA512}8m6AJpaLu17yWZb76I2WfCRah9z0O0iLpw+YY2P/caJRfrIzQJfHO7ktZoeds3SJ2jvBDOAdtEZrB/10XucUymQM4ZzzHoOw",
  ],
  ["{SHA}, passlib", "{SHA}rkRFxQeSuD3I3OrQrCAK3+aZ14I="],
  ["{MD5}, passlib", "{MD5}c6RKtplc17QuCn+TEVLbaw=="],
  ["$1$, passlib", "$1$ifyDLa9u$OILPaxZyW3NLOFMN/fOqS/"],
  ["$1$, openssl passwd -1", "$1$LcHq2w0A$OflwokRoGUg/JsgO1KlNt1"],
  ["$1$ of 70 characters, passlib", "$1$bZtXoZgk$H5pJPF64Jkq4aDjPydQrC/", "y".repeat(70)],
  ["$apr1$, openssl passwd -apr1", "$apr1$89/Zwhk.$9K8r/TJwG.sEbAA9lsi3.."],
  ["$apr1$, passlib", "$apr1$KaOEs.GR$fQtqxANm1dJzYj4Hh9C/h/"],
  ["$apr1$, the documents of httpd 2.4", "$apr1$r31.....$HqJZimcKQFAMYayBlzkrA/", "myPassword"],
  ["{SHA}, the documents of httpd 2.4", "{SHA}VBPuJHI7uixaa6LQGWx4s+5GKNE=", "myPassword"],
  ["$5$, openssl passwd -5", "$5$TFdf.VDEz5i0kWu1$fOpZvCN0hRgXl8SUEZQdsX4HQx8XCKXo.sNCKKnFxx1"],
  [
    "$5$ of 100 characters, passlib",
    "$5$rounds=1400$b0e3oJaA3L2YffUz$Q4L7LAqL5tITOMsTixNLGhgwwtwC6AJRBJKdM2.yhr2",
    "x".repeat(100),
  ],
  [
    "$6$, openssl passwd -6",
    "$6$uUlSAzp85DWvWlQf$XRE3FwR4tsCA4tjF.afseKLOzr1inHBPJhXRqg/82NvJIYI0qmZfdjLiEL9g6jPJuujPlrUIrqBPPV2bZ7rcz0",
  ],
  [
    "$6$ of Cyrillic letters, passlib",
    "$6$saltstring$vOVokIX5/GwJd86pQoSC6U0T9ZoshdI5gCQE/OSsWRXhryBd.e7qdQ2DD2JL5HwCt4NysItv06K1R/nMaDq0E.",
    "Привет мир",
  ],
  ["{CRYPT} of OpenLDAP, openssl passwd -1", "{CRYPT}$1$LcHq2w0A$OflwokRoGUg/JsgO1KlNt1"],
  ["phpass of WordPress, example 400 of hashcat", "$P$984478476IagS59wHZvyQMArzfx58u.", "hashcat"],
  ["Drupal 7, example 7900 of hashcat", "$S$C33783772bRXEx1aCsvY.dqgaaSu76XmVlKrW9Qu8IQlvxHlmzLf", "hashcat"],
  [
    "{SSHA512} of 389 Directory Server, libs/crypto of kanidm/kanidm",
    "{SSHA512}JwrSUHkI7FTAfHRVR6KoFlSN0E3dmaQWARjZ+/UsShYlENOqDtFVU77HJLLrY2MuSp0jve52+pwtdVl2QUAHukQ0XUf5LDtM",
    "password",
  ],
  [
    "{SSHA384} of 389 Directory Server, pwdhash of 389-ds-base 2.3.1",
    "{SSHA384}rADFwBeMQ3ZNWwcXsEMHBP2HJCqTGQ/d7kL+wAOGj3v5oljx1BkM02s6bofBPaID3jW3yWiO1wE=",
  ],
  [
    "{crypt}$6$ of 389 Directory Server, pwdhash of 389-ds-base 2.3.1",
    "{crypt}$6$EA$FDljh0ktFMl41qWLWLY915hvoG7UkG89Pow/WCdBZ63i2HLVAcxfGl7Mz9Gxnhr858GvH3yaMX5tyazhtirLQ1",
  ],
  ["sha1$ of Django, passlib", "sha1$ZEsgOwc3Oglq$dcfa118aa22d75a31c0fb55d7f9192ae11fc09ab"],
  ["md5$ of Django", "md5$hhCSdpjgz7wNWWOx7RuLTk$d3ed7049a716cfa970992b92111a4d0d"],
  ["bare MD5, RFC 1321 §A.5", "900150983cd24fb0d6963f7d28e17f72", "abc"],
  ["bare SHA-1, FIPS 180-2 §A.1", "A9993E364706816ABA3E25717850C26C9CD0D89D", "abc"],
];

/** Hashes that are kept as they are, in another spelling. */
export const respeltHashes: readonly Vector[] = [
  [
    "{PBKDF2-SHA1} of 389 Directory Server, pwdhash of 389-ds-base 2.3.1",
    "{PBKDF2-SHA1}10000$l/WqjWIVwcszVWL9CZpASUVRL+A8KlXW$W6FhLBc/8Djd5lS1nXMe9mxSwU4=",
  ],
  [
    "{PBKDF2-SHA256} of 389 Directory Server, pwdhash of 389-ds-base 2.3.1",
    "{PBKDF2-SHA256}10000$EhbuWzPsOXPHH+fTTY/bIOiDXdj01PSm$mWGj0rcv54ATJTUzUyp8bZch+JbID2VWMiEHYs31DP8=",
  ],
  [
    "{PBKDF2-SHA512} of 389 Directory Server, pwdhash of 389-ds-base 2.3.1",
    "{PBKDF2-SHA512}10000$jd5OAS0gVOgxCg9bNgQqoko8+J0ZxlmS$ohdTuKe2slOLSrx+10I9w1Oxrb9Z9laCk5ds1VdOicxnLAHsrW+TabLJD4BwhqUiCUOr3SNcJIi/iz+3WpzKYA==",
  ],
  [
    "{PBKDF2_SHA256} of 389 Directory Server, pwdhash of 389-ds-base 2.3.1",
    "{PBKDF2_SHA256}AAAgACBlLkQEWpvBEpBNAuGJlsD3gBrUuSUlg7UEFYL1owJORv3c3udSK+qyKre4Z64Kg9SnxcOxXTM178ZEkAigKFJLT3vAlqPiHPhZIPl5yII5AUrAOkPdW2gHp14ZafChNGAfrlliuWHHQRHWh3hehlGsrY/WsOTC2SmajDN9WVLpLM52XJcj1KRMP4xqMnwDuvT5BJEPRTI2iHnAi9fV53puRe0M9mfnWrtd5aaUIJ46e2HsEjgWOe3lwanMLKAg707Y4JgRScDeQGqITtmfzq2JaVulsGKMuBPmjSrc1fdmY/riR/iXImJp4ti6CqZjJwfiS1Szwc4rr5kdVxShdKS1+8zO6pAYD6V40J35IwQ6bnisAT5CaKahl6TK1PkmcwoXzydvf8Asc4igvSd8MaO4gl9NlWqwXlh2FWJT+xXh",
  ],
  [
    "{PBKDF2_SHA256} of 389 Directory Server, example 10901 of hashcat",
    "{PBKDF2_SHA256}AAAgADkxMjM2NTIzMzgzMjQ3MjI4MDAwNTk5OTAyOTk4NDI2MjkyMzAzNjg0NjQwOTMxNjI3OTMzNjg0MDI0OTY5NTe5ULagRTYpLaUoeqJMg8x9W/DXu+9VTFaVhaYvebYrY+sOqn1ZMRnws22C1uAkiE2tFM8qN+xw5xe7OmCPZ203NuruK4oB33QlsKIEz4ppm0TR94JB9PJx7lIQwFHD3FUNUNryj4jk6UYyJ4+V1Z9Ug/Iy/ylQBJgfs5ihzgxHYZrfp1wUCXFzlZG9mxmziPm8VFnAhaX4+FBAZvLAx33jpbKOwEg7TmwP2VJ8BNFLQRqwYdlqIjQlAhncXH+dqIF9VdM4MonAA0hx76bMvFTP7LF5VO1IqVmcuYz7YG9v4KKRjnvoUUqOj6okUBQTay3EzsdFVnUW1FemYOccJd5q",
    "hashcat",
  ],
  [
    "{PBKDF2_SHA256} of FreeIPA, freeipa/freeipa",
    "{PBKDF2_SHA256}AAAIAG+ooTntmgayOuMZRJuCMFVykCVWcVF3tw8YTlvFp9KF9UnFYhgpz8fC03o4Jv5KD4rQ4GsdXHIRlg/doyd1xOVFDYUZYAPHjnSpm9XnzIcaS4ZCV/JeLqueyeZQWKOlCH+k9BCmO2HZC7AKXWGMG5bJ8GLALceyf0xioP447wehg8caWYY7f2VYBz6k233DUkgV5NqswzuEwtLdDDFjpro0Ac15ok6fS0vqjDfiMs0ai5FCbivEKw4j6ZyuXHCpck6gcH8lh33rs779ZaLAgtIeeW+xdea3BDCQXhuHwCqIxxifLn2gQy/lLxlikXb82gk2ClADhwoG5RIdJ3ABrPDB100yw6QJ7NF14vV7DDzqxqylocWD/l1xw8HIYdkCpRG8PyfLz8TOR+Mgq0uB/mddrSkU6Hsmg9MkGpST69av",
    "password",
  ],
  [
    "{PBKDF2} of OpenLDAP, libs/crypto of kanidm/kanidm",
    "{PBKDF2}10000$IlfapjA351LuDSwYC0IQ8Q$saHqQTuYnjJN/tmAndT.8mJt.6w",
    "password",
  ],
  [
    "{PBKDF2-SHA1}, cut by a letter, libs/crypto of kanidm/kanidm",
    "{PBKDF2-SHA1}10000$ZBEH6B07rgQpJSikyvMU2w$TAA03a5IYkz1QlPsbJKvUsTqNV",
    "password",
  ],
  [
    "{PBKDF2-SHA512} of OpenLDAP, libs/crypto of kanidm/kanidm",
    "{PBKDF2-SHA512}10000$Je1Uw19Bfv5lArzZ6V3EPw$g4T/1sqBUYWl9o93MVnyQ/8zKGSkPbKaXXsT8WmysXQJhWy8MRP2JFudSL.N9RklQYgDPxPjnfum/F2f/TrppA",
    "password",
  ],
  [
    "{ARGON2} of OpenLDAP, libs/crypto of kanidm/kanidm",
    "{ARGON2}$argon2id$v=19$m=65536,t=2,p=1$IyTQMsvzB2JHDiWx8fq7Ew$VhYOA7AL0kbRXI5g2kOyyp8St1epkNj7WZyUY4pAIQQ",
    "password",
  ],
  [
    "$fbscrypt$ of Supabase Auth, crypto_test.go of supabase/auth",
    "$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=ou9tdYTGyYm8kuR6Dt0Bp0kDuAYoXrK16mbZO4yGwAn3oLspjnN0/c41v8xZnO1n14J3MjKj1b2g6AUCAlFwMw==$C0sHCg9ek77hsg==$zKVTMvnWVw5BBOZNUdnsalx4c4c7y/w7IS5p6Ut2+CfEFFlz37J9huyQfov4iizN8dbjvEJlM5tQaJP84+hfTw==",
    "mytestpassword",
  ],
  [
    "$firescrypt$ of Kratos, hash/hasher_test.go of ory/kratos",
    "$firescrypt$ln=14,r=8,p=1$sPtDhWcd1MfdAw==$xbSou7FOl6mChCyzpCPIQ7tku7nsQMTFtyOZSXXd7tjBa4NtimOx7v42Gv2SfzPQu1oxM2/k4SsbOu73wlKe1A==$Bw==$YE0dO4bwD4JnJafh6lZZfkp1MtKzuKAXQcDCJNJNyeCHairWHKENOkbh3dzwaCdizzOspwr/FITUVlnOAwPKyw==",
    "8x4WjoDbSxJZdR",
  ],
  [
    "scrypt: as Werkzeug 3 spells it, hashlib of Python",
    "scrypt:32768:8:1$XyLmfDQwuoC5rUXk$34988c9cc84101fcd85d05f4f4db06f6f2f88daedf111b67be4677cd7c0a386ec90471ed17955cb940eddd236022e7e126249272f9291d8b6d34fcd0da0b2882",
  ],
  [
    "pbkdf2: as Werkzeug 3 spells it, hashlib of Python",
    "pbkdf2:sha256:600000$XyLmfDQwuoC5rUXk$03cc15fee7cea2f8dbabb2aaca6bb0581cffe379f5b904136672ed990225ebe0",
  ],
  [
    "pbkdf2_sha256$ of Django, passlib",
    "pbkdf2_sha256$29000$E6inTnA0hEaG$O1/JXofNh/Bwpx6+Gnr/+rWSE6OCmexGWr17XGpX9bc=",
  ],
  [
    "pbkdf2_sha256$ of Django",
    "pbkdf2_sha256$1000000$Yur95KEJEUgtJ5AiaxHjIu$lBpZA9Q9dQ9Mugu7RuDSmMG0nYimsA6ECv5wBsxA984=",
  ],
  ["pbkdf2_sha1$ of Django, passlib", "pbkdf2_sha1$131000$Tg2Cee86JeT7$zQ7IrMSLtMZRCryHdDHa+kV5Oq8="],
  [
    "argon2$ of Django",
    "argon2$argon2id$v=19$m=102400,t=2,p=8$VG1DdFdYQXBUbTNCRXA5S0w5Y3ZBdQ$fiYQKS3crOxiOnLiYJ6dcdsJELJJmSx4KYe7my8qXIg",
  ],
  [
    "scrypt$ of Django",
    "scrypt$16384$SwDcmbnT54iQ0XKsY8mdpr$8$5$/ejsRojByWwsNONm88WnbCM4r6yZFiNec6QaG5FsIoRWtvfI/wSMkg+7ypogotOU2ZnciV43Ko/Q6aZV63I9DQ==",
  ],
  [
    "{PBKDF2-SHA256} of OpenLDAP, passlib",
    "{PBKDF2-SHA256}29000$e4.RMoZwzhmjdO59z7m3tg$H3plJ3yv0iL0Nf/EeZCX5IKJA/Ujk16zHME/qAUSYU4",
  ],
  ["Atlassian, passlib", "{PKCS5S2}BCDEOAfgXGuNMeY8Z2yNsbJk6rHYVelCw5MSKCQQtGdb7ZxYR+LdsTxsd+KWtWKD"],
  [
    "ASP.NET Identity v2, PasswordHasherTest.cs of dotnet/aspnetcore",
    "AAABAgMEBQYHCAkKCwwNDg+ukCEMDf0yyQ29NYubggHIVY0sdEUfdyeM+E1LtH1uJg==",
    "my password",
  ],
  [
    "ASP.NET Identity v3, PasswordHasherTest.cs of dotnet/aspnetcore",
    "AQAAAAEAA9CQAAAAIESkQuj2Du8Y+kbc5lcN/W/3NiAZFEm11P27nrSN5/tId+bR1SwV8CO1Jd72r4C08OLvplNlCDc3oQZ8efcW+jQ=",
    "my password",
  ],
  ["bcrypt_sha256$ of Django", "bcrypt_sha256$$2b$04$CK4lUiMBUI9co0gu.Y98aOTLgi9wqjiZst1tWG6h0HHBZcEjHHl6K"],
  [
    "$wp$ of WordPress 6.8, the account of a public demo site",
    "$wp$2y$10$Q1xinFjrZeLWJBvxviIL6u834Fu.evIEFHAUVisQ5O.w9Dm0sMdES",
    "admin",
  ],
  [
    "Better Auth 1.7.25",
    "ba9c7cf11a394f148dc6016b1a5767f9:68a8ff0ca994f77d918e76c0938a684aea8bd1f0319e7bae66c059373a4e26fae67685f40d7cfda672b334332d3dd207f85464072f44384bfa6f29deae9bd059",
  ],
];
