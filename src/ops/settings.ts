/**
 * Room: ops. Everything that running the service needs besides its features: settings, log, health, shutdown, workers.
 * It decides nothing about clients or people. It knows values and the types of flows; cli and compose use it.
 *
 * This file joins the rows in `settings/`, a file for each subject, into the one table of settings. `--help`, `config print`,
 * `config validate` and the documentation are made from it.
 */

import { type BackupConfig, backupSettings } from "./settings/backup.ts";
import { type ClientConfig, clientSettings } from "./settings/clients.ts";
import { type LifetimeConfig, lifetimeSettings } from "./settings/lifetimes.ts";
import { type MailConfig, mailSettings } from "./settings/mail.ts";
import { type MovingConfig, movingSettings } from "./settings/moving.ts";
import { type PageConfig, pageSettings } from "./settings/pages.ts";
import { type PeopleConfig, peopleSettings } from "./settings/people.ts";
import { type ProcessConfig, processSettings } from "./settings/process.ts";
import { type ServiceConfig, serviceSettings } from "./settings/service.ts";
import type { SettingsOf } from "./settings/setting.ts";

/** The settings, complete and valid. */
export interface Settings
  extends ServiceConfig,
    LifetimeConfig,
    ProcessConfig,
    ClientConfig,
    PeopleConfig,
    PageConfig,
    MailConfig,
    BackupConfig,
    MovingConfig {}

/** The settings of a process, and where they came from. */
export interface Config extends Settings {
  /** The absolute paths of the files with settings, and of those that settings name for their secrets. */
  readonly ownFiles?: readonly string[];
}

/** Every setting under its name in `Settings`, in the documentation's order. */
export const settings: SettingsOf<Settings> = {
  ...serviceSettings,
  ...lifetimeSettings,
  ...processSettings,
  ...clientSettings,
  ...peopleSettings,
  ...pageSettings,
  ...mailSettings,
  ...backupSettings,
  ...movingSettings,
};

/** The names in `Settings`, in the table's order. */
export const settingKeys = Object.keys(settings) as readonly (keyof Settings)[];

/** Returns `--base-url` for LATCHKEY_BASE_URL; for a secret, the flag that names a file. */
export function flagOf(name: string, isSecret: boolean): string {
  const words = name.slice("LATCHKEY_".length).toLowerCase().replaceAll("_", "-");
  return `--${words}${isSecret ? "-file" : ""}`;
}
