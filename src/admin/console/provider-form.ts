import { explain } from "../../flows/operator/problem.ts";
import type { UpstreamChanges } from "../../flows/operator/upstream.ts";
import { type UpstreamProblem, upstreamProblems } from "../../flows/operator/upstream-problem.ts";
import { html, type SafeHtml } from "../../pages/html.ts";
import type { Parameters } from "../../protocol/parameters.ts";
import type { Upstream, UpstreamKind } from "../../protocol/upstream/upstream.ts";
import { linesOf } from "./form-field.ts";
import { boxes, type FormState, linesField, moreFields, textField, type Values } from "./forms.ts";

// The console never stores or shows again what was typed into fields whose names contain "secret".
const secretField = "client_secret";
const appleKeyField = "apple_secret_key";

/** A provider as the form shows it. */
export function valuesOfProvider(upstream: Upstream): Values {
  const { clientId, displayName, trustsEmail, createsAccounts, domains, groupMapping, updatedAt } = upstream;
  return {
    client_id: clientId,
    display_name: displayName,
    ...(trustsEmail && { trust_email: "on" }),
    ...(createsAccounts && { create_accounts: "on" }),
    domains: domains.join("\n"),
    group_claim: groupMapping?.claim ?? "",
    group_map: Object.entries(groupMapping?.groups ?? {})
      .map(([theirs, ours]) => `${theirs}=${ours}`)
      .join("\n"),
    updated_at: String(updatedAt),
  };
}

/** The credentials of this service at the provider: the fields for the given kind, or for all kinds. */
export function proofFields(state: FormState, kind?: UpstreamKind): SafeHtml {
  const isNew = kind === undefined;
  const kept = isNew ? "" : " If empty, the stored one is kept.";
  const values = { ...state.values, [appleKeyField]: undefined };
  return html`
    ${textField({ name: "client_id", label: "Client ID", hint: "As issued by the provider. Apple calls it the services ID.", isRequired: true, maxLength: 1_000 }, state)}
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
        state,
      )}</div>`
    }
    ${
      (isNew || kind === "apple") &&
      html`<div class="of-apple">${linesField(
        {
          name: appleKeyField,
          label: "Private key",
          hint: `The text of the .p8 file, with its first and last line. It is stored encrypted and never shown again.${kept}`,
          rows: 6,
        },
        { ...state, values },
      )}</div>`
    }`;
}

/** Who may sign in with the provider, the label of its button, and the groups it manages. */
export function ruleFields(state: FormState, kind?: UpstreamKind): SafeHtml {
  const { values, problems } = state;
  const hasGroups = ["group_claim", "group_map"].some(
    (name) => (values[name] ?? problems?.[name] ?? "") !== "",
  );
  return html`
    ${textField({ name: "display_name", label: "Name on the button", hint: kind === undefined ? "If empty, the provider's usual name." : undefined, maxLength: 100 }, state)}
    ${boxes(
      "Who comes in",
      [
        {
          name: "trust_email",
          label: "Verified e-mail addresses link to existing accounts",
          hint: "Only for a provider that really verifies addresses: by claiming an address it can open the account that has it.",
        },
        {
          name: "create_accounts",
          label: "Create accounts for new people",
          hint: "Otherwise only people who have connected an existing account can sign in.",
        },
      ],
      state,
    )}
    ${linesField(
      {
        name: "domains",
        label: "E-mail domains",
        hint: "One per line, such as example.org. People with an address there are sent to this provider, and nobody else gets an account from it.",
        rows: 2,
      },
      state,
    )}
    ${
      kind !== "github" &&
      html`<div class="of-claims">${moreFields(
        "Groups",
        hasGroups,
        html`
          ${textField({ name: "group_claim", label: "Groups claim", hint: "The provider's claim, such as groups or roles. If empty, the provider manages no groups.", maxLength: 128 }, state)}
          ${linesField({ name: "group_map", label: "Group mapping", hint: html`One pair per line: <code>their group = staff</code>. People join and leave these groups at each sign-in. The groups on the right must exist.`, rows: 3 }, state)}`,
      )}</div>`
    }`;
}

/** The values in the form that differ from those that it was shown with. */
export function providerChangesIn(form: Parameters, before: Values, kind: UpstreamKind): UpstreamChanges {
  const lines = (name: string) => linesOf(form.get(name));
  const differs = (name: string, now: string) => now !== (before[name] ?? "");
  const text = (name: string) => (form.get(name) ?? "").trim();
  const changed = (name: string) => (differs(name, text(name)) ? text(name) : undefined);
  const box = (name: string) => (differs(name, form.get(name) ?? "") ? form.get(name) === "on" : undefined);
  const [claim, pairs] = [text("group_claim"), lines("group_map")];
  const isMapped =
    kind !== "github" && (differs("group_claim", claim) || differs("group_map", pairs.join("\n")));
  return {
    clientId: changed("client_id"),
    secret: form.get(kind === "apple" ? appleKeyField : secretField)?.trim(),
    displayName: changed("display_name"),
    trustsEmail: box("trust_email"),
    createsAccounts: box("create_accounts"),
    domains: differs("domains", lines("domains").join("\n")) ? lines("domains") : undefined,
    // Pairs without a claim are a mistake; with neither, the mapping is removed.
    ...(isMapped && { groupClaim: claim === "" && pairs.length === 0 ? null : claim, groupMap: pairs }),
  };
}

const fieldsOfProblems: Readonly<Partial<Record<UpstreamProblem["kind"], string>>> = {
  "kind-unknown": "kind",
  "name-unusable": "name",
  exists: "name",
  "display-name-unusable": "display_name",
  "issuer-missing": "issuer",
  "issuer-unusable": "issuer",
  "tenant-unusable": "tenant",
  "client-id-missing": "client_id",
  "apple-key-missing": "team_id",
  "domain-unusable": "domains",
  "domains-too-many": "domains",
  "group-claim-unusable": "group_claim",
  "group-map-unusable": "group_map",
  "group-unknown": "group_map",
};

/** Puts the sentence of a problem at the field that it is about. */
export function problemsOfProvider(problem: UpstreamProblem, kind: UpstreamKind): Values {
  const secret = kind === "apple" ? appleKeyField : secretField;
  const field = problem.kind === "secret-missing" ? secret : fieldsOfProblems[problem.kind];
  if (problem.kind !== "check-failed") return field === undefined ? {} : { [field]: sayProblem(problem) };
  const isAboutKey = ["secret-unreadable", "apple-key-unusable"].includes(problem.failure.reason);
  return { [isAboutKey ? secret : "issuer"]: sayProblem(problem) };
}

const said: Readonly<Partial<Record<UpstreamProblem["kind"], string>>> = {
  "issuer-missing": "The issuer is missing. Enter it exactly as in the provider's discovery document.",
  "tenant-unusable":
    "Enter the tenant id from the Entra admin centre, or consumers. Add a provider for each tenant.",
  "client-id-missing":
    "The client ID is missing. The provider gives you one when you register this service there.",
  "secret-missing": "The secret is missing. It has to be typed again each time the form is shown.",
  "apple-key-missing": "Apple needs the team ID and the key ID: its client secret is signed with this key.",
  "group-claim-unusable": "Enter the provider's claim that lists groups, such as groups or roles.",
  exists: "A provider with this name exists already. Choose another name.",
};

/** The sentence of a problem, with the form's labels. */
export function sayProblem(problem: UpstreamProblem): string {
  if (problem.kind === "group-unknown")
    return `There is no group ${problem.name}. Add it under Groups first.`;
  return said[problem.kind] ?? explain(upstreamProblems, problem).say;
}
