import type { UpstreamChanges } from "../../flows/operator/upstream.ts";
import { describeUpstreamProblem, type UpstreamProblem } from "../../flows/operator/upstream-problem.ts";
import { html, type SafeHtml } from "../../pages/html.ts";
import type { Parameters } from "../../protocol/parameters.ts";
import type { Upstream, UpstreamKind } from "../../protocol/upstream/upstream.ts";
import { linesOf } from "./client-form.ts";
import { boxes, type FormState, linesField, moreFields, textField, type Values } from "./forms.ts";

// The console never keeps fields whose names have "secret", and a page never shows what was typed into them.
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

/** What proves this service to the provider. Of the kind that is chosen or known, if any. */
export function proofFields(state: FormState, kind?: UpstreamKind): SafeHtml {
  const isNew = kind === undefined;
  const kept = isNew ? "" : " Empty: the one that is stored goes on.";
  const values = { ...state.values, [appleKeyField]: undefined };
  return html`
    ${textField({ name: "client_id", label: "Client ID", hint: "The one that the provider gave you. Apple calls it the services ID.", isRequired: true, maxLength: 1_000 }, state)}
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

/** Whom the provider lets in, what its button says, and which groups it decides about. */
export function ruleFields(state: FormState, kind?: UpstreamKind): SafeHtml {
  const { values, problems } = state;
  const hasGroups = ["group_claim", "group_map"].some(
    (name) => (values[name] ?? problems?.[name] ?? "") !== "",
  );
  return html`
    ${textField({ name: "display_name", label: "Name on its button", hint: kind === undefined ? "Empty: the provider's own name." : undefined, maxLength: 100 }, state)}
    ${boxes(
      "Who comes in",
      [
        {
          name: "trust_email",
          label: "A verified e-mail address finds the account that has it",
          hint: "Only for a provider that really checks addresses: by claiming an address it can open the account.",
        },
        {
          name: "create_accounts",
          label: "Somebody new gets an account",
          hint: "Otherwise only people come in who have an account here and have connected it.",
        },
      ],
      state,
    )}
    ${linesField(
      {
        name: "domains",
        label: "E-mail domains",
        hint: "One a line, such as example.org. People with an address there are sent to the provider, and nobody else gets an account by it.",
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
          ${textField({ name: "group_claim", label: "Claim with the groups there", hint: "Such as groups or roles. Empty: the provider decides about no group.", maxLength: 128 }, state)}
          ${linesField({ name: "group_map", label: "Groups there and here", hint: html`One pair a line: <code>their group = staff</code>. People join and leave these groups at each sign-in. The groups here must exist.`, rows: 3 }, state)}`,
      )}</div>`
    }`;
}

/** What the form asks for, of that what differs from the values that it was shown with. */
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
    // Pairs without a claim are a mistake; neither of both is the end of the mapping.
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

/** The sentence of a problem at the field that it is about. */
export function problemsOfProvider(problem: UpstreamProblem, kind: UpstreamKind): Values {
  const secret = kind === "apple" ? appleKeyField : secretField;
  const field = problem.kind === "secret-missing" ? secret : fieldsOfProblems[problem.kind];
  if (problem.kind !== "check-failed") return field === undefined ? {} : { [field]: sayProblem(problem) };
  const isAboutKey = ["secret-unreadable", "apple-key-unusable"].includes(problem.failure.reason);
  return { [isAboutKey ? secret : "issuer"]: sayProblem(problem) };
}

const said: Readonly<Partial<Record<UpstreamProblem["kind"], string>>> = {
  "issuer-missing": "The provider's issuer is missing. Write it as its discovery document has it.",
  "tenant-unusable":
    "Write the id of the tenant, as the Entra admin centre shows it, or consumers. Several tenants are several providers.",
  "client-id-missing":
    "The client ID is missing. The provider gives you one when you register this service there.",
  "secret-missing": "The secret is missing. It has to be typed again whenever the form comes back.",
  "apple-key-missing": "Apple needs the team ID and the key ID: its client secret is signed with this key.",
  "group-claim-unusable": "Write the claim that lists the groups there, such as groups or roles.",
  exists: "There is a provider with this name already. Give this one another.",
};

/** The sentence of a problem in the words of the form. */
export function sayProblem(problem: UpstreamProblem): string {
  if (problem.kind === "group-unknown")
    return `There is no group ${problem.name}. Add it under Groups first.`;
  return said[problem.kind] ?? describeUpstreamProblem(problem);
}
