import type { LostMessage } from "../../flows/operator/why-mail.ts";
import { linkButton, warningNotice } from "../../pages/components.ts";
import { html, type Printable } from "../../pages/html.ts";
import { capitalized } from "./listing.ts";
import { askingLink } from "./parts.ts";
import { consolePath } from "./places.ts";
import { mayDo, type Visit } from "./visit.ts";

/** What became of a message that did not reach the person, and the buttons that repair it. Nothing if all arrived, as far as is known. */
export function lostMessagePanel(
  visit: Visit,
  lost: LostMessage | undefined,
  { editHref }: { readonly editHref: string | false },
): Printable {
  if (lost === undefined) return false;
  const { message, sentence } = lost;
  const path = `/mail/${message.id}`;
  const to = (more = "") => consolePath(visit.web, `${path}${more}`);
  const isBounced = message.state === "sent";
  return html`${warningNotice(`${capitalized(sentence)}.`)}
    <div class="actions">
      ${isBounced && editHref !== false && linkButton(editHref, "Change the address")}
      ${!isBounced && message.sealedBody !== undefined && mayDo(visit, "mail:write") && askingLink(to("/retry"), "Send again")}
      ${mayDo(visit, "mail:read") && linkButton(to(), "The message")}
    </div>`;
}
