import type { Entry } from "./person-texts.ts";
import type { PeopleFile, Source } from "./source.ts";
import { aspnet } from "./sources/aspnet.ts";
import { auth0 } from "./sources/auth0.ts";
import { authelia } from "./sources/authelia.ts";
import { authentik } from "./sources/authentik.ts";
import { casdoor } from "./sources/casdoor.ts";
import { clerk } from "./sources/clerk.ts";
import { cognito } from "./sources/cognito.ts";
import { csv } from "./sources/csv.ts";
import { devise } from "./sources/devise.ts";
import { dex } from "./sources/dex.ts";
import { django } from "./sources/django.ts";
import { entra } from "./sources/entra.ts";
import { firebase } from "./sources/firebase.ts";
import { fusionauth } from "./sources/fusionauth.ts";
import { htpasswd } from "./sources/htpasswd.ts";
import { kanidm } from "./sources/kanidm.ts";
import { keycloak } from "./sources/keycloak.ts";
import { kratos } from "./sources/kratos.ts";
import { laravel } from "./sources/laravel.ts";
import { latchkey } from "./sources/latchkey.ts";
import { ldif } from "./sources/ldif.ts";
import { logto } from "./sources/logto.ts";
import { okta } from "./sources/okta.ts";
import { passwd } from "./sources/passwd.ts";
import { pocketid } from "./sources/pocketid.ts";
import { rauthy } from "./sources/rauthy.ts";
import { supabase } from "./sources/supabase.ts";
import { supertokens } from "./sources/supertokens.ts";
import { wordpress } from "./sources/wordpress.ts";
import { workos } from "./sources/workos.ts";
import { zitadel } from "./sources/zitadel.ts";

/** THE sources of people, by the name that `--format` takes. A page in docs/importing/ describes each. */
export const sources = {
  latchkey,
  csv,
  keycloak,
  auth0,
  okta,
  entra,
  cognito,
  firebase,
  clerk,
  supabase,
  workos,
  supertokens,
  fusionauth,
  zitadel,
  logto,
  authentik,
  authelia,
  kratos,
  dex,
  casdoor,
  kanidm,
  rauthy,
  pocketid,
  django,
  wordpress,
  laravel,
  devise,
  aspnet,
  ldif,
  passwd,
  htpasswd,
} as const satisfies Readonly<Record<string, Source>>;

export type PeopleFormat = keyof typeof sources;

/** The formats of files with people. */
export const peopleFormats = Object.keys(sources) as PeopleFormat[];

/** Reads the people of a file. */
export function readPeople(format: PeopleFormat, file: PeopleFile): AsyncIterable<Entry> {
  return sources[format].read(file);
}
