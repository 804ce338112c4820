import {
  type ButtonKind,
  describedBy,
  fieldOf,
  submitButton,
  type TextInput,
  textInput,
} from "../../pages/components.ts";
import { html, type Printable, type SafeHtml } from "../../pages/html.ts";

/** The values of a form by field; several for checkboxes and lines. */
export type Values = Readonly<Record<string, string | undefined>>;

/** A form as it is shown: the values of its fields, and their problems. */
export interface FormState {
  readonly values: Values;
  /** Sentences by field. */
  readonly problems?: Values | undefined;
  /** Values that somebody else stored in the meantime, by field. */
  readonly theirs?: Values | undefined;
  /** The kind of the reason for which a flow refused it. */
  readonly reason?: string | undefined;
}

/** A form that was refused: what was typed, the sentence above it, and the status of its page. */
export interface RefusedForm extends FormState {
  readonly sentence: string;
  readonly status: number;
}

/** What all fields have in common. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly hint?: Printable;
}

type TextField = Field & Pick<TextInput, "type" | "autocomplete" | "isRequired" | "maxLength" | "attributes">;

/** One line of text. A password is never shown again. */
export function textField(field: TextField, state: FormState): SafeHtml {
  const { name, ...input } = field;
  const value = input.type === "password" ? undefined : (state.values[name] ?? "");
  const attributes = [tiesOf(field, state), field.attributes];
  return labelled(field, state, textInput({ ...input, id: name, value, attributes }));
}

/** Several lines, such as one URI per line. */
export function linesField(field: Field & { readonly rows?: number }, state: FormState): SafeHtml {
  const { name, rows = 3 } = field;
  // HTML drops a line break after the opening tag, so one is added.
  return labelled(
    field,
    state,
    html`<textarea id="${name}" name="${name}" rows="${rows}" autocomplete="off" spellcheck="false" autocapitalize="none"${tiesOf(field, state)}>
${state.values[name]}</textarea>`,
  );
}

/** Checkboxes of names. A chosen one that is not among them is the last. The parameter of each is the field's name with a number; its value is the name. */
export function namesField(field: Field & { readonly names: readonly string[] }, state: FormState): SafeHtml {
  const { name, label, names } = field;
  const chosen = chosenNames(name, state.values);
  const all = [...new Set([...names, ...chosen])];
  return html`
    <fieldset class="field"${tiesOf(field, state)}>
      <legend>${label}</legend>
      ${hintOf(field)}
      <div class="choices names">${all.map((each, index) => optionOf(`${name}-${index}`, { value: each, label: each }, "checkbox", chosen.includes(each)))}</div>
      ${problemUnder(field, state)}
    </fieldset>`;
}

/** The names that were chosen in a `namesField`, or typed in its place, one per line. */
export function chosenNames(name: string, values: Values): readonly string[] {
  const boxesOf = Object.entries(values).filter(([key]) => key.startsWith(`${name}-`));
  return [...new Set([...linesOf(values[name]), ...boxesOf.flatMap(([, value]) => linesOf(value))])];
}

