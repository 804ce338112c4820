import type { Account } from "../../identity/account.ts";
import { activityEntry } from "../activity.ts";
import { readDisplayName } from "../operator/display-name.ts";
import type { Ports, SessionFacts } from "../ports.ts";
import { isOwnForm, type OwnForm } from "./account.ts";

/** The outcome of the form for the display name. */
type ChangeNameOutcome =
  /** The form was not made for this session in this browser, or the account was changed meanwhile. */
  | { readonly kind: "stale" }
  | { readonly kind: "unusable"; readonly name: string }
  | { readonly kind: "changed" | "removed"; readonly account: Account };

/** Changes the name by which pages and applications call the person; an empty one removes it. The same name again writes nothing. */
export async function changeName(
  ports: Ports,
  person: SessionFacts,
  form: OwnForm & { readonly name: string | undefined },
): Promise<ChangeNameOutcome> {
  if (!isOwnForm(ports, "profile", person, form) || form.name === undefined) return { kind: "stale" };
  const name = form.name.trim() === "" ? undefined : readDisplayName(form.name);
  if (name?.ok === false) return { kind: "unusable", name: form.name };
  const kind = name === undefined ? "removed" : "changed";
  const { name: before, ...nameless } = person.account;
  if (name?.value === before) return { kind, account: person.account };
  const { id: accountId, epoch } = nameless;
  const renamed = { ...nameless, ...(name && { name: name.value }) };
  const updated = await ports.accounts.update(renamed, ports.clock.now(), {
    claims: [{ kind: "account-epoch", accountId, epoch }],
    activity: [activityEntry(ports, { accountId, kind: "name-changed", browser: form.browser })],
  });
  if (!updated.ok) return { kind: "stale" };
  ports.events.record({ kind: "name-changed", accountId }, form.context);
  return { kind, account: updated.value };
}
