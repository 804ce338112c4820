import type { PeopleFile } from "../../../../../src/flows/operator/import/source.ts";
import type { PeopleFormat } from "../../../../../src/flows/operator/import/sources.ts";
import type { Account } from "../../../../../src/identity/account.ts";

/** A file with the members and the structure that the product writes, and values of these tests. */
export interface SourceFile {
  readonly title: string;
  readonly format: PeopleFormat;
  readonly text: string;
  readonly said?: Partial<PeopleFile>;
  /** The accounts that are made, by name, with some of their members; `password` opens the account. */
  readonly people: Readonly<
    Record<string, Partial<Record<keyof Account, unknown>> & { readonly password?: string }>
  >;
  readonly refused?: number;
  /** What is not kept, and how often. */
  readonly leftOut?: Readonly<Record<string, number>>;
  readonly passedOver?: readonly string[];
  /** How many people have an authenticator app. */
  readonly apps?: number;
}
