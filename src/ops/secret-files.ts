import { existsSync, realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { shellWord } from "../values/words.ts";
import type { LoadedConfig } from "./config.ts";

/** A file with a secret that every user of the machine can read. */
interface OpenSecretFile {
  readonly file: string;
  /** As `chmod` takes it: `644`. */
  readonly mode: string;
  readonly repair: string;
}

/**
 * The secrets of these settings that other users of the machine can read. In a container it is empty: secrets are mounted for its one user
 * there, mostly with mode 444.
 */
export function openSecretFiles(
  { secretFiles }: Pick<LoadedConfig, "secretFiles">,
  env: Readonly<Record<string, string | undefined>>,
): readonly OpenSecretFile[] {
  return isContainer(env) ? [] : secretFiles.flatMap(openToOthers);
}

/** True if Docker, Podman or Kubernetes runs this process. */
export function isContainer(env: Readonly<Record<string, string | undefined>>): boolean {
  const marks = ["/.dockerenv", "/run/.containerenv"];
  return env.KUBERNETES_SERVICE_HOST !== undefined || marks.some((mark) => existsSync(mark));
}

/** The file, if every user may read it and pass each folder above it; otherwise nothing. */
export function openToOthers(path: string): readonly OpenSecretFile[] {
  if (process.platform === "win32") return [];
  const found = statSync(path, { throwIfNoEntry: false });
  // A pipe of the shell, or a file that exists no more than as an open one, has no folder.
  if (!found?.isFile() || found.nlink === 0 || (found.mode & 0o004) === 0) return [];
  const file = realpathSync(path);
  if (!isReachable(dirname(file))) return [];
  return [{ file, mode: (found.mode & 0o777).toString(8), repair: repairOf(file, found) }];
}

function isReachable(folder: string): boolean {
  if ((statSync(folder).mode & 0o001) === 0) return false;
  return dirname(folder) === folder || isReachable(dirname(folder));
}

/** Closes the file to others. A process that reads it as one of them has to come in by the group. */
function repairOf(file: string, { uid, gid }: { readonly uid: number; readonly gid: number }): string {
  const word = shellWord(file);
  if (uid === process.getuid?.()) return `chmod 600 ${word}`;
  const groups = [process.getgid?.(), ...(process.getgroups?.() ?? [])];
  if (groups.includes(gid)) return `chmod 640 ${word}`;
  return `chgrp ${process.getgid?.()} ${word} && chmod 640 ${word}`;
}
