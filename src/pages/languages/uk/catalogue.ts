import type { Catalogue } from "../../catalogue.ts";
import { access } from "./access.ts";
import { account } from "./account.ts";
import { general } from "./general.ts";
import { mail } from "./mail.ts";
import { signIn } from "./sign-in.ts";
import { waysIn } from "./ways-in.ts";

export const catalogue: Catalogue = {
  lang: "uk",
  dir: "ltr",
  gap: " ",
  colon: ":",
  ...access,
  ...account,
  ...general,
  ...signIn,
  ...waysIn,
  mail,
};
