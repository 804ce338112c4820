import { decodeDevices, type KnownDevice } from "../../identity/device.ts";
import type { Ports } from "../ports.ts";

/** The accounts that a device cookie knows. */
export function openDevices(
  ports: Pick<Ports, "sealer">,
  cookie: string | undefined,
): readonly KnownDevice[] {
  const opened = cookie === undefined ? undefined : ports.sealer.open("device", cookie);
  return opened === undefined ? [] : decodeDevices(opened);
}
