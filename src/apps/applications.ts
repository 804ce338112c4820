import type { Application } from "./application.ts";
import { actualBudget } from "./entries/actual-budget.ts";
import { adminer } from "./entries/adminer.ts";
import { airflow } from "./entries/airflow.ts";
import { alertmanager } from "./entries/alertmanager.ts";
import { argoCd } from "./entries/argo-cd.ts";
import { argoWorkflows } from "./entries/argo-workflows.ts";
import { artifactory } from "./entries/artifactory.ts";
import { audiobookshelf } from "./entries/audiobookshelf.ts";
import { awx } from "./entries/awx.ts";
import { backstage } from "./entries/backstage.ts";
import { beszel } from "./entries/beszel.ts";
import { bitwarden } from "./entries/bitwarden.ts";
import { bookstack } from "./entries/bookstack.ts";
import { boundary } from "./entries/boundary.ts";
import { calCom } from "./entries/cal-com.ts";
import { calibreWeb } from "./entries/calibre-web.ts";
import { chainlit } from "./entries/chainlit.ts";
import { checkmk } from "./entries/checkmk.ts";
import { claudeCode } from "./entries/claude-code.ts";
import { cloudbeaver } from "./entries/cloudbeaver.ts";
import { cloudflareAccess } from "./entries/cloudflare-access.ts";
import { cockpit } from "./entries/cockpit.ts";
import { codeServer } from "./entries/code-server.ts";
import { coder } from "./entries/coder.ts";
import { consul } from "./entries/consul.ts";
import { dagster } from "./entries/dagster.ts";
import { datasette } from "./entries/datasette.ts";
import { directus } from "./entries/directus.ts";
import { discourse } from "./entries/discourse.ts";
import { docmost } from "./entries/docmost.ts";
import { documenso } from "./entries/documenso.ts";
import { dokuwiki } from "./entries/dokuwiki.ts";
import { dolibarr } from "./entries/dolibarr.ts";
import { dozzle } from "./entries/dozzle.ts";
import { drupal } from "./entries/drupal.ts";
import { erpnext } from "./entries/erpnext.ts";
import { etherpad } from "./entries/etherpad.ts";
import { fileBrowser } from "./entries/file-browser.ts";
import { fireflyIii } from "./entries/firefly-iii.ts";
import { firezone } from "./entries/firezone.ts";
import { forgejo } from "./entries/forgejo.ts";
import { freshrss } from "./entries/freshrss.ts";
import { frigate } from "./entries/frigate.ts";
import { gatus } from "./entries/gatus.ts";
import { ghost } from "./entries/ghost.ts";
import { gitea } from "./entries/gitea.ts";
import { gitlab } from "./entries/gitlab.ts";
import { glitchtip } from "./entries/glitchtip.ts";
import { gotosocial } from "./entries/gotosocial.ts";
import { grafana } from "./entries/grafana.ts";
import { grist } from "./entries/grist.ts";
import { guacamole } from "./entries/guacamole.ts";
import { harbor } from "./entries/harbor.ts";
import { headlamp } from "./entries/headlamp.ts";
import { headscale } from "./entries/headscale.ts";
import { hedgedoc } from "./entries/hedgedoc.ts";
import { homeAssistant } from "./entries/home-assistant.ts";
import { homebox } from "./entries/homebox.ts";
import { homepage } from "./entries/homepage.ts";
import { icingaWeb } from "./entries/icinga-web.ts";
import { immich } from "./entries/immich.ts";
import { jellyfin } from "./entries/jellyfin.ts";
import { jenkins } from "./entries/jenkins.ts";
import { jupyterhub } from "./entries/jupyterhub.ts";
import { karakeep } from "./entries/karakeep.ts";
import { kavita } from "./entries/kavita.ts";
import { kibana } from "./entries/kibana.ts";
import { kimai } from "./entries/kimai.ts";
import { komga } from "./entries/komga.ts";
import { kubelogin } from "./entries/kubelogin.ts";
import { lemmy } from "./entries/lemmy.ts";
import { librechat } from "./entries/librechat.ts";
import { linkding } from "./entries/linkding.ts";
import { linkwarden } from "./entries/linkwarden.ts";
import { lobeChat } from "./entries/lobe-chat.ts";
import { mastodon } from "./entries/mastodon.ts";
import { matrixAuthenticationService } from "./entries/matrix-authentication-service.ts";
import { mattermost } from "./entries/mattermost.ts";
import { mcpInspector } from "./entries/mcp-inspector.ts";
import { mealie } from "./entries/mealie.ts";
import { mediawiki } from "./entries/mediawiki.ts";
import { metabase } from "./entries/metabase.ts";
import { miniflux } from "./entries/miniflux.ts";
import { minio } from "./entries/minio.ts";
import { mlflow } from "./entries/mlflow.ts";
import { mobilizon } from "./entries/mobilizon.ts";
import { n8n } from "./entries/n8n.ts";
import { nautobot } from "./entries/nautobot.ts";
import { navidrome } from "./entries/navidrome.ts";
import { netbird } from "./entries/netbird.ts";
import { netbox } from "./entries/netbox.ts";
import { netdata } from "./entries/netdata.ts";
import { nextcloud } from "./entries/nextcloud.ts";
import { nexus } from "./entries/nexus.ts";
import { nodeRed } from "./entries/node-red.ts";
import { nomad } from "./entries/nomad.ts";
import { octoprint } from "./entries/octoprint.ts";
import { odoo } from "./entries/odoo.ts";
import { openWebui } from "./entries/open-webui.ts";
import { openbao } from "./entries/openbao.ts";
import { opengist } from "./entries/opengist.ts";
import { openobserve } from "./entries/openobserve.ts";
import { openproject } from "./entries/openproject.ts";
import { opensearch } from "./entries/opensearch.ts";
import { outline } from "./entries/outline.ts";
import { owncloud } from "./entries/owncloud.ts";
import { panel } from "./entries/panel.ts";
import { paperlessNgx } from "./entries/paperless-ngx.ts";
import { payload } from "./entries/payload.ts";
import { peertube } from "./entries/peertube.ts";
import { pgadmin } from "./entries/pgadmin.ts";
import { photoprism } from "./entries/photoprism.ts";
import { pixelfed } from "./entries/pixelfed.ts";
import { plane } from "./entries/plane.ts";
import { planka } from "./entries/planka.ts";
import { plex } from "./entries/plex.ts";
import { portainer } from "./entries/portainer.ts";
import { posthog } from "./entries/posthog.ts";
import { prometheus } from "./entries/prometheus.ts";
import { proxmoxBackupServer } from "./entries/proxmox-backup-server.ts";
import { proxmoxVe } from "./entries/proxmox-ve.ts";
import { radicale } from "./entries/radicale.ts";
import { rancher } from "./entries/rancher.ts";
import { redmine } from "./entries/redmine.ts";
import { rocketChat } from "./entries/rocket-chat.ts";
import { romm } from "./entries/romm.ts";
import { roundup } from "./entries/roundup.ts";
import { seafile } from "./entries/seafile.ts";
import { semaphore } from "./entries/semaphore.ts";
import { sentry } from "./entries/sentry.ts";
import { snipeIt } from "./entries/snipe-it.ts";
import { sonarqube } from "./entries/sonarqube.ts";
import { stirlingPdf } from "./entries/stirling-pdf.ts";
import { strapi } from "./entries/strapi.ts";
import { superset } from "./entries/superset.ts";
import { synapse } from "./entries/synapse.ts";
import { syncthing } from "./entries/syncthing.ts";
import { synologyDsm } from "./entries/synology-dsm.ts";
import { taiga } from "./entries/taiga.ts";
import { tailscale } from "./entries/tailscale.ts";
import { tandoor } from "./entries/tandoor.ts";
import { teleport } from "./entries/teleport.ts";
import { traefikDashboard } from "./entries/traefik-dashboard.ts";
import { trilium } from "./entries/trilium.ts";
import { truenas } from "./entries/truenas.ts";
import { uptimeKuma } from "./entries/uptime-kuma.ts";
import { vault } from "./entries/vault.ts";
import { vaultwarden } from "./entries/vaultwarden.ts";
import { weaveGitops } from "./entries/weave-gitops.ts";
import { weblate } from "./entries/weblate.ts";
import { wekan } from "./entries/wekan.ts";
import { wikiJs } from "./entries/wiki-js.ts";
import { windmill } from "./entries/windmill.ts";
import { wordpress } from "./entries/wordpress.ts";
import { zabbix } from "./entries/zabbix.ts";
import { zulip } from "./entries/zulip.ts";

