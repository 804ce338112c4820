import { inputMembers } from "../../operations/input.ts";
import type { Operation } from "../../operations/operation.ts";
import { html, type SafeHtml } from "../../pages/html.ts";
import type { AdminScope } from "../../protocol/api/admin-scopes.ts";
import type { Parameters } from "../../protocol/parameters.ts";
import {
  box,
  boxes,
  choiceField,
  chosenNames,
  type Field,
  type FormState,
  linesField,
  linesOf,
  moreFields,
  namesField,
  type Option,
  selectField,
  textField,
  type Values,
} from "./forms.ts";
import { pairsField, pairsIn, pickField } from "./picking.ts";
import { mayDo, type Visit, valuesOf } from "./visit.ts";

/** A field of a form that calls an operation. */
export interface FormField<Member extends string = string> extends Omit<Field, "name"> {
  /** The member of the operation's content, `claims.birthdate` for one inside another. The field has this name. */
  readonly member: Member;
  /** One line of text by default. A list has one item on each line; if there are options or suggestions, its items are chosen from them. */
  readonly as?:
    | "email"
    | "tel"
    | "url"
    | "password"
    | "number"
    | "lines"
    | "list"
    | "pairs"
    | "box"
    | "select"
    | "choice";
  readonly options?: readonly Option[];
  /** The names that the fields of a list suggest, or the right fields of pairs. */
  readonly suggestions?: readonly string[];
  /** The headings of pairs, which are texts such as `left=right`, one per line. */
  readonly sides?: readonly [left: string, right: string];
  readonly isRequired?: boolean;
  readonly maxLength?: number;
  readonly rows?: number;
  /** The right without which it is not shown. */
  readonly needs?: AdminScope;
  /** Spells what is stored, and reads what was typed, if it is more than a text. */
  readonly print?: (stored: unknown, record: object) => string;
  readonly parse?: (text: string) => unknown;
  /** The controls, if the member is asked for in a way of its own. The form's `amend` reads them. */
  readonly own?: (state: FormState) => SafeHtml;
}

/** A sentence about a problem, and the field that it is about. Absent parts are those of the noun's table of problems. */
export interface Said {
  readonly at?: string;
  readonly say?: string;
}

/** Fields that stand together. */
export interface FormSection<Member extends string = string> {
  /** The label of a part that is closed, unless one of its fields has a problem or one of those in `opensBy` a value. */
  readonly more?: string;
  /** Members; the texts among the fields by default. */
  readonly opensBy?: readonly string[];
  /** The legend of checkboxes. */
  readonly legend?: string;
  /** The class by which the style hides fields that mean nothing for another answer. */
  readonly within?: string;
  readonly fields: readonly FormField<Member>[];
}

/** A part of a form. */
export type FormPart<Member extends string = string> = FormField<Member> | FormSection<Member>;

/** Every field, in order. */
export function fieldsIn(parts: readonly FormPart[]): readonly FormField[] {
  return parts.flatMap((part) => ("fields" in part ? part.fields : [part]));
}

/** What a record says, as the fields show it. A password is never shown. */
export function valuesIn(fields: readonly FormField[], record: object): Values {
  const shown = fields.filter(({ as, own }) => as !== "password" && own === undefined);
  return Object.fromEntries(
    shown.map(({ member, print = textOf }) => [member, print(memberIn(record, member), record)]),
  );
}

