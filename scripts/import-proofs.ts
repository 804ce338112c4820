import type { PeopleFormat } from "../src/flows/operator/import/sources.ts";

/** A product that wrote a file which was imported, and whose people then signed in with their old passwords. */
export interface ImportProof {
  readonly product: string;
  readonly version: string;
  /** The day of the last run. */
  readonly on: string;
  /** The test in test/interop/moving/ that repeats it. */
  readonly test: string;
  /** What else was tried, or what did not come from the product. */
  readonly more?: string;
}

/** The sources whose product was run; the files of the others were written by hand, as their documentation or source says. */
export const importProofs: Readonly<Partial<Record<PeopleFormat, ImportProof>>> = {
  keycloak: {
    product: "Keycloak",
    version: "26.7.3",
    on: "2026-11-29",
    test: "keycloak",
    more: "The test also lets Keycloak check passwords at the first sign-in, compares sign-ins by `latchkey shadow` and runs the commands that it names, and takes over the issuer with its clients, addresses and keys.",
  },
  kratos: { product: "Ory Kratos", version: "1.3.1", on: "2026-11-29", test: "kratos" },
  django: { product: "Django", version: "5.2.19", on: "2026-11-29", test: "django" },
  devise: {
    product: "Devise",
    version: "4.8.1",
    on: "2026-11-29",
    test: "devise",
    more: "Its rows were read from SQLite.",
  },
  wordpress: {
    product: "WordPress",
    version: "6.1.9",
    on: "2026-11-29",
    test: "wordpress",
    more: "The hashes of 6.8 and later (`$wp$`) were taken from its source.",
  },
  ldif: {
    product: "OpenLDAP",
    version: "2.5.13",
    on: "2026-11-29",
    test: "openldap",
    more: "389 Directory Server 2.3.1 and Samba 4.17.12 were run by hand, and tests import entries that they wrote. FreeIPA and Windows Server were not run.",
  },
  passwd: { product: "shadow", version: "4.13", on: "2026-11-29", test: "passwd" },
  htpasswd: { product: "The Apache HTTP Server", version: "2.4.71", on: "2026-11-29", test: "htpasswd" },
};

/** The section of a page that says whether the product was run; none for formats that no other product writes. */
export function proofSection(format: PeopleFormat): string {
  if (format === "latchkey" || format === "csv") return "";
  const proof = importProofs[format];
  const says =
    proof === undefined
      ? "**Not run.** The format was taken from the sources below, and the test files were written by hand to match them."
      : `**Run by a test.** ${proof.product} ${proof.version} wrote the file that [the test](../../test/interop/moving/${proof.test}.ts) imports, and people sign in with their old passwords: last on ${proof.on}, by \`npm run interop:moving\`.${proof.more === undefined ? "" : ` ${proof.more}`}`;
  return `## How it was tried\n\n${says}\n\n`;
}
