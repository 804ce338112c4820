import type { Finding } from "../flows/operator/finding.ts";
import { describeUpstreamFailure } from "../flows/operator/upstream-problem.ts";
import type { UpstreamParty } from "../flows/upstream/relying-party.ts";
import type { Upstreams } from "../flows/upstream-ports.ts";
import type { Upstream } from "../protocol/upstream/upstream.ts";

/** Checks each enabled provider. All are asked in parallel, so a slow one does not delay the others. */
export async function providerFindings(
  upstreams: Pick<Upstreams, "listInUse">,
  party: Pick<UpstreamParty, "check">,
): Promise<readonly Finding[]> {
  return Promise.all((await upstreams.listInUse()).map((upstream) => findingOf(upstream, party)));
}

async function findingOf(upstream: Upstream, party: Pick<UpstreamParty, "check">): Promise<Finding> {
  const check = `provider ${upstream.name}`;
  const checked = await party.check(upstream);
  if (checked.ok) return { check, state: "ok", detail: `${upstream.issuer} responds correctly` };
  return {
    check,
    state: "warning",
    detail: describeUpstreamFailure(checked.reason, upstream.issuer),
    repair: "repair it (docs/providers.md), or hide its button",
    commands: [`latchkey upstream update ${upstream.name} --disable`],
  };
}
