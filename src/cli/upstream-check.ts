import { describeUpstreamFailure } from "../flows/operator/upstream-problem.ts";
import type { UpstreamParty } from "../flows/upstream/relying-party.ts";
import type { Upstreams } from "../flows/upstream-ports.ts";
import type { Finding } from "./finding.ts";

/** Whether people can sign in with each provider that is in use. */
export async function* upstreamFindings(
  upstreams: Pick<Upstreams, "listInUse">,
  party: Pick<UpstreamParty, "check">,
): AsyncGenerator<Finding> {
  for (const upstream of await upstreams.listInUse()) {
    const check = `provider ${upstream.name}`;
    const checked = await party.check(upstream);
    if (checked.ok) yield { check, state: "ok", detail: `${upstream.issuer} answers as it should` };
    else
      yield {
        check,
        state: "warning",
        detail: describeUpstreamFailure(checked.reason, upstream.issuer),
        repair: `mend it as docs/providers.md says, or hide its button: \`latchkey upstream update ${upstream.name} --disable\``,
      };
  }
}
