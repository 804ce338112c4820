import { type ProxyName, proxyFilesFor, proxyNames } from "../../flows/operator/proxy-files.ts";
import { warningNotice } from "../../pages/components.ts";
import { html, type SafeHtml } from "../../pages/html.ts";
import type { Client } from "../../protocol/client/client.ts";
import { copyable, panel } from "./parts.ts";
import type { Visit } from "./visit.ts";

const labels: Readonly<Record<ProxyName, string>> = {
  nginx: "nginx",
  caddy: "Caddy",
  traefik: "Traefik",
  haproxy: "HAProxy",
  envoy: "Envoy",
};

/** The complete configuration of each proxy for a protected application, to copy; one is open at a time. */
export function proxyPanel({ web: { administration } }: Pick<Visit, "web">, client: Client): SafeHtml {
  const trustsNoProxy = administration
    .settings()
    .some(({ setting, value }) => setting === "LATCHKEY_TRUSTED_PROXIES" && value === "none");
  return panel(
    "Configuration of the proxy",
    html`
      ${
        trustsNoProxy &&
        warningNotice(
          html`<code>LATCHKEY_TRUSTED_PROXIES</code> is not set, so this service trusts no proxy and every request is refused. Set it to the proxy’s address.`,
        )
      }
      <p class="muted">The first lines of each file say what to replace. The application must be reachable only through the proxy.</p>
      <div class="files">${proxyNames.map((name) => proxyDetails(client, name))}</div>`,
  );
}

function proxyDetails(client: Client, name: ProxyName): SafeHtml {
  const files = proxyFilesFor(client, name) ?? [];
  return html`
    <details class="recipe" name="proxy"><summary>${labels[name]}</summary><div>${files.map(
      ({ path, text }, index) =>
        html`<h3><code>${path}</code></h3>${copyable(text.trimEnd(), { id: `proxy-${name}-${index}`, isBlock: true })}`,
    )}</div></details>`;
}
