import type { NewPasswordProblem } from "../identity/password.ts";
import { enhanceNewPassword } from "./browser/new-password.ts";
import { enhancePasskeyAvailable } from "./browser/passkey-available.ts";
import type { Catalogue } from "./catalogue.ts";
import { autofocus, boxedField, describedBy, showButton } from "./components.ts";
import { html, type SafeHtml } from "./html.ts";
import { scriptOf } from "./layout.ts";

/** Why a new password was not taken. "busy": too many are being looked at. */
export type NewPasswordRefusal = NewPasswordProblem | "busy";

/** The model of the field in which a person chooses a password. */
export interface NewPasswordModel {
  /** The fewest characters, as code points. */
  readonly lengthMin: number;
  /** Told to password managers. Absent if the form has a field of its own for it. */
  readonly username?: string | undefined;
  /** The names of the person, which the password must not be made of. */
  readonly names: readonly string[];
  /** Why the last password was not taken; the page says it in words of `newPasswordSentence`. */
  readonly problem?: NewPasswordRefusal | undefined;
  readonly isFocused?: boolean | undefined;
}

/** The script of every page with this field. */
export const newPasswordScript: SafeHtml = scriptOf(enhanceNewPassword);

/** The script of such a page if a passkey may be offered next: after the first password of an account, and after a recovery. */
export const firstPasswordScript: SafeHtml = scriptOf(enhanceNewPassword, enhancePasskeyAvailable);

/** The field of a form by which a browser says that it can keep a passkey. */
export const passkeyAvailableField: SafeHtml = html`<input type="hidden" name="passkey" id="passkey">`;

/**
 * A field `new_password` with its rule, a button that shows what is typed, and a line that counts the characters. Nothing about the
 * password leaves the browser before the form is posted.
 */
export function newPasswordField(
  model: NewPasswordModel,
  texts: Catalogue,
  label: string = texts.password.label,
): SafeHtml {
  const { lengthMin, username, names, problem, isFocused = false } = model;
  const words = texts.password;
  const isWrong = problem !== undefined && problem !== "busy";
  const described = describedBy([problem && "problem", "password-rule"], { isWrong });
  const field = {
    id: "new_password",
    label,
    type: "password",
    autocomplete: "new-password",
    isRequired: true,
    attributes: html`${described}${isFocused && autofocus}`,
    after: html`
      <p class="muted" id="password-rule">${words.rule(lengthMin)}</p>
      <progress id="password-length" max="${lengthMin}" value="0" aria-hidden="true" hidden></progress>
      <p class="hint" id="password-progress" aria-hidden="true" data-names="${names.join("\n")}"
        data-progress="${words.progress("{}", lengthMin)}" data-enough="${words.enough}"
        data-repeated="${words.repeated}" data-own-words="${words.ownWords}" data-predictable="${words.predictable}"></p>
      <p class="vh" id="password-told" role="status"></p>`,
  };
  return html`${username !== undefined && usernameFor(username)}${boxedField(field, showButton("new_password", texts.signIn))}`;
}

/** What a page says if a new password is refused. */
export function newPasswordSentence(
  problem: NewPasswordRefusal,
  lengthMin: number,
  texts: Catalogue,
): string {
  const words = texts.password;
  const sentence = words[sentences[problem]];
  return typeof sentence === "string" ? sentence : words.tooShort(lengthMin);
}

const sentences = {
  empty: "tooShort",
  "too-short": "tooShort",
  "too-long": "tooLong",
  "lone-surrogate": "unreadable",
  "contains-nul": "unreadable",
  "too-many-marks": "unreadable",
  repeated: "repeated",
  predictable: "predictable",
  "context-word": "ownWords",
  stolen: "stolen",
  busy: "busy",
} as const satisfies Readonly<Record<NewPasswordRefusal, keyof Catalogue["password"]>>;

/** A text field that only style hides, because password managers do not read hidden inputs. */
export function usernameFor(username: string): SafeHtml {
  return html`<input class="vh" type="text" name="username" value="${username}" autocomplete="username" tabindex="-1" aria-hidden="true" readonly>`;
}