/** Every application, by its name. */
export const applications: readonly Application[] = [
  actualBudget,
  adminer,
  airflow,
  alertmanager,
  argoCd,
  argoWorkflows,
  artifactory,
  audiobookshelf,
  awx,
  backstage,
  beszel,
  bitwarden,
  bookstack,
  boundary,
  calCom,
  calibreWeb,
  chainlit,
  checkmk,
  claudeCode,
  cloudbeaver,
  cloudflareAccess,
  cockpit,
  codeServer,
  coder,
  consul,
  dagster,
  datasette,
  directus,
  discourse,
  docmost,
  documenso,
  dokuwiki,
  dolibarr,
  dozzle,
  drupal,
  erpnext,
  etherpad,
  fileBrowser,
  fireflyIii,
  firezone,
  forgejo,
  freshrss,
  frigate,
  gatus,
  ghost,
  gitea,
  gitlab,
  glitchtip,
  gotosocial,
  grafana,
  grist,
  guacamole,
  harbor,
  headlamp,
  headscale,
  hedgedoc,
  homeAssistant,
  homebox,
  homepage,
  icingaWeb,
  immich,
  jellyfin,
  jenkins,
  jupyterhub,
  karakeep,
  kavita,
  kibana,
  kimai,
  komga,
  kubelogin,
  lemmy,
  librechat,
  linkding,
  linkwarden,
  lobeChat,
  mastodon,
  matrixAuthenticationService,
  mattermost,
  mcpInspector,
  mealie,
  mediawiki,
  metabase,
  miniflux,
  minio,
  mlflow,
  mobilizon,
  n8n,
  nautobot,
  navidrome,
  netbird,
  netbox,
  netdata,
  nextcloud,
  nexus,
  nodeRed,
  nomad,
  octoprint,
  odoo,
  openWebui,
  openbao,
  opengist,
  openobserve,
  openproject,
  opensearch,
  outline,
  owncloud,
  panel,
  paperlessNgx,
  payload,
  peertube,
  pgadmin,
  photoprism,
  pixelfed,
  plane,
  planka,
  plex,
  portainer,
  posthog,
  prometheus,
  proxmoxBackupServer,
  proxmoxVe,
  radicale,
  rancher,
  redmine,
  rocketChat,
  romm,
  roundup,
  seafile,
  semaphore,
  sentry,
  snipeIt,
  sonarqube,
  stirlingPdf,
  strapi,
  superset,
  synapse,
  syncthing,
  synologyDsm,
  taiga,
  tailscale,
  tandoor,
  teleport,
  traefikDashboard,
  trilium,
  truenas,
  uptimeKuma,
  vault,
  vaultwarden,
  weaveGitops,
  weblate,
  wekan,
  wikiJs,
  windmill,
  wordpress,
  zabbix,
  zulip,
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
