import { textInput } from "../../pages/components.ts";
import { html, type SafeHtml } from "../../pages/html.ts";
import {
  chosenNames,
  type Field,
  type FormState,
  hintOf,
  linesField,
  linesOf,
  optionOf,
  problemUnder,
  tiesOf,
  type Values,
} from "./forms.ts";

/** A form sends at most 64 fields. If there are more names or pairs than these, they are typed as lines. */
const pickedMax = 20;
const pairsMax = 18;
/** The number of empty fields for more names or pairs. */
const spare = 3;

interface PickField extends Field {
  /** The names to choose from. */
  readonly names: readonly string[];
  readonly rows?: number;
}

/**
 * Takes names of a list that is too long for boxes. Each chosen name is a box, and empty fields, which suggest the others, take more. A
 * typed name that does not exist stays in its field. The parameters are those of `namesField`.
 */
export function pickField(field: PickField, state: FormState): SafeHtml {
  const { name, label, names } = field;
  const known = new Set(names);
  const chosen = chosenNames(name, state.values);
  if (chosen.length > pickedMax)
    return linesField(field, { ...state, values: { [name]: chosen.join("\n") } });
  const ticked = chosen.filter((each) => known.has(each));
  const typed = [...chosen.filter((each) => !known.has(each)), ...Array.from({ length: spare }, () => "")];
  return html`
    <fieldset class="field"${tiesOf(field, state)}>
      <legend>${label}</legend>
      ${hintOf(field)}
      ${ticked.length > 0 && html`<div class="choices names">${ticked.map((each, index) => optionOf(`${name}-${index}`, { value: each, label: each }, "checkbox", true))}</div>`}
      <div class="picks">${typed.map((each, index) => suggesting(name, { id: `${name}-${ticked.length + index}`, value: each, label: `One more of “${label}”` }))}</div>
      ${suggestionsOf(name, names)}
      ${problemUnder(field, state)}
    </fieldset>`;
}

interface PairsField extends Field {
  /** The names to choose from on the right; none if they are typed. */
  readonly names: readonly string[];
  readonly left: string;
  readonly right: string;
  readonly rows?: number;
}

/** Pairs of a free text and a name, such as `their group=staff`: two fields each. */
export function pairsField(field: PairsField, state: FormState): SafeHtml {
  const { name, label, names, left, right } = field;
  const pairs = pairsIn(name, state.values);
  if (pairs.length > pairsMax) return linesField(field, { ...state, values: { [name]: pairs.join("\n") } });
  const rows = [...pairs.map(halvesOf), ...Array.from({ length: spare }, () => ["", ""] as const)];
  return html`
    <fieldset class="field"${tiesOf(field, state)}>
      <legend>${label}</legend>
      ${hintOf(field)}
      <table class="pairs">
        <thead><tr><th scope="col" id="${name}-left">${left}</th><th scope="col" id="${name}-right">${right}</th></tr></thead>
        <tbody>${rows.map(
          ([theirs, ours], index) => html`<tr>
          <td>${textInput({ id: `${name}-${index}-left`, value: theirs, maxLength: 256, attributes: html` aria-labelledby="${name}-left"` })}</td>
          <td>${suggesting(name, { id: `${name}-${index}-right`, value: ours, labelledBy: `${name}-right` })}</td>
        </tr>`,
        )}</tbody>
      </table>
      ${suggestionsOf(name, names)}
      ${problemUnder(field, state)}
    </fieldset>`;
}

/** The pairs that were typed, one per line, whichever fields took them. */
export function pairsIn(name: string, values: Values): readonly string[] {
  const indexes = Object.keys(values).flatMap((key) =>
    key.startsWith(`${name}-`) && key.endsWith("-left") ? [key.slice(name.length + 1, -"-left".length)] : [],
  );
  const half = (index: string, side: string) => values[`${name}-${index}-${side}`]?.trim() ?? "";
  const rows = indexes.map((index) => [half(index, "left"), half(index, "right")] as const);
  return [
    ...linesOf(values[name]),
    ...rows.filter(([left, right]) => left + right !== "").map((row) => row.join("=")),
  ];
}

function halvesOf(pair: string): readonly [left: string, right: string] {
  const at = pair.lastIndexOf("=");
  return at < 0 ? [pair, ""] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
}

/** A field for one name, which shows the list of `suggestionsOf` the same name. */
function suggesting(
  name: string,
  input: {
    readonly id: string;
    readonly value: string;
    readonly label?: string;
    readonly labelledBy?: string;
  },
): SafeHtml {
  const { id, value, label, labelledBy } = input;
  const attributes = html` list="${name}-all"${label !== undefined && html` aria-label="${label}"`}${labelledBy !== undefined && html` aria-labelledby="${labelledBy}"`}`;
  return textInput({ id, value, maxLength: 256, attributes });
}

/** The list of the names that fields suggest. */
export function suggestionsOf(name: string, names: readonly string[]): SafeHtml {
  return html`<datalist id="${name}-all">${names.map((each) => html`<option value="${each}"></option>`)}</datalist>`;
}
