import { isDeepStrictEqual } from "node:util";
import type { AdministrationPorts } from "../../flows/operator/administration.ts";
import type { AdminScope } from "../../protocol/api/admin-scopes.ts";
import type { Result } from "../../values/result.ts";
import type { Call, Registry } from "../operation.ts";
import { type Problem, problem } from "../problem.ts";
import type { Declared, Section } from "./schema.ts";

/** The ports with which declared things are found and changed. */
export interface Desk extends Pick<Call, "operator"> {
  readonly registry: Pick<
    Registry,
    | "accounts"
    | "apis"
    | "audit"
    | "clients"
    | "clock"
    | "grants"
    | "groups"
    | "random"
    | "sealer"
    | "settings"
    | "upstreams"
  >;
  readonly administration: Pick<AdministrationPorts, "webhooks">;
}

/** A thing as it would be declared: without members that have their defaults, and without its secret. */
export type Written = Readonly<Record<string, unknown>>;

/** What putting a declaration did, besides changing the thing itself. */
export interface Put {
  /** True if the declared secret differs from the stored one. */
  readonly isSecretNew?: boolean;
  /** A secret that was made, which is shown once. */
  readonly secret?: string | undefined;
}

/** How the things of a part are found and brought to what was declared. */
export interface DeclaredNoun<Name extends Section = Section> {
  /** The member that names a thing. */
  readonly key: string;
  /** The rights needed to see one and to change one, besides those that a flow asks for. */
  readonly reads: AdminScope;
  readonly writes: AdminScope;
  /** Everything that may be declared, in an order that does not depend on when it was made; `withUsers` also with what names people. */
  list(desk: Desk, options?: { readonly withUsers: boolean }): Promise<readonly Written[]>;
  /** The thing that a declaration names. Refused if it cannot be declared. */
  find(desk: Desk, wanted: Declared<Name>): Promise<Result<Written | undefined, Problem>>;
  /** Brings it to what is declared. Writes nothing if nothing differs. */
  put(desk: Desk, wanted: Declared<Name>): Promise<Result<Put, Problem>>;
  /** Creates what other declarations of the same part may name before the thing itself is put. */
  prepare?(desk: Desk, wanted: Declared<Name>): Promise<Result<unknown, Problem>>;
  /** Applies what names things of later parts, once those have been put. */
  complete?(desk: Desk, wanted: Declared<Name>): Promise<Result<unknown, Problem>>;
  remove(desk: Desk, name: string): Promise<Result<unknown, Problem>>;
}

/** The members of a thing without those that have their defaults. A missing value always counts as a default. */
export function withoutDefaults(members: Written, defaults: Written = {}): Written {
  const kept = Object.entries(members).filter(([name, value]) => {
    const isEmpty = value === undefined || value === null || value === false;
    const isBare = typeof value === "object" && value !== null && Object.keys(value).length === 0;
    return !isEmpty && !isBare && !isDeepStrictEqual(value, defaults[name]);
  });
  return Object.fromEntries(kept);
}

/** The members of `defaults` that differ, each with the declared value, or with its default where it is not declared. */
export function differing(before: Written, wanted: object, defaults: Written): Written {
  const isNamed = (said: Written, member: string) => (said[member] ?? undefined) !== undefined;
  const valueIn = (said: Written, member: string) =>
    isNamed(said, member) ? said[member] : defaults[member];
  const changed = Object.keys(defaults).filter(
    (member) => !isDeepStrictEqual(valueIn(before, member), valueIn(wanted as Written, member)),
  );
  return Object.fromEntries(changed.map((member) => [member, valueIn(wanted as Written, member)]));
}

/** Refuses a declaration that differs in what never changes. */
export function fixed(member: string, repair: string) {
  const detail = `${member} cannot be changed: what was issued rests on it. ${repair}`;
  return problem("conflict", detail, { errors: [{ pointer: `/${member}`, detail }] });
}
