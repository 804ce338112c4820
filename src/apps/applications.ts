import type { Application } from "./application.ts";
import { actualBudget } from "./entries/actual-budget.ts";
import { argoCd } from "./entries/argo-cd.ts";
import { argoWorkflows } from "./entries/argo-workflows.ts";
import { bookstack } from "./entries/bookstack.ts";
import { calibreWeb } from "./entries/calibre-web.ts";
import { coder } from "./entries/coder.ts";
import { etherpad } from "./entries/etherpad.ts";
import { fireflyIii } from "./entries/firefly-iii.ts";
import { freshrss } from "./entries/freshrss.ts";
import { gitlab } from "./entries/gitlab.ts";
import { grafana } from "./entries/grafana.ts";
import { guacamole } from "./entries/guacamole.ts";
import { harbor } from "./entries/harbor.ts";
import { headlamp } from "./entries/headlamp.ts";
import { headscale } from "./entries/headscale.ts";
import { hedgedoc } from "./entries/hedgedoc.ts";
import { homeAssistant } from "./entries/home-assistant.ts";
import { immich } from "./entries/immich.ts";
import { jellyfin } from "./entries/jellyfin.ts";
import { jenkins } from "./entries/jenkins.ts";
import { karakeep } from "./entries/karakeep.ts";
import { linkding } from "./entries/linkding.ts";
import { linkwarden } from "./entries/linkwarden.ts";
import { matrixAuthenticationService } from "./entries/matrix-authentication-service.ts";
import { mealie } from "./entries/mealie.ts";
import { netbox } from "./entries/netbox.ts";
import { odoo } from "./entries/odoo.ts";
import { openWebui } from "./entries/open-webui.ts";
import { opengist } from "./entries/opengist.ts";
import { outline } from "./entries/outline.ts";
import { portainer } from "./entries/portainer.ts";
import { semaphore } from "./entries/semaphore.ts";
import { sentry } from "./entries/sentry.ts";
import { sonarqube } from "./entries/sonarqube.ts";
import { vaultwarden } from "./entries/vaultwarden.ts";
import { wikiJs } from "./entries/wiki-js.ts";

/** Every application, by its name. */
export const applications: readonly Application[] = [
  actualBudget,
  argoCd,
  argoWorkflows,
  bookstack,
  calibreWeb,
  coder,
  etherpad,
  fireflyIii,
  freshrss,
  gitlab,
  grafana,
  guacamole,
  harbor,
  headlamp,
  headscale,
  hedgedoc,
  homeAssistant,
  immich,
  jellyfin,
  jenkins,
  karakeep,
  linkding,
  linkwarden,
  matrixAuthenticationService,
  mealie,
  netbox,
  odoo,
  openWebui,
  opengist,
  outline,
  portainer,
  semaphore,
  sentry,
  sonarqube,
  vaultwarden,
  wikiJs,
];

/** Those whose name, label or description contains what was typed; all of them if nothing was. */
export function findMatching(typed: string): readonly Application[] {
  const wanted = plain(typed);
  return applications.filter(({ name, label, is }) =>
    [name, label, is].some((text) => plain(text).includes(wanted)),
  );
}

/** Those whose name or label contains what was typed, or begins like it; at most three. */
export function findLike(typed: string): readonly Application[] {
  const wanted = plain(typed);
  if (wanted === "") return [];
  const ranked = applications
    .map((one) => ({
      one,
      rank: Math.max(likeness(wanted, plain(one.name)), likeness(wanted, plain(one.label))),
    }))
    .filter(({ rank }) => rank >= 0.6)
    .sort((left, right) => right.rank - left.rank);
  return ranked.slice(0, 3).map(({ one }) => one);
}

/** From 0 to 1: how many pairs of neighbouring letters two words have in common. */
function likeness(left: string, right: string): number {
  if (left.length > 2 && right.includes(left)) return 1;
  const [lefts, rights] = [pairsOf(left), pairsOf(right)];
  const common = lefts.intersection(rights).size;
  return (2 * common) / Math.max(1, lefts.size + rights.size);
}

function pairsOf(word: string): Set<string> {
  return new Set([...word.slice(1)].map((letter, index) => `${word[index]}${letter}`));
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}
