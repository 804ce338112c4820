import type { SettingRecord } from "../flows/operator/administration.ts";
import { writeAccent } from "../values/brand.ts";
import { type Config, databasePath, type LoadedConfig } from "./config.ts";
import type { ClientDocumentSetting } from "./setting-readers.ts";
import type { MailSender } from "./settings/mail.ts";
import { type Settings, settingKeys, settings } from "./settings.ts";

/** Every setting with its value and origin. Secrets stay hidden. Without origins, a program made the settings. */
export function reportSettings(config: Config, origins?: LoadedConfig["origins"]): readonly SettingRecord[] {
  return settingKeys.map((key) => ({
    setting: settings[key].name,
    value: shownValue(config, key),
    origin: origins?.[key] ?? "program",
    help: settings[key].help,
  }));
}

function shownValue(config: Config, key: keyof Settings): string | null {
  const value = config[key];
  if (value === undefined) return null;
  if (settings[key].isSecret) return "[secret]";
  if (key === "database") return shownDatabase(config);
  if (key === "issuer") return config.issuer.replace("{port}", String(config.port));
  if (key === "brandAccent" && config.brandAccent !== undefined) return writeAccent(config.brandAccent);
  if (key === "mailFrom" && config.mailFrom !== undefined) return shownSender(config.mailFrom);
  if (key === "clientDocuments") return shownDocuments(config.clientDocuments);
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "object" ? [value].flat().join(", ") || "none" : String(value);
}

function shownSender({ name, address }: MailSender): string {
  return name === "" ? address : `${name} <${address}>`;
}

function shownDocuments(setting: ClientDocumentSetting): string {
  return setting.mode === "listed" ? setting.hosts.join(", ") : setting.mode;
}

function shownDatabase(config: Config): string {
  return config.database.kind === "sqlite" ? `sqlite:${config.database.path}` : databasePath(config);
}
