import type { z } from "zod";
import type { Reply } from "../../http/reply.ts";
import { etagOf } from "../../operations/etag.ts";
import type { AnswerOf, KnownOperation, Operation } from "../../operations/operation.ts";
import type { InvalidMember, Problem } from "../../operations/problem.ts";
import { readPart } from "../../operations/unreadable.ts";
import { type ButtonKind, linkButton, submitButton } from "../../pages/components.ts";
import { html, type Printable } from "../../pages/html.ts";
import type { Parameters } from "../../protocol/parameters.ts";
import { ok, type Result } from "../../values/result.ts";
import { findingOnce } from "../call.ts";
import {
  type Content,
  contentOf,
  differing,
  type FormField,
  type FormPart,
  fieldAt,
  fieldsIn,
  renderParts,
  type Said,
  typedIn,
  valuesIn,
} from "./form-field.ts";
import { type FormState, formOf, hiddenFields, type RefusedForm, type Values } from "./forms.ts";
import { otherGroupMeant } from "./group-parts.ts";
import type { Content as Page } from "./page.ts";
import { consolePath } from "./places.ts";
import { refuse } from "./refused-form.ts";
import { type FormScreen, formTo, goTo, show, type Visit, valuesOf } from "./visit.ts";

/** The members of a content, and those of the records in it. */
type MemberOf<Content> = {
  [Name in keyof Content & string]: NonNullable<Content[Name]> extends Readonly<Record<string, unknown>>
    ? Name | `${Name}.${keyof NonNullable<Content[Name]> & string}`
    : Name;
}[keyof Content & string];

/**
 * A form that calls an operation. Its rights, its checks and its version are the operation's. `Shown` is the record that it is about,
 * undefined if it makes a new one.
 */
interface OperationForm<Shown, Answered, Member extends string> {
  /** The names in braces are those of the operation's path. */
  readonly path: string;
  readonly title: (shown: Shown, visit: Visit) => string;
  readonly lead?: (shown: Shown) => Printable;
  readonly up: (shown: Shown) => { readonly path: string; readonly text: string };
  /** What else the page has. */
  readonly beside?: (shown: Shown, visit: Visit) => Pick<Page, "actions" | "script">;
  /** What stands above the fields. */
  readonly intro?: Printable;
  readonly button: { readonly text: string; readonly id?: string; readonly kind?: ButtonKind };
  readonly fields: (
    visit: Visit,
    shown: Shown,
  ) => readonly FormPart<Member>[] | Promise<readonly FormPart<Member>[]>;
  /** The part of the record that the form changes, with a version of its own; undefined if the record has no such part. */
  readonly part?: (shown: Shown, visit: Visit) => object | undefined;
  /** What the form for something new shows at first. */
  readonly initial?: (visit: Visit) => Values;
  /** Settles what members mean together, and reads controls of their own. */
  readonly amend?: (content: Content, form: Parameters, shown: Shown) => Result<Content, Said>;
  /** The page for an operator who may not change this record. */
  readonly refuses?: (visit: Visit, shown: Shown) => Reply | undefined | Promise<Reply | undefined>;
  /** The page if there is nothing to change. */
  readonly missing?: (visit: Visit) => Reply | Promise<Reply>;
  /** What the form says better with its labels, made by `saidOf`. */
  readonly said?: (reason: Reason) => Said | undefined;
  readonly done: (visit: Visit, answered: Answered) => Reply | Promise<Reply>;
}

type ShownBy<Read> = Read extends z.ZodObject ? AnswerOf<Read> : undefined;

export interface Reason {
  readonly kind: string;
}

/** The sentences of a form by the kinds of reasons for which a flow refuses. */
export function saidOf<Known extends Reason>(
  sentences: {
    readonly [Kind in Known["kind"]]?: Said | ((reason: Extract<Known, { readonly kind: Kind }>) => Said);
  },
): (reason: Reason) => Said | undefined {
  // A row of a kind gets reasons of that kind, which TypeScript cannot follow through the look-up.
  const rows = sentences as Readonly<Record<string, Said | ((reason: Reason) => Said) | undefined>>;
  return (reason) => {
    const row = rows[reason.kind];
    return typeof row === "function" ? row(reason) : row;
  };
}

/** The screen of a form that calls an operation. `reads` is the operation that reads what it changes. */
export function formScreen<
  Id extends string,
  Params extends z.ZodObject | undefined,
  Body extends z.ZodObject,
  Output extends z.ZodObject,
  Read extends z.ZodObject | undefined = undefined,
