import type { Result } from "../../values/result.ts";
import type { RegistrationMembers } from "./registration-members.ts";

/** When a property is part of an answer: always, if it differs from its default, or if the client is one of OpenID Connect. */
interface Written {
  readonly name: string;
  readonly when: "always" | "set" | "openid";
}

/** Written in every answer. */
export function always(name: string): Written {
  return { name, when: "always" };
}

/** Written if the property differs from its default. */
export function ifSet(name: string): Written {
  return { name, when: "set" };
}

/** Written for clients of OpenID Connect. */
export function ifOpenid(name: string): Written {
  return { name, when: "openid" };
}

/** An option of `client create` and `client update`, as the help shows it below a heading. */
export interface CommandOption {
  readonly flags: string;
  readonly help: string;
  readonly heading: string;
  /** A second spelling of the flag. */
  readonly alias?: string;
}

/** What an option was given on the command line; false for its `--no-` form. */
export type OptionValue = string | boolean | readonly string[];

/** The facts of a row about its property. Each of the first four is null if the property does not appear there by itself. */
export interface Traits {
  /** Its name in registrations (RFC 7591, OpenID Connect Dynamic Client Registration), and when the answer has it. */
  readonly wire: Written | null;
  /** Its name in `--json`. */
  readonly record: Written | null;
  readonly option: CommandOption | null;
  /** What `client show` calls it, and the words before its value there. */
  readonly label: string | null;
  readonly phrase?: string;
  /** It means nothing without OpenID Connect, and this sentence says why. */
  readonly needsOpenid?: string;
  /** A public client cannot have it, and this sentence says why. */
  readonly confidentialOnly?: string;
  /** Registrations name it for clients that sign; that of any other client is not looked at. */
  readonly isForSigning?: true;
  /** People see the page or picture, so a client that nobody vouches for has it on a host of its own (RFC 7591 §5). */
  readonly isShown?: true;
}

/** Why a value is refused. `why` continues the sentence after the value, if there is one. */
type ValueProblem =
  | { readonly kind: "too-many" }
  | { readonly kind: "unusable"; readonly value?: string; readonly why: string };

/** A property of a client: the facts of its row, and the rules of its kind. `Said` is the type in which a change names a value. */
export interface Field<Value = unknown, Said = unknown> extends Traits {
  /** The default; undefined for an optional property. */
  readonly standard: Value;
  /** The value by which a change removes the property. */
  readonly none: Said;
  readonly takes: "nothing" | "text" | "texts" | "file" | "rules";
  readonly choices?: readonly string[];
  /** An address that this service calls or links to. */
  readonly isAddress?: true;
  /** Reads a stored value; undefined for one that no release wrote. */
  restore(json: unknown): Value | undefined;
  /** Reads a member of a registration; undefined if it was not sent. */
  read(members: RegistrationMembers, name: string): Said | undefined;
  /** Reads an option of the command line; for a file, its text is given. */
  fromOption(given: OptionValue): Said;
  check(said: Said, client: { readonly isPublic: boolean }): Result<Value, ValueProblem>;
  /** The value in answers and in `--json`. */
  write(value: Value): unknown;
  /** The value for people, one line for each part. */
  describe(value: Value): readonly string[];
  /** The words after its option that give this value; true for the option alone, false for no option. */
  words(value: Value): readonly string[] | boolean;
}

/** Decides whether a property is written into an answer, and so has a name there. */
export function isWritten(
  written: Written | null,
  { standard }: Pick<Field, "standard">,
  value: unknown,
  { isOpenid }: { readonly isOpenid: boolean },
): written is Written {
  if (written === null) return false;
  if (written.when === "openid") return isOpenid;
  return written.when === "always" || !isStandard({ standard }, value);
}

/** True for the default of a property. */
export function isStandard({ standard }: Pick<Field, "standard">, value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : value === standard;
}
