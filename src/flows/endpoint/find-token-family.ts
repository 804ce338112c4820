import type { Account } from "../../identity/account.ts";
import type { RefreshHolder } from "../../protocol/token/refresh.ts";
import { openRefreshToken, type RefreshPayload } from "../../protocol/token/refresh-token.ts";
import type { Instant } from "../../values/time.ts";
import type { TokenFamily } from "../grant-ports.ts";
import type { Ports } from "../ports.ts";

/** What a refresh token says, and the family that it belongs to. */
export interface FoundFamily {
  readonly payload: RefreshPayload;
  readonly family: TokenFamily;
}

/** Opens a refresh token, and looks its family up. Each is absent if there is none. */
export async function openTokenFamily(
  ports: Pick<Ports, "sealer" | "tokenFamilies">,
  text: string,
): Promise<Partial<FoundFamily>> {
  const payload = openRefreshToken(text, (sealed) => ports.sealer.open("refresh", sealed));
  const family = payload && (await ports.tokenFamilies.find(payload.familyId));
  return { ...(payload && { payload }), ...(family && { family }) };
}

/** Finds a refresh token with its family; undefined for any other text, and for a token whose family was removed. */
export async function findTokenFamily(
  ports: Pick<Ports, "sealer" | "tokenFamilies">,
  text: string,
): Promise<FoundFamily | undefined> {
  const { payload, family } = await openTokenFamily(ports, text);
  return payload && family && { payload, family };
}

/** The current state of the person behind a family, with the account. */
interface FamilyHolder extends RefreshHolder {
  readonly account: Account;
}

/** Finds the account behind a family, and whether its session is live; undefined if the account is gone. */
export async function findFamilyHolder(
  ports: Pick<Ports, "accounts" | "sessions">,
  family: TokenFamily,
  now: Instant,
): Promise<FamilyHolder | undefined> {
  const facts = family.sessionId && (await ports.sessions.find(family.sessionId));
  const own = facts?.account.id === family.accountId ? facts : undefined;
  const account = own?.account ?? (await ports.accounts.find(family.accountId));
  return (
    account && {
      account,
      accountEpoch: account.epoch,
      isAccountDisabled: account.isDisabled,
      isSessionLive: own !== undefined && now < own.session.expiresAt,
    }
  );
}
