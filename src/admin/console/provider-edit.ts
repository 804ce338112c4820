import { byId } from "../../operations/operation.ts";
import { readUpstream, upstreamOperations } from "../../operations/upstream.ts";
import { offeredGroups } from "./group-parts.ts";
import { formScreen } from "./operation-form.ts";
import { providerFields, providerSaid, withSecret } from "./provider-form.ts";
import { mayChange, noProvider, notAllowed, providerPath } from "./provider-show.ts";
import { goTo } from "./visit.ts";

const { updateUpstream } = byId(upstreamOperations);

/** The form that changes a provider. Kind and issuer cannot change, because linked people are known by the issuer's subjects. */
export const providerEditScreen = formScreen(updateUpstream, {
  path: "/providers/{upstream}/edit",
  reads: readUpstream,
  title: ({ display_name }) => `Edit ${display_name}`,
  lead: ({ issuer }) => issuer,
  up: ({ upstream: name, display_name }) => ({ path: providerPath({ name }), text: display_name }),
  button: { text: "Save" },
  fields: async (visit, { kind }) => providerFields(await offeredGroups(visit), kind),
  amend: (content, form, { kind }) => withSecret(content, form, kind),
  refuses: (visit) => (mayChange(visit) ? undefined : notAllowed(visit)),
  missing: noProvider,
  said: providerSaid,
  done: (visit, { upstream: name, display_name }) =>
    goTo(visit, providerPath({ name }), `${display_name} has been changed.`),
});
