import { offerTotp, type SetUpRefusal } from "../../flows/person/totp.ts";
import type { Account } from "../../identity/account.ts";
import type { TotpSetUpModel } from "../../pages/totp-set-up.ts";
import type { Web } from "../web.ts";

/** The form that sets an app up. `sealed` is its hidden field when it is shown again. */
export async function totpSetUp(
  web: Web,
  account: Account,
  form: Pick<TotpSetUpModel, "formAction" | "csrfToken">,
  { sealed, problem }: { readonly sealed: string | undefined; readonly problem: SetUpRefusal | undefined },
): Promise<TotpSetUpModel> {
  const offer = await offerTotp(web.ports, account, sealed);
  return { ...form, ...offer, isWrong: problem !== undefined && shownSetUpProblem(problem) === "wrong" };
}

/** A missing code is reported as a wrong one. */
export function shownSetUpProblem(problem: SetUpRefusal): "wrong" | "stale" {
  return problem === "missing" ? "wrong" : problem;
}