>(
  operation: KnownOperation<Id, Params, Body, Output>,
  form: OperationForm<ShownBy<Read>, AnswerOf<Output>, MemberOf<z.input<Body>>> & {
    readonly reads?: KnownOperation<string, z.ZodObject | undefined, undefined, Read>;
    readonly needsFreshSignIn?: boolean;
  },
): FormScreen {
  const { path, needsFreshSignIn = true, reads, ...described } = form;
  // The answer of an operation has the type of its schema, which the compiler cannot follow here.
  const known = { ...described, operation, reads } as unknown as KnownForm;
  return {
    path,
    scope: operation.scope,
    needsFreshSignIn,
    get: async (visit) => {
      const opened = await open(visit, known);
      if ("status" in opened) return opened;
      const { refusedForm: refused, savedForm } = visit;
      if (refused !== undefined) return page(visit, known, opened, refused, refused.sentence, refused.status);
      return page(visit, known, opened, { values: savedForm ?? opened.values });
    },
    post: (visit, sent) => submit(visit, known, sent),
  };
}

interface KnownForm extends Omit<OperationForm<object | undefined, object, string>, "path"> {
  readonly operation: Operation;
  readonly reads: Operation | undefined;
}

/** What a form is about. */
interface Opened {
  readonly shown: object | undefined;
  /** The entity tag of what was read, if the form changes it. */
  readonly etag?: string | undefined;
  readonly parts: readonly FormPart[];
  readonly fields: readonly FormField[];
  /** What the form shows before anything is typed. */
  readonly values: Values;
}

/** The field with the version that a form shows. */
const versionField = "etag";

async function open(visit: Visit, form: KnownForm): Promise<Opened | Reply> {
  const { operation, reads, fields: partsFor, initial, part, refuses } = form;
  const read = reads && (await perform(visit, reads));
  if (read?.ok === false) return absent(visit, form);
  const { body: shown, etag } = read?.value ?? {};
  const refusal = await refuses?.(visit, shown);
  if (refusal !== undefined) return refusal;
  const parts = await partsFor(visit, shown);
  const fields = fieldsIn(parts);
  if (operation.method === "post") return { shown, parts, fields, values: initial?.(visit) ?? {} };
  const changed = part === undefined ? shown : part(shown, visit);
  if (changed === undefined) return absent(visit, form);
  const version = part === undefined ? etag : etagOf(changed);
  return { shown, etag, parts, fields, values: { ...valuesIn(fields, changed), [versionField]: version } };
}

function absent(visit: Visit, { operation, missing }: KnownForm): Reply | Promise<Reply> {
  if (missing === undefined) throw new Error(`${operation.id} has nothing to be missing.`);
  return missing(visit);
}

/** Calls an operation as a program does. */
async function perform(visit: Visit, operation: Operation, content?: object, ifMatch?: string) {
  const { params: names, body: schema } = operation;
  const params = readPart(names, visit.names);
  if (!params.ok) return params;
  const body = readPart(schema, content, { isContent: true });
  if (!body.ok) return body;
  return operation.run({ ...visit.call, params: params.value, query: {}, body: body.value, ifMatch });
}

async function submit(entered: Visit, form: KnownForm, sent: Parameters): Promise<Reply> {
  const { operation, up, amend = ok, done } = form;
  const visit = { ...entered, call: findingOnce(entered.call) };
  const opened = await open(visit, form);
  if ("status" in opened) return opened;
  const { shown, etag, fields, values } = opened;
  const again = ({ sentence, ...problems }: Sentences) =>
    refused(visit, form, opened, { values: valuesOf(sent), ...problems, sentence, status: 400 });
  const typed = typedIn(visit, fields, sent);
  const contentFrom = (before: Values) =>
    amend(
      { ...emptiedLists(fields, values, typed), ...contentOf(operation, fields, { before, typed }) },
      sent,
      shown,
    );
  const changes = contentFrom(values);
  // What is made, and what PUT replaces (RFC 9110 §9.3.4), is described as a whole.
  const content = operation.method === "patch" ? changes : contentFrom({});
  if (!changes.ok) return again(saidAbout(fields, changes.reason));
  if (!content.ok) return again(saidAbout(fields, content.reason));
  const isSeen = sent.get(versionField) === values[versionField];
  if (etag !== undefined && isSeen && Object.keys(changes.value).length === 0)
    return goTo(visit, up(shown).path, "Nothing was changed: the form still has the stored values.");
  const answered = await perform(visit, operation, content.value, etag && (isSeen ? etag : noVersion));
  if (answered.ok) return done(visit, answered.value.body ?? {});
  const { kind } = answered.reason;
  if (kind === "precondition-failed") return conflict(entered, form, sent, typed);
  if (kind === "not-found") return absent(visit, form);
  return again(await sentencesOf(visit, form, fields, answered.reason));
}

