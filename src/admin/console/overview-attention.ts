import type { Finding } from "../../flows/operator/finding.ts";
import { badge, linkButton } from "../../pages/components.ts";
import { html, type SafeHtml } from "../../pages/html.ts";
import { withCode } from "./health.ts";
import { capitalized } from "./listing.ts";
import { counted, momentOf, panel, rowsOf } from "./parts.ts";
import { consolePath } from "./places.ts";
import { type Place, placesOf } from "./repairs.ts";
import type { Visit } from "./visit.ts";

const health: Place = { path: "/health", needs: "status:read", text: "Health" };

/**
 * Everything that needs an operator's attention, which is what `latchkey doctor` would warn of, the worst first. If there is nothing, it
 * says that it looked.
 */
export async function attentionPanel(visit: Visit): Promise<SafeHtml> {
  const { web } = visit;
  const known = await web.administration.knownFindings();
  const content =
    known === undefined
      ? html`<p class="muted">The installation is being checked. Reload in a moment.</p>`
      : listOf(visit, known.items, html`Checked at ${momentOf(known.at)}.`);
  return html`<div id="part-attention">${panel("Needs your attention", content, linkButton(consolePath(web, health.path), "All checks", "little"))}</div>`;
}

function listOf(visit: Visit, findings: readonly Finding[], checked: SafeHtml): SafeHtml {
  const wrong = (["failed", "warning"] as const).flatMap((wanted) =>
    findings.filter(({ state }) => state === wanted),
  );
  if (wrong.length === 0)
    return html`<p>${badge("all clear", "good")} ${counted(findings.length, "check")} found nothing that needs you. <span class="muted">${checked}</span></p>`;
  const rows = wrong.map(({ check, state, detail, commands = [] }) => {
    const [{ path, text } = health] = placesOf(visit, commands);
    return {
      name: capitalized(check),
      detail: withCode(detail),
      state: html`${state === "failed" && badge("failed", "bad")}${linkButton(consolePath(visit.web, path), text, "little")}`,
    };
  });
  return html`<div class="even">${rowsOf(rows, "")}</div><p class="muted small">${checked}</p>`;
}
