import { userInfo } from "node:os";
import process from "node:process";
import type { Actor } from "../flows/audit.ts";
import type { Invocation } from "./invocation.ts";

const nameMax = 100;

/** The account of the machine that a command runs as. */
interface MachineUser {
  readonly uid: number;
  readonly name: string;
  readonly shell: string | null;
}

/**
 * The user of this machine who runs the command. Under sudo it is the user who called sudo, whom the environment names. That is believed
 * from root, and from an account without a shell, as which deploy/systemd/latchkey runs commands: nobody logs in as it.
 */
export function commandLineActor({ env }: Pick<Invocation, "env">, user: MachineUser = currentUser()): Actor {
  const mayActForOthers = user.uid === 0 || /\/(?:nologin|false)$/.test(user.shell ?? "");
  const name = (mayActForOthers && env.SUDO_USER) || user.name;
  return { kind: "command-line", name: name.replaceAll(/[^\p{L}\p{N}@.\\_$ -]/gu, "?").slice(0, nameMax) };
}

/** A user in a container may have a number and no name. */
function currentUser(): MachineUser {
  try {
    const { uid, username, shell } = userInfo();
    return { uid, name: username, shell };
  } catch {
    const uid = process.getuid?.() ?? -1;
    return { uid, name: uid === -1 ? "uid unknown" : `uid ${uid}`, shell: null };
  }
}
