import { upstreamFor } from "../../protocol/upstream/upstream.ts";
import type { Ports } from "../ports.ts";

/** True if the typed name belongs to the domain of an upstream, so that `startUpstream` signs its person in. */
export async function isRouted(ports: Pick<Ports, "upstreams">, typed: string | undefined): Promise<boolean> {
  const inUse = await ports.upstreams.listInUse();
  return typed !== undefined && upstreamFor(inUse, typed) !== undefined;
}