/** An entity tag that nothing has. */
const noVersion = '""';

/** Keeps everything that was typed; each field that differs from the stored value now shows both. */
async function conflict(visit: Visit, form: KnownForm, sent: Parameters, typed: Values): Promise<Reply> {
  const opened = await open(visit, form);
  if ("status" in opened) return opened;
  const { fields, values: stored } = opened;
  const values = { ...valuesOf(sent), [versionField]: stored[versionField] };
  const theirs = differing(fields, stored, typed);
  return refused(visit, form, opened, { values, theirs, sentence: changedMeanwhile, status: 409 });
}

/** The lists that were emptied, as empty ones: a PUT keeps a list that it does not have. */
function emptiedLists(fields: readonly FormField[], stored: Values, typed: Values): Content {
  const emptied = fields.filter(
    ({ as, member }) => as === "list" && typed[member] === "" && (stored[member] ?? "") !== "",
  );
  return Object.fromEntries(emptied.map(({ member }) => [member, []]));
}

function refused(visit: Visit, form: KnownForm, opened: Opened, state: RefusedForm): Reply | Promise<Reply> {
  return refuse(visit, state, () => page(visit, form, opened, state, state.sentence, state.status));
}

const changedMeanwhile =
  "Somebody else changed this in the meantime, so nothing was saved. Fields that differ show both values; send the form again to save yours.";

/** The sentence above the form, and those at its fields. */
interface Sentences extends Pick<FormState, "problems" | "reason"> {
  readonly sentence: string;
}

async function sentencesOf(
  visit: Visit,
  { said }: KnownForm,
  fields: readonly FormField[],
  { detail, refusal, errors = [] }: Problem,
): Promise<Sentences> {
  if (refusal === undefined) return unreadableContent(fields, detail, errors);
  const own = said?.(refusal.reason);
  const say = `${own?.say ?? refusal.say}${await otherGroupMeant(visit, refusal.reason)}`;
  const at = own?.at ?? errors[0]?.pointer ?? refusal.at;
  return { ...saidAbout(fields, { say, ...(at !== undefined && { at }) }), reason: refusal.reason.kind };
}

/** `at` is a member, or the name of a control of its own. */
function saidAbout(fields: readonly FormField[], { say = "", at }: Said): Sentences {
  const name = at === undefined ? undefined : (fieldAt(fields, at)?.member ?? at);
  return { sentence: say, problems: name === undefined ? {} : { [name]: say } };
}

/** The sentences about content that the operation's schema refuses. They name no member, so the first one follows the label of its field. */
function unreadableContent(
  fields: readonly FormField[],
  detail: string,
  errors: readonly InvalidMember[],
): Sentences {
  const found = errors.flatMap(({ pointer = "", detail: say }) => {
    const field = fieldAt(fields, pointer);
    // An empty field says null.
    return field === undefined ? [] : [{ field, say: say.replace(" or null", "") }];
  });
  const [first] = found;
  return {
    sentence: first === undefined ? detail : `${first.field.label}: ${first.say}`,
    problems: Object.fromEntries(found.map(({ field, say }) => [field.member, say])),
  };
}

function page(
  visit: Visit,
  { title, lead, up, beside, intro, button }: KnownForm,
  { shown, parts }: Opened,
  state: FormState,
  problem?: string,
  status = problem === undefined ? 200 : 400,
): Reply {
  const { path, text } = up(shown);
  const href = consolePath(visit.web, path);
  const version = hiddenFields({ [versionField]: state.values[versionField] });
  const fields = html`${version}${intro}${renderParts(visit, parts, state)}`;
  const buttons = html`${submitButton(button.text, { id: "save", ...button })}${linkButton(href, "Cancel")}`;
  const main = html`<section class="panel">${formOf(formTo(visit, visit.path), fields, buttons)}</section>`;
  return show(
    visit,
    {
      title: title(shown, visit),
      lead: lead?.(shown),
      up: { href, text },
      ...beside?.(shown, visit),
      problem,
      main,
    },
    status,
  );
}