function memberIn(record: object, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((inside, name) => (isRecord(inside) ? inside[name] : undefined), record);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function textOf(value: unknown): string {
  if (typeof value === "boolean") return value ? "on" : "";
  return Array.isArray(value) ? value.join("\n") : String(value ?? "");
}

/** What was typed, spelled as `valuesIn` spells what is stored. A field that was not shown says nothing unless it was sent. */
export function typedIn(visit: Visit, fields: readonly FormField[], form: Parameters): Values {
  const sent = valuesOf(form);
  const textFor = ({ as, member }: FormField) => {
    if (as === "pairs") return pairsIn(member, sent).join("\n");
    return as === "list" ? chosenNames(member, sent).join("\n") : (sent[member] ?? "");
  };
  return Object.fromEntries(
    fields
      .filter((field) => field.own === undefined && (isShown(visit, field) || textFor(field) !== ""))
      .map((field) => [field.member, spelled(field, textFor(field))]),
  );
}

/** The content of a call, before its schema reads it. */
export type Content = Readonly<Record<string, unknown>>;

function spelled({ as }: FormField, text: string): string {
  if (as === "lines") return text.replaceAll("\r\n", "\n");
  return as === "password" ? text : text.trim();
}

/** The content that makes of `before` what was typed. An empty text removes what can be removed. */
export function contentOf(
  { body }: Pick<Operation, "body">,
  fields: readonly FormField[],
  { before, typed }: { readonly before: Values; readonly typed: Values },
): Content {
  const lasting = inputMembers(body).filter(({ takesNull }) => !takesNull);
  const content: Record<string, unknown> = {};
  for (const field of fields) {
    const text = typed[field.member];
    if (text === undefined || text === (before[field.member] ?? "")) continue;
    const value =
      text === "" && lasting.every(({ name }) => name !== field.member) ? null : valueFor(field, text);
    const [outer = "", ...inner] = field.member.split(".");
    const others = content[outer];
    content[outer] =
      inner.length === 0 ? value : { ...(isRecord(others) && others), [inner.join(".")]: value };
  }
  return content;
}

function valueFor({ as, parse }: FormField, text: string): unknown {
  if (parse !== undefined) return parse(text);
  if (as === "box") return text === "on";
  if (as === "list") return linesOf(text);
  return as === "number" && /^\d{1,15}$/.test(text) ? Number(text) : text;
}

/** The stored values that differ from what was typed, as a reader understands them. */
export function differing(fields: readonly FormField[], stored: Values, typed: Values): Values {
  const others = fields.filter(
    ({ member }) => stored[member] !== undefined && stored[member] !== (typed[member] ?? ""),
  );
  return Object.fromEntries(
    others.map((field) => [field.member, inWords(field, stored[field.member] ?? "")]),
  );
}

function inWords({ as, options = [] }: FormField, text: string): string {
  if (as === "box") return text === "on" ? "on" : "off";
  return options.find(({ value }) => value === text)?.label ?? text;
}

/** The field that a member of the content is typed into: its own, or that of the member around it. */
export function fieldAt(fields: readonly FormField[], pointer: string): FormField | undefined {
  const path = pointer.replace(/^\//, "").replaceAll("/", ".");
  return fields.find(({ member }) => path === member || path.startsWith(`${member}.`));
}

/** The fields as the form shows them. */
export function renderParts(visit: Visit, parts: readonly FormPart[], state: FormState): readonly SafeHtml[] {
  return parts.flatMap((part) => {
    if (!("fields" in part)) return isShown(visit, part) ? [control(part, state)] : [];
    const shown = part.fields.filter((field) => isShown(visit, field));
    return shown.length === 0 ? [] : [section(part, shown, state)];
  });
}

function isShown(visit: Visit, { needs }: FormField): boolean {
  return needs === undefined || mayDo(visit, needs);
}

function section(
  { more, opensBy, legend, within }: FormSection,
  fields: readonly FormField[],
  state: FormState,
): SafeHtml {
  const controls =
    legend === undefined
      ? html`${fields.map((field) => control(field, state))}`
      : boxes(legend, fields.map(named), state);
  const isOpen = fields.some((field) => isOpening(field, state, opensBy));
  const folded = more === undefined ? controls : moreFields(more, isOpen, controls);
  return within === undefined ? folded : html`<div class="${within}">${folded}</div>`;
}

function isOpening(
  { member, as, options }: FormField,
  { values, problems = {}, theirs = {} }: FormState,
  opensBy?: readonly string[],
): boolean {
  const counts =
    opensBy?.includes(member) ?? (as === "list" || as === "pairs" || (as !== "box" && options === undefined));
  const hasValue = counts && (values[member] ?? "") !== "";
  return hasValue || problems[member] !== undefined || theirs[member] !== undefined;
}

function named<Own extends FormField>({
  member,
  ...field
}: Own): Omit<Own, "member"> & { readonly name: string } {
  return { ...field, name: member };
}

/** The control of one field. */
export function control(field: FormField, state: FormState): SafeHtml {
  if (field.own !== undefined) return field.own(state);
  const {
    as = "text",
    options = [],
    suggestions = [],
    sides: [left, right] = ["", ""],
    ...others
  } = named(field);
  switch (as) {
    case "box":
      return html`<div class="field">${box(others, state)}</div>`;
    case "list":
      if (options.length > 0)
        return namesField({ ...others, names: options.map(({ value }) => value) }, state);
      return suggestions.length > 0
        ? pickField({ ...others, names: suggestions }, state)
        : linesField(others, state);
    case "pairs":
      return pairsField({ ...others, names: suggestions, left, right }, state);
    case "lines":
      return linesField(others, state);
    case "select":
      return selectField({ ...others, options }, state);
    case "choice":
      return choiceField({ ...others, options }, state);
    case "password":
      return textField({ ...others, type: as, autocomplete: "new-password" }, state);
    default:
      return textField({ ...others, type: as === "number" ? "text" : as }, state);
  }
}
