import type { Finding } from "../../flows/operator/finding.ts";
import { badge, linkButton } from "../../pages/components.ts";
import { html, type SafeHtml } from "../../pages/html.ts";
import type { AdminScope } from "../../protocol/api/admin-scopes.ts";
import { withCode } from "./health.ts";
import { capitalized } from "./listing.ts";
import { counted, momentOf, panel, rowsOf } from "./parts.ts";
import { consolePath } from "./places.ts";
import { mayDo, type Visit } from "./visit.ts";

/** The page on which an operator mends what a check found. */
interface Remedy {
  readonly path: string;
  readonly scope: AdminScope;
  readonly text: string;
}

const remedies: Readonly<Record<string, Remedy>> = {
  mail: { path: "/mail", scope: "mail:read", text: "Messages" },
  webhooks: { path: "/webhooks", scope: "webhooks:read", text: "Webhooks" },
  "secrets of applications": { path: "/clients", scope: "clients:read", text: "Applications" },
  "sign-ins": { path: "/audit?act=sign-in-refused", scope: "audit:read", text: "Refused sign-ins" },
  "requests of applications": {
    path: "/audit?act=exchange-refused",
    scope: "audit:read",
    text: "Refused requests",
  },
  "audit trail": { path: "/audit/verify", scope: "audit:read", text: "Verify the trail" },
  APIs: { path: "/apis", scope: "apis:read", text: "APIs" },
};
const health: Remedy = { path: "/health", scope: "status:read", text: "Health" };

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
  const rows = wrong.map(({ check, state, detail }) => {
    const { path, text } = remedyOf(visit, check);
    return {
      name: capitalized(check),
      detail: withCode(detail),
      state: html`${state === "failed" && badge("failed", "bad")}${linkButton(consolePath(visit.web, path), text, "little")}`,
    };
  });
  return html`<div class="even">${rowsOf(rows, "")}</div><p class="muted small">${checked}</p>`;
}

function remedyOf(visit: Visit, check: string): Remedy {
  const provider = /^provider (.+)$/.exec(check)?.[1];
  const remedy: Remedy | undefined =
    provider === undefined
      ? remedies[check]
      : {
          path: `/providers/${encodeURIComponent(provider)}`,
          scope: "upstreams:read",
          text: "Provider",
        };
  return remedy !== undefined && mayDo(visit, remedy.scope) ? remedy : health;
}
