import { byId } from "../../operations/operation.ts";
import { upstreamOperations } from "../../operations/upstream.ts";
import { html } from "../../pages/html.ts";
import type { Parameters } from "../../protocol/parameters.ts";
import { callbackTemplate } from "../../protocol/upstream/callback.ts";
import { type UpstreamKind, upstreamKinds } from "../../protocol/upstream/upstream.ts";
import type { Content } from "./form-field.ts";
import { box, type FormState } from "./forms.ts";
import { offeredGroups } from "./group-parts.ts";
import { formScreen } from "./operation-form.ts";
import { providerFields, providerSaid, withSecret } from "./provider-form.ts";
import { kindWords, mayChange, notAllowed, providerPath } from "./provider-show.ts";
import { goTo, type Visit } from "./visit.ts";

const { addUpstream } = byId(upstreamOperations);

/** The page that adds a provider. It decides who somebody is, so it requires a full administrator and a fresh sign-in. */
export const providerNewScreen = formScreen(addUpstream, {
  // A provider may be named "new", so this page has a path outside of theirs.
  path: "/new-provider",
  title: () => "Add a provider",
  lead: () => "The provider's metadata is checked before anything is saved.",
  up: () => ({ path: "/providers", text: "Providers" }),
  button: { text: "Add the provider", id: "add" },
  // The links of the empty list name a kind.
  initial: ({ query }) => ({ kind: upstreamKinds.find((kind) => kind === query.get("kind")) ?? "oidc" }),
  fields: async (visit) => [
    ...placeFields(visit),
    ...providerFields(await offeredGroups(visit)),
    { member: "check", label: "Check the provider", own: uncheckedBox },
  ],
  amend: (content, form) => withSecret(ofItsKind(content, form), form, form.get("kind")),
  refuses: (visit) => (mayChange(visit) ? undefined : notAllowed(visit)),
  said: providerSaid,
  done: (visit, { upstream: name, display_name }) =>
    goTo(visit, providerPath({ name }), `${display_name} has been added. Register the redirect URI there.`),
});

/** The kinds that have a member; all others are of every kind. */
const kindsWith: Readonly<Record<string, readonly UpstreamKind[]>> = {
  issuer: ["oidc", "github", "gitlab"],
  tenant: ["microsoft"],
  team_id: ["apple"],
  key_id: ["apple"],
  group_claim: upstreamKinds.filter((kind) => kind !== "github"),
  group_map: upstreamKinds.filter((kind) => kind !== "github"),
};

/** Ignores fields of other kinds: without scripts the form sends all of them. */
function ofItsKind(content: Content, form: Parameters): Content {
  const own = Object.entries(content).filter(
    ([member]) => kindsWith[member]?.some((kind) => kind === content.kind) ?? true,
  );
  return { ...Object.fromEntries(own), ...(form.get("unchecked") === "on" && { check: false }) };
}

const kindsInOrder: readonly UpstreamKind[] = ["oidc", ...upstreamKinds.filter((kind) => kind !== "oidc")];

const hints: Readonly<Partial<Record<UpstreamKind, string>>> = {
  oidc: "Any provider with a discovery document, such as a company's single sign-on.",
  microsoft: "Accounts of one tenant, or personal accounts.",
  github: "github.com, or your own GitHub Enterprise Server.",
  gitlab: "gitlab.com, or your own GitLab.",
};

/** What it is, and where. */
function placeFields({ web }: Visit) {
  const callback = `${web.ports.settings.issuer.replace(/\/$/, "")}${callbackTemplate.replace("{name}", "NAME")}`;
  return [
    {
      member: "kind",
      label: "Kind of provider",
      as: "choice",
      options: kindsInOrder.map((value) => ({ value, label: kindWords[value], hint: hints[value] })),
    },
    {
      within: "of-issuers",
      fields: [
        {
          member: "issuer",
          label: "Issuer",
          hint: "Exactly as in its discovery document, such as https://login.example.org. For GitHub and GitLab only if you host it yourself.",
          as: "url",
          maxLength: 1_000,
        },
      ],
    },
    {
      within: "of-tenants",
      fields: [
        {
          member: "tenant",
          label: "Tenant",
          hint: "The tenant ID from the Entra admin centre, or consumers.",
          maxLength: 100,
        },
      ],
    },
    {
      within: "of-apple stack",
      fields: [
        { member: "team_id", label: "Team ID", maxLength: 100 },
        { member: "key_id", label: "Key ID", maxLength: 100 },
      ],
    },
    {
      member: "upstream",
      label: "Name in the redirect URI",
      hint: html`The redirect URI to register at the provider is <code>${callback}</code>. If empty, the name of its kind, such as google.`,
      maxLength: 32,
    },
  ] as const;
}

/** Offered after the check has failed. */
function uncheckedBox(state: FormState) {
  const isOffered = state.reason === "check-failed" || state.values.unchecked === "on";
  return html`${
    isOffered &&
    box(
      {
        name: "unchecked",
        label: "Add it without checking the provider",
        hint: "Nobody can sign in with it until it answers.",
      },
      state,
    )
  }`;
}
