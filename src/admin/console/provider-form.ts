import { explain } from "../../flows/operator/problem.ts";
import { type UpstreamProblem, upstreamProblems } from "../../flows/operator/upstream-problem.ts";
import { html, type SafeHtml } from "../../pages/html.ts";
import type { Parameters } from "../../protocol/parameters.ts";
import { mappedGroupsMax, readMapped } from "../../protocol/upstream/group-mapping.ts";
import type { UpstreamKind } from "../../protocol/upstream/upstream.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import type { Content, FormPart, Said } from "./form-field.ts";
import { type FormState, linesField, linesOf, textField } from "./forms.ts";
import { saidOf } from "./operation-form.ts";
import { pairsIn } from "./picking.ts";
import { valuesOf } from "./visit.ts";

// The console never stores or shows again what was typed into fields whose names contain "secret".
const secretField = "client_secret";
const appleKeyField = "apple_secret_key";

/** The credentials of this service at the provider, who may sign in with it, the label of its button, and the groups it manages. */
export function providerFields(groups: readonly string[], kind?: UpstreamKind) {
  return [
    {
      member: "client_id",
      label: "Client ID",
      hint: "As issued by the provider. Apple calls it the services ID.",
      isRequired: true,
      maxLength: 1_000,
    },
    { member: "secret", label: "Secret", own: (state) => secretFields(state, kind) },
    {
      member: "display_name",
      label: "Name on the button",
      hint: kind === undefined ? "If empty, the provider's usual name." : undefined,
      maxLength: 100,
    },
    {
      legend: "Who can sign in",
      fields: [
        {
          member: "trust_email",
          label: "Verified e-mail addresses link to existing accounts",
          hint: "Only for a provider that really verifies addresses: by claiming an address it can open the account that has it.",
          as: "box",
        },
        {
          member: "create_accounts",
          label: "Create accounts for new people",
          hint: "Otherwise only people who have connected an existing account can sign in.",
          as: "box",
        },
      ],
    },
    {
      member: "domains",
      label: "E-mail domains",
      hint: "One per line, such as example.org. People with an address there are sent to this provider, and nobody else gets an account from it.",
      as: "list",
      rows: 2,
    },
    ...(kind === "github" ? [] : [groupFields(groups)]),
  ] as const satisfies readonly FormPart[];
}

const groupFields = (groups: readonly string[]) =>
  ({
    more: "Groups",
    within: "of-claims",
    fields: [
      {
        member: "group_claim",
        label: "Groups claim",
        hint: "The provider's claim, such as groups or roles. If empty, the provider manages no groups.",
        maxLength: 128,
      },
      {
        member: "group_map",
        label: "Group mapping",
        hint: "At each sign-in, people join and leave the groups here, which must exist.",
        as: "pairs",
        sides: ["Group at the provider", "Group here"],
        suggestions: groups,
        print: (stored: unknown) =>
          Object.entries(stored ?? {})
            .map(([theirs, ours]) => `${theirs}=${ours}`)
            .join("\n"),
        // A line that is no pair stays recognizable, and is refused.
        parse: (text: string) =>
          Object.fromEntries(linesOf(text).map((line) => readMapped(line) ?? [line, ""])),
      },
    ],
  }) as const satisfies FormPart;

/** The secret of this kind of provider, or of every kind. It is never shown. */
function secretFields({ values, problems = {}, ...state }: FormState, kind?: UpstreamKind): SafeHtml {
  const kept = kind === undefined ? "" : " If empty, the stored one is kept.";
  const { secret } = problems;
  const hidden = { ...state, values: { ...values, [secretField]: undefined, [appleKeyField]: undefined } };
  return html`
    ${
      kind !== "apple" &&
      html`<div class="of-secrets">${textField(
        {
          name: secretField,
          label: "Client secret",
          hint: `It is stored encrypted and never shown again.${kept}`,
          type: "password",
          autocomplete: "new-password",
          maxLength: 4_000,
        },
        { ...hidden, problems: { [secretField]: secret } },
      )}</div>`
    }
    ${
      (kind === undefined || kind === "apple") &&
      html`<div class="of-apple">${linesField(
        {
          name: appleKeyField,
          label: "Private key",
          hint: `The text of the .p8 file, with its first and last line. It is stored encrypted and never shown again.${kept}`,
          rows: 6,
        },
        { ...hidden, problems: { [appleKeyField]: secret } },
      )}</div>`
    }`;
}

/** Adds the secret, and refuses pairs of groups without a claim: with neither, the mapping is removed. */
export function withSecret(
  content: Content,
  form: Parameters,
  kind: string | undefined,
): Result<Content, Said> {
  if (content.group_claim === null && pairsIn("group_map", valuesOf(form)).length > 0)
    return refuse({ at: "group_claim", say: noClaim });
  const secret = form.get(kind === "apple" ? appleKeyField : secretField)?.trim();
  return ok({ ...content, ...(secret !== undefined && { secret }) });
}

const noClaim = "Enter the provider's claim that lists groups, such as groups or roles.";

/** The sentences with the form's labels. */
export const providerSaid = saidOf<UpstreamProblem>({
  "issuer-missing": {
    say: "The issuer is missing. Enter it exactly as in the provider's discovery document.",
  },
  "tenant-unusable": {
    say: "Enter the tenant ID from the Entra admin centre, or consumers. Add a provider for each tenant.",
  },
  "client-id-missing": {
    say: "The client ID is missing. The provider gives you one when you register this service there.",
  },
  "secret-missing": {
    say: "The secret is missing. It has to be typed again each time the form is shown.",
  },
  "apple-key-missing": {
    at: "team_id",
    say: "Apple needs the team ID and the key ID: its client secret is signed with this key.",
  },
  "group-claim-unusable": { say: noClaim },
  "group-map-unusable": {
    say: `Each pair needs a group at the provider and one here, and there can be ${mappedGroupsMax} pairs at most.`,
  },
  "unknown-group": ({ name }) => ({ say: `There is no group ${name}. Add it under Groups first.` }),
  exists: { at: "upstream", say: "There is already a provider with this name. Choose another one." },
  "check-failed": (reason) => ({
    at: aboutSecrets.has(reason.failure.reason) ? "secret" : "issuer",
    say: `${explain(upstreamProblems, reason).say} Nothing was saved.`,
  }),
});

const aboutSecrets: ReadonlySet<string> = new Set(["secret-unreadable", "apple-key-unusable"]);
