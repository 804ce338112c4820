import { userInfo } from "node:os";
import process from "node:process";
import type { Actor } from "../flows/audit.ts";
import type { Invocation } from "./invocation.ts";

const nameMax = 100;

/**
 * The user of this machine who runs the command. Under sudo it is the user who called sudo, whom the environment names: that is believed
 * from root alone, who could act as anybody anyway.
 */
export function commandLineActor({ env }: Pick<Invocation, "env">): Actor {
  const isRoot = process.getuid?.() === 0;
  const name = (isRoot && env.SUDO_USER) || loginName();
  return { kind: "command-line", name: name.replaceAll(/[^\p{L}\p{N}@.\\_$ -]/gu, "?").slice(0, nameMax) };
}

/** A user in a container may have a number and no name. */
function loginName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? "unknown"}`;
  }
}
