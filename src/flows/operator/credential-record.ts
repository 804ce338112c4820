import type { Passkey } from "../../identity/passkey.ts";
import { isoTime } from "../../values/time.ts";
import type { OwnAppPassword } from "../person/app-passwords.ts";
import type { FactorsOfPerson } from "./second-factor.ts";

/** A passkey for programs. */
export function passkeyRecord(passkey: Passkey) {
  const time = (at: Passkey["lastUsedAt"]) => (at === undefined ? null : isoTime(at));
  return {
    passkey_id: passkey.id,
    user_id: passkey.accountId,
    name: passkey.name,
    aaguid: passkey.aaguid,
    backup_eligible: passkey.isBackupEligible,
    backed_up: passkey.isBackedUp,
    created_at: isoTime(passkey.createdAt),
    last_used_at: time(passkey.lastUsedAt),
    counter_went_back_at: time(passkey.counterWentBackAt),
  };
}

/** An app password for programs. */
export function appPasswordRecord({ appPassword, client }: OwnAppPassword) {
  const { id, accountId, name, createdAt, lastUsedAt } = appPassword;
  return {
    app_password_id: id,
    user_id: accountId,
    name,
    client_id: client.id,
    client_name: client.name,
    created_at: isoTime(createdAt),
    last_used_at: lastUsedAt === undefined ? null : isoTime(lastUsedAt),
  };
}

/** The authenticator app of a person, for programs. */
export function totpRecord({ account, totpSince }: FactorsOfPerson) {
  return { user_id: account.id, set_up_at: totpSince === undefined ? null : isoTime(totpSince) };
}

/** The recovery codes of a person, for programs. */
export function recoveryCodesRecord({ account, codes }: FactorsOfPerson) {
  return {
    user_id: account.id,
    left: codes?.left ?? 0,
    made_at: codes === undefined ? null : isoTime(codes.createdAt),
  };
}