/** The lines of a text, without blank ones. */
export function linesOf(text = ""): readonly string[] {
  return text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** An option of a choice. */
export interface Option {
  readonly value: string;
  readonly label: string;
  readonly hint?: Printable;
}

/** Radio buttons, each with its explanation. */
export function choiceField(
  field: Field & { readonly options: readonly Option[] },
  state: FormState,
): SafeHtml {
  const { name, label, options } = field;
  const chosen = state.values[name];
  return html`
    <fieldset class="field"${tiesOf(field, state)}>
      <legend>${label}</legend>
      ${hintOf(field)}
      <div class="choices">${options.map((option) => optionOf(name, option, "radio", option.value === chosen))}</div>
      ${problemUnder(field, state)}
    </fieldset>`;
}

/** Checkboxes. Each is a parameter of its own, whose value is "on". */
export function boxes(legend: string, fields: readonly Field[], state: FormState): SafeHtml {
  return html`
    <fieldset class="field">
      <legend>${legend}</legend>
      <div class="choices">${fields.map((field) => box(field, state))}</div>
    </fieldset>`;
}

/** A checkbox. */
export function box(field: Field, state: FormState): SafeHtml {
  const { name, label, hint } = field;
  return html`${optionOf(name, { value: "on", label, hint }, "checkbox", state.values[name] === "on")}${problemUnder(field, state)}`;
}

/** A select. */
export function selectField(
  field: Field & { readonly options: readonly Option[] },
  state: FormState,
): SafeHtml {
  const { name, options } = field;
  return labelled(
    field,
    state,
    html`<select id="${name}" name="${name}"${tiesOf(field, state)}>${options.map(
      ({ value, label }) =>
        html`<option value="${value}"${value === state.values[name] && html` selected`}>${label}</option>`,
    )}</select>`,
  );
}

/** Fields that most people leave alone. They are expanded if one of them has a problem. */
export function moreFields(summary: string, isOpen: boolean, fields: Printable): SafeHtml {
  return html`<details class="more"${isOpen && html` open`}><summary>${summary}</summary><div>${fields}</div></details>`;
}

/** The field with the id of a form that shows something once. */
export const onceField = "once";

/** A form that posts to the service. */
export function formOf(
  {
    action,
    csrfToken,
    id,
    once,
  }: {
    readonly action: string;
    readonly csrfToken: string;
    readonly id?: string;
    readonly once?: string | undefined;
  },
  fields: Printable,
  buttons: Printable,
): SafeHtml {
  return html`
    <form class="stack" method="post" action="${action}"${id !== undefined && html` id="${id}"`} novalidate>
      <input type="hidden" name="step" value="${csrfToken}">
      ${hiddenFields({ [onceField]: once })}
      ${fields}
      <div class="actions">${buttons}</div>
    </form>`;
}

/** A form that consists of a button and hidden values. */
export function buttonForm(
  {
    action,
    csrfToken,
    values = {},
  }: { readonly action: string; readonly csrfToken: string; readonly values?: Values },
  text: string,
  kind: ButtonKind = "little",
): SafeHtml {
  return html`
    <form method="post" action="${action}">
      <input type="hidden" name="step" value="${csrfToken}">
      ${hiddenFields(values)}
      ${submitButton(text, { kind })}
    </form>`;
}

/** Hidden values of a form. */
export function hiddenFields(values: Values): readonly Printable[] {
  return Object.entries(values).map(
    ([name, value]) => value !== undefined && html`<input type="hidden" name="${name}" value="${value}">`,
  );
}

function labelled(field: Field, state: FormState, control: SafeHtml): SafeHtml {
  const { name, label } = field;
  return fieldOf({ id: name, label, before: hintOf(field), after: problemUnder(field, state) }, control);
}

/** The hint of a field, to which `tiesOf` refers. */
export function hintOf({ name, hint }: Field): Printable {
  return hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`;
}

/** A radio button or a checkbox with its label. */
export function optionOf(
  name: string,
  { value, label, hint }: Option,
  type: "radio" | "checkbox",
  isChosen: boolean,
): SafeHtml {
  const id = type === "radio" ? `${name}-${value}` : name;
  return html`
    <div class="choice">
      <input type="${type}" id="${id}" name="${name}" value="${value}"${isChosen && html` checked`}${hint !== undefined && html` aria-describedby="${id}-about"`}>
      <label for="${id}">${label}</label>
      ${hint !== undefined && html`<p class="hint" id="${id}-about">${hint}</p>`}
    </div>`;
}

/** The problem of a field, and what somebody else stored meanwhile. */
export function problemUnder({ name }: Field, { problems, theirs }: FormState): SafeHtml {
  const [problem, their] = [problems?.[name], theirs?.[name]];
  return html`
    ${problem !== undefined && html`<p class="wrong" id="${name}-wrong">${problem}</p>`}
    ${their !== undefined && html`<p class="theirs" id="${name}-theirs">Stored meanwhile: ${their === "" ? "nothing" : their}</p>`}`;
}

/** The attributes that lead from a control to its hint and its problem. */
export function tiesOf({ name, hint }: Field, { problems, theirs }: FormState): SafeHtml {
  const isWrong = problems?.[name] !== undefined;
  return describedBy(
    [
      hint !== undefined && `${name}-hint`,
      isWrong && `${name}-wrong`,
      theirs?.[name] !== undefined && `${name}-theirs`,
    ],
    { isWrong },
  );
}
