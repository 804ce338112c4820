import type { AskedAccess, ShownApi } from "../../src/pages/access.ts";
import { type AccountPageModel, renderAccountPage } from "../../src/pages/account.ts";
import { type ActivityPageModel, renderActivityPage } from "../../src/pages/activity.ts";
import {
  type AddressDonePageModel,
  type AddressPageModel,
  type AddressSignInPageModel,
  type ConfirmAddressPageModel,
  renderAddressDonePage,
  renderAddressPage,
  renderAddressSignInPage,
  renderConfirmAddressPage,
} from "../../src/pages/address.ts";
import { type AppPasswordsPageModel, renderAppPasswordsPage } from "../../src/pages/app-passwords.ts";
import { type BrowsersPageModel, renderBrowsersPage } from "../../src/pages/browsers.ts";
import type { Catalogue } from "../../src/pages/catalogue.ts";
import { type ChangePasswordPageModel, renderChangePasswordPage } from "../../src/pages/change-password.ts";
import { type ChooseAccountPageModel, renderChooseAccountPage } from "../../src/pages/choose-account.ts";
import { type ConsentPageModel, renderConsentPage } from "../../src/pages/consent.ts";
import { type ContinuePageModel, renderContinuePage } from "../../src/pages/continue.ts";
import {
  type DeletionAskedPageModel,
  type DeletionPageModel,
  type KeepAccountPageModel,
  renderDeletionAskedPage,
  renderDeletionPage,
  renderKeepAccountPage,
} from "../../src/pages/deletion.ts";
import {
  type DeviceAnsweredPageModel,
  type DeviceCodeProblem,
  type DevicePageModel,
  type DeviceQuestionPageModel,
  renderDeviceAnsweredPage,
  renderDevicePage,
  renderDeviceQuestionPage,
} from "../../src/pages/device.ts";
import { type EnrolPageModel, renderEnrolPage } from "../../src/pages/enrol.ts";
import { type ErrorPageModel, renderErrorPage } from "../../src/pages/error.ts";
import { type ExportPageModel, renderExportPage } from "../../src/pages/export.ts";
import { type FinishRecoveryPageModel, renderFinishRecoveryPage } from "../../src/pages/finish-recovery.ts";
import { type FormPostPageModel, renderFormPostPage } from "../../src/pages/form-post.ts";
import { type FreshProofPageModel, renderFreshProofPage } from "../../src/pages/fresh-proof.ts";
import { type HomePageModel, renderHomePage } from "../../src/pages/home.ts";
import type { SafeHtml } from "../../src/pages/html.ts";
import { catalogue as english } from "../../src/pages/languages/en/catalogue.ts";
import { type LeavingPageModel, renderLeavingPage } from "../../src/pages/leaving.ts";
import {
  type DeadLinkPageModel,
  type MailSentPageModel,
  renderDeadLinkPage,
  renderMailSentPage,
} from "../../src/pages/link-form.ts";
import { type LinkNeededPageModel, renderLinkNeededPage } from "../../src/pages/link-needed.ts";
import {
  type LockedPageModel,
  type LockPageModel,
  renderLockedPage,
  renderLockPage,
} from "../../src/pages/lock.ts";
import { type NewAccountPageModel, renderNewAccountPage } from "../../src/pages/new-account.ts";
import { type NotAdmittedPageModel, renderNotAdmittedPage } from "../../src/pages/not-admitted.ts";
import { type NotSentPageModel, renderNotSentPage } from "../../src/pages/not-sent.ts";
import { type PasskeyOfferPageModel, renderPasskeyOfferPage } from "../../src/pages/passkey-offer.ts";
import { type PasskeysPageModel, renderPasskeysPage } from "../../src/pages/passkeys.ts";
import { type ProfilePageModel, renderProfilePage } from "../../src/pages/profile.ts";
import { type RecoverPageModel, renderRecoverPage } from "../../src/pages/recover.ts";
import {
  type NewCodesPageModel,
  type RecoveryCodesPageModel,
  renderNewCodesPage,
  renderRecoveryCodesPage,
} from "../../src/pages/recovery-codes.ts";
import { renderSignInPage, type SignInPageModel, type SignInProblem } from "../../src/pages/sign-in.ts";
import {
  renderSignedOutPage,
  renderSignOutPage,
  type SignedOutPageModel,
  type SignOutPageModel,
} from "../../src/pages/sign-out.ts";
import {
  type NoSignUpPageModel,
  renderNoSignUpPage,
  renderSignUpPage,
  type SignUpPageModel,
} from "../../src/pages/sign-up.ts";
import { renderTotpPage, type TotpPageModel, type TotpProblem } from "../../src/pages/totp.ts";
import type { TotpSetUpModel } from "../../src/pages/totp-set-up.ts";
import { renderUpstreamAwayPage, type UpstreamAwayPageModel } from "../../src/pages/upstream-away.ts";
import { renderUpstreamsPage, type UpstreamsPageModel } from "../../src/pages/upstreams.ts";
import { renderVerifyPage, type VerifyPageModel, type VerifyProblem } from "../../src/pages/verify.ts";
import { renderWaysInPage, type WaysInPageModel } from "../../src/pages/ways-in.ts";
import { requestIdOf } from "../../src/values/ids.ts";
import { instantOf, secondsOf } from "../../src/values/time.ts";

const cspNonce = "bm9uY2Utb2YtdGhpcy1wYWdl";
const accountHrefs = {
  account: "/account",
  profile: "/account/profile",
  password: "/account/password",
  sessions: "/account/sessions",
  activity: "/account/activity",
  export: "/account/export",
  deletion: "/account/delete",
  switchAccount: "/choose-account?to=account",
  signOut: "/v1/Oauth/logout",
  email: "/account/address",
  passkeys: "/account/passkeys",
  totp: "/account/totp",
  recoveryCodes: "/account/recovery-codes",
  appPasswords: "/account/app-passwords",
  upstreams: "/account/upstreams",
} as const;
const ada = { displayName: "Ada Lovelace", username: "ada" };
const client = { clientName: "Field Notes", clientHost: "notes.example" };
const ownPages = {
  logoSrc: "/logo?client=lkcA&v=x",
  policyHref: "https://notes.example/privacy",
  termsHref: "https://notes.example/terms",
};

/** Models with every optional member present. */
export const signInModel = {
  cspNonce,
  ...client,
  ...ownPages,
  formAction: "/sign-in?client_id=lkcA&redirect_uri=https%3A%2F%2Fnotes.example%2Fcb&state=xyz",
  csrfToken: "c3RlcC10b2tlbg",
  username: "ada",
  problem: { kind: "mismatch" },
  passkey: { rpId: "login.example", unknown: "Y3JlZGVudGlhbA" },
  recoverHref: "/recover?client_id=lkcA",
  signUpHref: "/sign-up?client_id=lkcA",
  cancelHref: "https://notes.example/cb?error=access_denied&state=xyz",
  pickerAction: "/language?client_id=lkcA",
  isInsecureDevelopment: true,
} as const satisfies SignInPageModel;

/** The sign-in page that also offers providers. */
export const signInElsewhereModel = {
  ...signInModel,
  upstreams: {
    formAction: "/upstream?client_id=lkcA",
    upstreams: [
      { name: "google", displayName: "Google" },
      { name: "acme", displayName: "Acme Staff" },
    ],
  },
} as const satisfies SignInPageModel;

/** The page that asks a signed-in person for a fresh proof. */
export const freshProofModel = {
  ...signInModel,
  account: ada,
  takesPassword: true,
  upstreams: { formAction: "/upstream?client_id=lkcA", upstreams: [] },
  useAnotherHref: "/sign-in/another?client_id=lkcA",
} as const satisfies FreshProofPageModel;

export const upstreamAwayModel = {
  cspNonce,
  displayName: "Acme Staff",
  href: "https://login.acme.example/authorize?client_id=x&state=y",
  isInsecureDevelopment: true,
} as const satisfies UpstreamAwayPageModel;

const leavingModel = {
  cspNonce,
  ...client,
  href: "https://notes.example/cb?code=x&state=y",
  isInsecureDevelopment: true,
} as const satisfies LeavingPageModel;

export const upstreamsModel = {
  cspNonce,
  formAction: "/account/upstreams",
  csrfToken: "c3RlcC10b2tlbg",
  upstreams: [
    { name: "acme", displayName: "Acme Staff", isLinked: true, label: "ada@acme.example" },
    { name: "github", displayName: "GitHub", isLinked: false },
  ],
  notice: { kind: "linked", displayName: "Acme Staff" },
  account: ada,
  hrefs: accountHrefs,
  isInsecureDevelopment: true,
} as const satisfies UpstreamsPageModel;

export const continueModel = {
  cspNonce,
  ...client,
  formAction: "/sign-in?client_id=lkcA",
  csrfToken: "c3RlcC10b2tlbg",
  account: ada,
  useAnotherHref: "/v1/Oauth/authorization?prompt=login",
  cancelHref: "https://notes.example/cb?error=access_denied",
  isStale: true,
  isInsecureDevelopment: true,
} as const satisfies ContinuePageModel;

export const chooseAccountModel = {
  cspNonce,
  client: { name: client.clientName, host: client.clientHost },
  formAction: "/choose-account?client_id=lkcA",
  csrfToken: "c3RlcC10b2tlbg",
  accounts: [
    { ...ada, sessionId: "AAAAAAAAAAAAAAAAAAAAAA" },
    { displayName: "bob@example.org", username: "bob@example.org", sessionId: "BBBBBBBBBBBBBBBBBBBBBA" },
  ],
  useAnotherHref: "/sign-in/another?client_id=lkcA",
  cancelHref: "https://notes.example/cb?error=access_denied",
  signOutHref: "/v1/Oauth/logout",
  isStale: true,
  isInsecureDevelopment: true,
} as const satisfies ChooseAccountPageModel;

export const notAdmittedModel = {
  cspNonce,
  requestId: requestIdOf("k3-1f"),
  ...client,
  account: ada,
  useAnotherHref: "/sign-in?client_id=lkcA",
  cancelHref: "https://notes.example/cb?error=access_denied",
  isInsecureDevelopment: true,
} as const satisfies NotAdmittedPageModel;

export const notSentModel = {
  cspNonce,
  ...client,
  signInHref: "https://wiki.example/.latchkey/sign-in?to=%2Fnotes%2Fnew",
  isInsecureDevelopment: true,
} as const satisfies NotSentPageModel;

export const linkNeededModel = {
  cspNonce,
  clientName: client.clientName,
  account: ada,
  command: "npx latchkey user recover lkuB8dNq2YwVx4Tz7Rk9Jm",
  useAnotherHref: "/sign-in?client_id=lkcA",
  cancelHref: "https://notes.example/cb?error=access_denied",
  isInsecureDevelopment: true,
} as const satisfies LinkNeededPageModel;

/** APIs in every state that a page shows. */
const apis = [
  {
    name: "Orders",
    host: "api.example",
    rights: [
      { kind: "sentence", text: "See your orders", isTranslated: false },
      { kind: "sentence", text: "Change your orders", isTranslated: true },
      { kind: "scope", text: "orders:cancel" },
    ],
    outlives: secondsOf(600),
  },
  { name: "https://old.example/api", host: undefined, rights: [{ kind: "scope", text: "read" }] },
  { name: "Calendar", host: "calendar.example", rights: [] },
] as const satisfies readonly ShownApi[];

const asked = {
  abilities: ["openid", "email"],
  told: { email: "ada@notes.example", phone: "+441632960000" },
  apis,
  isOffline: true,
  keepsEarlier: true,
} as const satisfies AskedAccess;

export const consentModel = {
  cspNonce,
  ...client,
  ...ownPages,
  formAction: "/consent?client_id=lkcA",
  csrfToken: "c3RlcC10b2tlbg",
  scope: "openid email https://api.example/orders# https://api.example/orders#orders:read",
  ...asked,
  unverifiedName: "Notes for the Field",
  onwardHost: "sign-in.notes.example",
  isLocal: true,
  account: ada,
  useAnotherHref: "/sign-in?client_id=lkcA",
  isStale: true,
  isInsecureDevelopment: true,
} as const satisfies ConsentPageModel;

export const deviceModel = {
  cspNonce,
  formAction: "/device",
  csrfToken: "c3RlcC10b2tlbg",
  account: ada,
  userCode: "WDJB-MJHT",
  problem: { kind: "unknown" },
  homeHref: "/",
  signOutHref: "/v1/Oauth/logout",
  isInsecureDevelopment: true,
} as const satisfies DevicePageModel;

export const deviceQuestionModel = {
  cspNonce,
  ...client,
  ...ownPages,
  formAction: "/device",
  csrfToken: "c3RlcC10b2tlbg",
  account: ada,
  userCode: "WDJB-MJHT",
  unverifiedName: "Notes for the Field",
  asked,
  askedAgo: secondsOf(125),
  otherNetwork: "203.0.113.0/24",
  homeHref: "/",
  signOutHref: "/v1/Oauth/logout",
  isInsecureDevelopment: true,
} as const satisfies DeviceQuestionPageModel;

export const deviceAnsweredModel = {
  cspNonce,
  clientName: client.clientName,
  account: ada,
  answer: "allowed",
  accountHref: "/account",
  deviceHref: "/device",
  homeHref: "/",
  isInsecureDevelopment: true,
} as const satisfies DeviceAnsweredPageModel;

const settings = { cspNonce, account: ada, hrefs: accountHrefs, isInsecureDevelopment: true } as const;
const csrfToken = "c3RlcC10b2tlbg";
const night = instantOf(Date.parse("2026-03-09T23:30:00Z"));

export const accountModel = {
  cspNonce,
  account: ada,
  name: "Ada Lovelace",
  email: "ada@notes.example",
  hrefs: accountHrefs,
  credentials: {
    hasPassword: true,
    hasTotp: true,
    passkeys: 2,
    recoveryCodes: 7,
    appPasswords: 3,
    upstreams: 1,
  },
  browsers: 3,
  formAction: "/account",
  csrfToken,
  applications: [
    {
      clientId: "lkcA",
      name: "Field Notes",
      host: "notes.example",
      unverifiedName: "Notes for the Field",
      rights: { abilities: ["openid", "email"], apis },
      allowedAt: night,
      lastUsedAt: night,
      hasAccess: true,
      logoSrc: ownPages.logoSrc,
    },
    {
      clientId: "lkcB",
      name: "Sync",
      host: "sync.example",
      rights: { abilities: ["openid", "offline_access"], apis: [] },
      lastUsedAt: night,
      hasAccess: true,
    },
    {
      clientId: "lkcC",
      name: "Wiki",
      host: "wiki.example",
      lastSignInAt: night,
      hasAccess: false,
    },
  ],
  done: { kind: "withdrawn", application: "Old Photos" },
  isStale: true,
  homeHref: "/",
  isInsecureDevelopment: true,
} as const satisfies AccountPageModel;

const linkForm = { cspNonce, csrfToken: "c3RlcC10b2tlbg", isInsecureDevelopment: true } as const;

export const recoverModel = {
  ...linkForm,
  formAction: "/recover?client_id=lkcA",
  username: "ada",
  problem: { kind: "field", field: "username", sentence: "Enter your username or e-mail address." },
  signInHref: "/sign-in?client_id=lkcA",
} as const satisfies RecoverPageModel;

export const finishRecoveryModel = {
  ...linkForm,
  formAction: "/recover/password?link=c2VjcmV0",
  account: ada,
  password: {
    lengthMin: 15,
    username: "ada",
    names: ["ada", "ada@example.org"],
    problem: "too-short",
    isFocused: true,
  },
  problem: { kind: "field", field: "new_password", sentence: "This password is too short." },
} as const satisfies FinishRecoveryPageModel;

export const lockModel = {
  ...linkForm,
  formAction: "/lock?link=c2VjcmV0",
  account: ada,
  problem: { kind: "stale" },
} as const satisfies LockPageModel;

const lockedModel = {
  cspNonce: linkForm.cspNonce,
  address: "ada@example.org",
  recoverHref: "/recover",
} as const satisfies LockedPageModel;

export const signUpModel = {
  ...linkForm,
  formAction: "/sign-up?client_id=lkcA",
  email: "ada@example",
  problem: { kind: "throttled", waitSeconds: 90, left: "link" },
  signInHref: "/sign-in?client_id=lkcA",
} as const satisfies SignUpPageModel;

export const noSignUpModel = {
  cspNonce,
  isByInvitation: true,
  signInHref: "/sign-in?client_id=lkcA",
  isInsecureDevelopment: true,
} as const satisfies NoSignUpPageModel;

export const newAccountModel = {
  ...linkForm,
  formAction: "/sign-up/account?link=c2VjcmV0",
  isInvitation: true,
  address: "ada@example.org",
  username: "ada",
  password: { lengthMin: 15, names: ["ada@example.org"], isFocused: false },
  passkey: {
    passkeyHref: "/sign-up/account?link=c2VjcmV0&way=passkey",
    passwordHref: "/sign-up/account?link=c2VjcmV0&way=password",
    chosen: "passkey",
    creation: {
      rpId: "localhost",
      site: "Latchkey",
      userHandle: "dXNlci1oYW5kbGU",
      username: "ada@example.org",
      displayName: "ada@example.org",
      algorithms: [-8, -7, -257],
      known: [],
      removed: "Zmlyc3Q",
    },
  },
  problem: { kind: "field", field: "username", sentence: "That username is not available." },
} as const satisfies NewAccountPageModel;

export const newAccountByPasswordModel = {
  ...newAccountModel,
  application: {
    clientName: "Notes <for> A & B",
    cancelHref: "https://notes.example/cb?error=access_denied",
  },
  passkey: { ...newAccountModel.passkey, chosen: "password" },
} as const satisfies NewAccountPageModel;

export const addressModel = {
  ...linkForm,
  formAction: "/account/address",
  current: "ada@example.org",
  email: "ada@example",
  problem: { kind: "stale" },
  account: ada,
  hrefs: accountHrefs,
} as const satisfies AddressPageModel;

export const confirmAddressModel = {
  ...linkForm,
  formAction: "/account/address/confirm?link=c2VjcmV0",
  account: ada,
  address: "ada@new.example",
  problem: { kind: "no-cookie" },
} as const satisfies ConfirmAddressPageModel;

export const waysInModel = {
  cspNonce,
  account: ada,
  formAction: "/add-passkey?to=account",
  csrfToken: "c3RlcC10b2tlbg",
  userHandle: "dXNlci1oYW5kbGU",
  passkeys: [{ id: "Zmlyc3Q", name: "Phone", isBackedUp: true, createdAt: instantOf(Date.UTC(2026, 0, 31)) }],
  upstreams: [{ name: "acme", displayName: "Acme", label: "ada@acme.example" }],
  isInsecureDevelopment: true,
} as const satisfies WaysInPageModel;

export const addressSignInModel = {
  cspNonce,
  account: ada,
  address: "ada@new.example",
  signInHref: "/sign-in?to=account/address/confirm&link=c2VjcmV0",
  isInsecureDevelopment: true,
} as const satisfies AddressSignInPageModel;

export const addressDoneModel = {
  cspNonce,
  address: "ada@new.example",
  isTaken: false,
  accountHref: "/account",
  isInsecureDevelopment: true,
} as const satisfies AddressDonePageModel;

export const mailSentModel = {
  cspNonce,
  lead: "An e-mail is on its way.",
  typed: "ada@notes.example",
  note: "The people who run this service can help you.",
  againHref: "/recover?client_id=lkcA",
  signInHref: "/sign-in?client_id=lkcA",
  isInsecureDevelopment: true,
} as const satisfies MailSentPageModel;

export const deadLinkModel = {
  cspNonce,
  askAgainHref: "/recover",
  signInHref: "/sign-in",
  homeHref: "/",
  isInsecureDevelopment: true,
} as const satisfies DeadLinkPageModel;
const firefox = { name: "Firefox 133", system: "Linux" } as const;
const signedInBrowser = {
  sessionId: "00112233445566778899aabbccddeeff",
  browser: firefox,
  network: "203.0.113.0/24",
  firstSeenAt: night,
  lastSeenAt: night,
} as const;

export const browsersModel = {
  ...settings,
  formAction: "/account/sessions",
  csrfToken,
  current: signedInBrowser,
  others: [{ ...signedInBrowser, sessionId: "ff112233445566778899aabbccddee00" }],
  trusted: [
    {
      id: "dHJ1c3Q",
      browser: { name: "Firefox 133", system: "Linux" },
      until: instantOf(Date.parse("2026-04-08T23:30:00Z")),
    },
  ],
  done: "one",
  isStale: true,
} as const satisfies BrowsersPageModel;

export const profileModel = {
  ...settings,
  formAction: "/account/profile",
  csrfToken,
  name: "Ada\u0007",
  done: "changed",
  problem: "unusable",
} as const satisfies ProfilePageModel;

export const activityModel = {
  ...settings,
  entries: [
    {
      kind: "signed-in",
      at: night,
      browser: firefox,
      network: "203.0.113.0/24",
      application: "Field Notes",
      methods: ["password", "code"],
      isToCheck: true,
    },
    { kind: "password-changed", at: night, methods: [] },
    { kind: "consent-given", at: night, browser: firefox, application: "Field Notes", methods: [] },
    { kind: "name-changed", at: night, browser: firefox, network: "203.0.113.0/24", methods: [] },
    { kind: "session-ended", at: night, browser: firefox, network: "203.0.113.0/24", methods: [] },
  ],
  newestHref: "/account/activity",
  olderHref: "/account/activity?before=00",
} as const satisfies ActivityPageModel;

export const deletionModel = {
  ...settings,
  formAction: "/account/delete",
  csrfToken,
  deleteAt: night,
  isStale: true,
} as const satisfies DeletionPageModel;

export const deletionAskedModel = {
  cspNonce,
  deleteAt: night,
  homeHref: "/",
  isInsecureDevelopment: true,
} as const satisfies DeletionAskedPageModel;

export const keepAccountModel = {
  cspNonce,
  formAction: "/keep-account?client_id=lkcA",
  csrfToken,
  account: ada,
  deleteAt: night,
  signOutHref: "/v1/Oauth/logout",
  isStale: true,
  isInsecureDevelopment: true,
} as const satisfies KeepAccountPageModel;

export const exportModel = {
  ...settings,
  formAction: "/account/export",
  csrfToken,
  isStale: true,
} as const satisfies ExportPageModel;

export const changePasswordModel = {
  ...settings,
  formAction: "/account/password",
  csrfToken,
  username: "ada",
  names: ["ada", "Ada Lovelace"],
  lengthMin: 15,
  hasPassword: true,
  isRemovable: true,
  problem: "too-short",
} as const satisfies ChangePasswordPageModel;

export const passkeysModel = {
  cspNonce,
  formAction: "/account/passkeys",
  additionToken: "YWRkaXRpb24tdG9rZW4",
  csrfToken: "c3RlcC10b2tlbg",
  creation: {
    rpId: "login.example",
    site: "Latchkey",
    userHandle: "dXNlci1oYW5kbGU",
    username: "ada",
    displayName: "Ada Lovelace",
    algorithms: [-8, -7, -257],
    known: ["Zmlyc3Q", "c2Vjb25k"],
    removed: "Y3JlZGVudGlhbA",
  },
  passkeys: [
    {
      id: "Zmlyc3Q",
      name: "Apple Passwords",
      isBackedUp: true,
      createdAt: instantOf(Date.UTC(2026, 0, 31)),
      lastUsedAt: instantOf(Date.UTC(2026, 1, 14)),
      counterWentBackAt: instantOf(Date.UTC(2026, 1, 13)),
    },
    { id: "c2Vjb25k", name: "Work key", isBackedUp: false, createdAt: instantOf(Date.UTC(2026, 0, 1)) },
  ],
  problem: { kind: "last" },
  done: { kind: "removed", name: "Old phone" },
  account: ada,
  hrefs: accountHrefs,
  isInsecureDevelopment: true,
} as const satisfies PasskeysPageModel;

export const verifyModel = {
  cspNonce,
  clientName: client.clientName,
  formAction: "/verify?client_id=lkcA",
  csrfToken: "c3RlcC10b2tlbg",
  account: ada,
  takesCode: true,
  hasApp: true,
  passkey: { rpId: "login.example", unknown: "Y3JlZGVudGlhbA" },
  mayTrust: true,
  trusts: true,
  problem: { kind: "wrong" },
  useAnotherHref: "/sign-in?client_id=lkcA",
  cancelHref: "https://notes.example/cb?error=access_denied",
  isInsecureDevelopment: true,
} as const satisfies VerifyPageModel;

const totpSetUp = {
  formAction: "/enrol?client_id=lkcA",
  csrfToken: "c3RlcC10b2tlbg",
  sealed: "c2VhbGVk",
  uri: "otpauth://totp/id.example:ada?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=id.example",
  key: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
  // As many squares as the picture of a usual address has, and as irregular.
  squares: Array.from({ length: 53 }, (_, y) =>
    Array.from({ length: 53 }, (_, x) => (x * y + x * x) % 7 < 3),
  ),
  isWrong: true,
} as const satisfies TotpSetUpModel;

export const enrolModel = {
  cspNonce,
  clientName: client.clientName,
  account: ada,
  totp: totpSetUp,
  passkey: {
    formAction: "/add-passkey?client_id=lkcA",
    csrfToken: "c3RlcC10b2tlbg",
    creation: { ...passkeysModel.creation, known: [], removed: undefined },
  },
  problem: "wrong",
  useAnotherHref: "/sign-in?client_id=lkcA",
  cancelHref: "https://notes.example/cb?error=access_denied",
  isInsecureDevelopment: true,
} as const satisfies EnrolPageModel;

export const freshEnrolModel = {
  ...enrolModel,
  totp: { ...totpSetUp, isWrong: false },
  problem: undefined,
  isInsecureDevelopment: false,
} as const satisfies EnrolPageModel;

export const totpModel = {
  ...settings,
  app: {
    since: instantOf(Date.parse("2026-03-09T23:30:00Z")),
    formAction: "/account/totp",
    csrfToken: "c3RlcC10b2tlbg",
    mayRemove: true,
    asksPassword: true,
    trusted: [
      {
        id: "dHJ1c3Q",
        browser: { name: "Firefox 133", system: "Linux" },
        until: instantOf(Date.parse("2026-04-08T23:30:00Z")),
      },
    ],
  },
  done: "revoked",
  problem: { kind: "stale" },
  recoveryCodesHref: "/account/recovery-codes",
  passwordHref: "/account/password",
} as const satisfies TotpPageModel;

export const recoveryCodesModel = {
  ...settings,
  formAction: "/account/recovery-codes",
  csrfToken: "c3RlcC10b2tlbg",
  left: 7,
  mayMake: true,
  isStale: true,
} as const satisfies RecoveryCodesPageModel;

export const appPasswordsModel = {
  ...settings,
  formAction: "/account/app-passwords",
  csrfToken: "c3RlcC10b2tlbg",
  appPasswords: [
    {
      id: "lkpA",
      name: "Phone",
      application: "Field Notes",
      createdAt: instantOf(Date.UTC(2026, 0, 31)),
      lastUsedAt: instantOf(Date.UTC(2026, 10, 2, 9, 5)),
    },
    { id: "lkpB", name: "Laptop", application: "Wiki", createdAt: instantOf(Date.UTC(2026, 1, 3)) },
  ],
  applications: [
    { id: "lkcA", name: "Field Notes" },
    { id: "lkcB", name: "Wiki" },
  ],
  made: {
    name: "Phone",
    text: "lkap-k7m2-9qwx-4htb-0c5d-r8vn-3fjy-p6ze",
    username: "ada",
    application: "Field Notes",
    origins: ["https://notes.example"],
  },
  problem: "badName",
  revoked: "Old phone",
} as const satisfies AppPasswordsPageModel;

export const newCodesModel = {
  cspNonce,
  codes: ["k7m2-9qwx-4htb", "0000-1111-2222", "abcd-efgh-jkmn", "pqrs-tvwx-yz01", "2345-6789-abcd"],
  service: "id.example",
  username: "ada",
  formAction: "/enrol?client_id=lkcA",
  csrfToken: "c3RlcC10b2tlbg",
  isInsecureDevelopment: true,
} as const satisfies NewCodesPageModel;

export const formPostModel = {
  cspNonce,
  ...client,
  redirectUri: "https://notes.example/cb",
  parameters: [
    ["code", "lkac_c29tZSBjb2Rl"],
    ["state", "xyz"],
  ],
  isInsecureDevelopment: true,
} as const satisfies FormPostPageModel;

export const errorModel = {
  cspNonce,
  requestId: requestIdOf("r8f3k2"),
  problem: { kind: "broken-request" },
  wayOut: { kind: "retry", href: "/v1/Oauth/authorization?client_id=lkcA" },
  developer: {
    cause: "The redirect_uri is not registered.",
    received: [{ name: "client_id", value: "lkcA" }],
    difference: {
      same: "https://notes.example/cb",
      receivedDiffers: "/",
      registeredDiffers: "",
      rest: "",
      sentence: "It ends with a slash that the registered one does not have.",
    },
    repair: {
      sentence: "Register it:",
      command: "latchkey client update lkcA --redirect-uri https://notes.example/cb/",
    },
  },
} as const satisfies ErrorPageModel;

export const signOutModel = {
  cspNonce,
  formAction: "/v1/Oauth/logout",
  csrfToken: "c3RlcC10b2tlbg",
  account: ada,
  hasOthers: true,
  stayHref: "/",
  accountHref: "/account",
  isStale: true,
  wayBack: {
    clientName: "Notes",
    clientHost: "notes.example",
    href: "https://notes.example/out?state=x",
  },
  problem: { developer: errorModel.developer },
} as const satisfies SignOutPageModel;

export const signedOutModel = {
  cspNonce,
  signInHref: "/sign-in?to=account",
  wayBack: {
    clientName: "Notes",
    clientHost: "notes.example",
    href: "https://notes.example/out?state=x",
  },
  problem: { developer: errorModel.developer },
} as const satisfies SignedOutPageModel;

export const homeModel = {
  cspNonce,
  signedIn: {
    account: ada,
    accountHref: "/account",
    signOutHref: "/v1/Oauth/logout",
    applications: {
      applications: [
        { name: "Field Notes", href: "https://notes.example/start", logoSrc: "/logo?client=lkcA&v=1" },
        { name: "Donaudampfschifffahrtsgesellschaftskalender", href: "https://calendar.example" },
        { name: "مكتبة", href: "https://library.example" },
        { name: "Script", href: "javascript:alert(1)" },
      ],
      action: "/",
      search: "e",
      isPart: true,
      moreHref: "/?search=e&after=lkcB",
    },
  },
  signInHref: "/sign-in?to=home",
  connectCommand: "latchkey client create --name Notes",
  docsHref: "/docs/",
  isInsecureDevelopment: true,
} as const satisfies HomePageModel;

/** As people see it where few applications are registered. */
function shortHomeModel(): HomePageModel {
  const applications = ["Field Notes", "Wiki", "Calendar", "Payslips", "Photos"].map((name) => ({
    name,
    href: `https://${name.replace(" ", "").toLowerCase()}.example`,
    logoSrc: name === "Wiki" || name === "Photos" ? "/logo?client=lkcA&v=1" : undefined,
  }));
  const { account, accountHref, signOutHref } = homeModel.signedIn;
  const shown = { applications, action: "/", search: "", isPart: false };
  return {
    cspNonce,
    signedIn: { account, accountHref, signOutHref, applications: shown },
    signInHref: homeModel.signInHref,
  };
}

/** Of somebody without applications, or who found none. */
function homeWithout(search: string): HomePageModel {
  const shown = { applications: [], action: "/", search, isPart: false };
  return {
    ...homeModel,
    connectCommand: undefined,
    signedIn: { ...homeModel.signedIn, applications: shown },
  };
}

export const passkeyOfferModel = {
  cspNonce,
  formAction: "/add-passkey?client_id=lkcA",
  csrfToken: "c3RlcC10b2tlbg",
  account: ada,
  creation: { ...passkeysModel.creation, known: [], removed: undefined },
  hasFailed: true,
  isInsecureDevelopment: true,
} as const satisfies PasskeyOfferPageModel;

export const signInProblems: readonly SignInProblem[] = [
  { kind: "mismatch" },
  { kind: "locked" },
  { kind: "unavailable" },
  { kind: "not-moved" },
  { kind: "expired" },
  { kind: "throttled", waitSeconds: 240 },
  { kind: "busy" },
  { kind: "stale" },
  { kind: "no-cookie" },
  { kind: "passkey-refused" },
  { kind: "missing-username" },
  { kind: "missing-password" },
  { kind: "too-long-password" },
  { kind: "upstream", problem: { kind: "unavailable", displayName: "Acme" } },
];

export const deviceProblems: readonly DeviceCodeProblem[] = [
  { kind: "missing" },
  { kind: "over" },
  { kind: "stale" },
  { kind: "throttled", wait: secondsOf(60) },
];

const totpProblems: readonly TotpProblem[] = [
  { kind: "mismatch" },
  { kind: "missing-password" },
  { kind: "too-weak" },
  { kind: "busy" },
  { kind: "throttled", waitSeconds: 90 },
];

const verifyProblems: readonly VerifyProblem[] = [
  { kind: "missing" },
  { kind: "wrong" },
  { kind: "spent" },
  { kind: "stale" },
  { kind: "throttled", waitSeconds: 240 },
];

export const personProblems: readonly ErrorPageModel["problem"][] = [
  { kind: "broken-request" },
  { kind: "unknown-application" },
  { kind: "broken-form" },
  { kind: "not-found" },
  { kind: "wrong-method" },
  { kind: "unavailable", waitSeconds: 5 },
  { kind: "throttled", waitSeconds: 60 },
  { kind: "internal" },
];

/** A page with its model forgotten in the type, so that a test can change any member of it. */
export interface AnyPage {
  readonly name: string;
  readonly model: object;
  readonly render: (model: object, texts?: Catalogue) => SafeHtml;
}

/** One of every page, with everything on it that can be. */
export const fullPages: readonly AnyPage[] = [
  {
    name: "sign-in",
    model: signInModel,
    render: (model, texts = english) => renderSignInPage(model as SignInPageModel, texts),
  },
  {
    name: "sign-in with providers",
    model: signInElsewhereModel,
    render: (model, texts = english) => renderSignInPage(model as SignInPageModel, texts),
  },
  {
    name: "fresh proof",
    model: freshProofModel,
    render: (model, texts = english) => renderFreshProofPage(model as FreshProofPageModel, texts),
  },
  {
    name: "continue",
    model: continueModel,
    render: (model, texts = english) => renderContinuePage(model as ContinuePageModel, texts),
  },
  {
    name: "choose-account",
    model: chooseAccountModel,
    render: (model, texts = english) => renderChooseAccountPage(model as ChooseAccountPageModel, texts),
  },
  {
    name: "choose-account for a page of the service",
    model: { ...chooseAccountModel, client: undefined, cancelHref: undefined, isStale: false },
    render: (model, texts = english) => renderChooseAccountPage(model as ChooseAccountPageModel, texts),
  },
  {
    name: "not-admitted",
    model: notAdmittedModel,
    render: (model, texts = english) => renderNotAdmittedPage(model as NotAdmittedPageModel, texts),
  },
  {
    name: "not-sent",
    model: notSentModel,
    render: (model, texts = english) => renderNotSentPage(model as NotSentPageModel, texts),
  },
  {
    name: "link-needed",
    model: linkNeededModel,
    render: (model, texts = english) => renderLinkNeededPage(model as LinkNeededPageModel, texts),
  },
  {
    name: "consent",
    model: consentModel,
    render: (model, texts = english) => renderConsentPage(model as ConsentPageModel, texts),
  },
  {
    name: "device",
    model: deviceModel,
    render: (model, texts = english) => renderDevicePage(model as DevicePageModel, texts),
  },
  {
    name: "device question",
    model: deviceQuestionModel,
    render: (model, texts = english) => renderDeviceQuestionPage(model as DeviceQuestionPageModel, texts),
  },
  {
    name: "device answered",
    model: deviceAnsweredModel,
    render: (model, texts = english) => renderDeviceAnsweredPage(model as DeviceAnsweredPageModel, texts),
  },
  {
    name: "account",
    model: accountModel,
    render: (model, texts = english) => renderAccountPage(model as AccountPageModel, texts),
  },
  {
    name: "browsers",
    model: browsersModel,
    render: (model, texts = english) => renderBrowsersPage(model as BrowsersPageModel, texts),
  },
  {
    name: "profile",
    model: profileModel,
    render: (model, texts = english) => renderProfilePage(model as ProfilePageModel, texts),
  },
  {
    name: "activity",
    model: activityModel,
    render: (model, texts = english) => renderActivityPage(model as ActivityPageModel, texts),
  },
  {
    name: "deletion",
    model: deletionModel,
    render: (model, texts = english) => renderDeletionPage(model as DeletionPageModel, texts),
  },
  {
    name: "deletion asked",
    model: deletionAskedModel,
    render: (model, texts = english) => renderDeletionAskedPage(model as DeletionAskedPageModel, texts),
  },
  {
    name: "keep-account",
    model: keepAccountModel,
    render: (model, texts = english) => renderKeepAccountPage(model as KeepAccountPageModel, texts),
  },
  {
    name: "export",
    model: exportModel,
    render: (model, texts = english) => renderExportPage(model as ExportPageModel, texts),
  },
  {
    name: "change-password",
    model: changePasswordModel,
    render: (model, texts = english) => renderChangePasswordPage(model as ChangePasswordPageModel, texts),
  },
  {
    name: "verify",
    model: verifyModel,
    render: (model, texts = english) => renderVerifyPage(model as VerifyPageModel, texts),
  },
  {
    name: "enrol",
    model: enrolModel,
    render: (model, texts = english) => renderEnrolPage(model as EnrolPageModel, texts),
  },
  {
    name: "totp",
    model: totpModel,
    render: (model, texts = english) => renderTotpPage(model as TotpPageModel, texts),
  },
  {
    name: "recovery-codes",
    model: recoveryCodesModel,
    render: (model, texts = english) => renderRecoveryCodesPage(model as RecoveryCodesPageModel, texts),
  },
  {
    name: "app-passwords",
    model: appPasswordsModel,
    render: (model, texts = english) => renderAppPasswordsPage(model as AppPasswordsPageModel, texts),
  },
  {
    name: "new-codes",
    model: newCodesModel,
    render: (model, texts = english) => renderNewCodesPage(model as NewCodesPageModel, texts),
  },
  {
    name: "form-post",
    model: formPostModel,
    render: (model, texts = english) => renderFormPostPage(model as FormPostPageModel, texts),
  },
  {
    name: "error",
    model: errorModel,
    render: (model, texts = english) => renderErrorPage(model as ErrorPageModel, texts),
  },
  {
    name: "sign-out",
    model: signOutModel,
    render: (model, texts = english) => renderSignOutPage(model as SignOutPageModel, texts),
  },
  {
    name: "signed-out",
    model: signedOutModel,
    render: (model, texts = english) => renderSignedOutPage(model as SignedOutPageModel, texts),
  },
  {
    name: "passkeys",
    model: passkeysModel,
    render: (model, texts = english) => renderPasskeysPage(model as PasskeysPageModel, texts),
  },
  {
    name: "recover",
    model: recoverModel,
    render: (model, texts = english) => renderRecoverPage(model as RecoverPageModel, texts),
  },
  {
    name: "finish-recovery",
    model: finishRecoveryModel,
    render: (model, texts = english) => renderFinishRecoveryPage(model as FinishRecoveryPageModel, texts),
  },
  {
    name: "lock",
    model: lockModel,
    render: (model, texts = english) => renderLockPage(model as LockPageModel, texts),
  },
  {
    name: "locked",
    model: lockedModel,
    render: (model, texts = english) => renderLockedPage(model as LockedPageModel, texts),
  },
  {
    name: "sign-up",
    model: signUpModel,
    render: (model, texts = english) => renderSignUpPage(model as SignUpPageModel, texts),
  },
  {
    name: "no-sign-up",
    model: noSignUpModel,
    render: (model, texts = english) => renderNoSignUpPage(model as NoSignUpPageModel, texts),
  },
  {
    name: "new-account",
    model: newAccountModel,
    render: (model, texts = english) => renderNewAccountPage(model as NewAccountPageModel, texts),
  },
  {
    name: "new-account-by-password",
    model: newAccountByPasswordModel,
    render: (model, texts = english) => renderNewAccountPage(model as NewAccountPageModel, texts),
  },
  {
    name: "address",
    model: addressModel,
    render: (model, texts = english) => renderAddressPage(model as AddressPageModel, texts),
  },
  {
    name: "confirm-address",
    model: confirmAddressModel,
    render: (model, texts = english) => renderConfirmAddressPage(model as ConfirmAddressPageModel, texts),
  },
  {
    name: "ways-in",
    model: waysInModel,
    render: (model, texts = english) => renderWaysInPage(model as WaysInPageModel, texts),
  },
  {
    name: "address-sign-in",
    model: addressSignInModel,
    render: (model, texts = english) => renderAddressSignInPage(model as AddressSignInPageModel, texts),
  },
  {
    name: "address-done",
    model: addressDoneModel,
    render: (model, texts = english) => renderAddressDonePage(model as AddressDonePageModel, texts),
  },
  {
    name: "mail-sent",
    model: mailSentModel,
    render: (model, texts = english) => renderMailSentPage(model as MailSentPageModel, texts),
  },
  {
    name: "dead-link",
    model: deadLinkModel,
    render: (model, texts = english) => renderDeadLinkPage(model as DeadLinkPageModel, texts),
  },
  {
    name: "passkey offer",
    model: passkeyOfferModel,
    render: (model, texts = english) => renderPasskeyOfferPage(model as PasskeyOfferPageModel, texts),
  },
  {
    name: "upstream away",
    model: upstreamAwayModel,
    render: (model, texts = english) => renderUpstreamAwayPage(model as UpstreamAwayPageModel, texts),
  },
  {
    name: "leaving",
    model: leavingModel,
    render: (model, texts = english) => renderLeavingPage(model as LeavingPageModel, texts),
  },
  {
    name: "upstreams",
    model: upstreamsModel,
    render: (model, texts = english) => renderUpstreamsPage(model as UpstreamsPageModel, texts),
  },
  {
    name: "home",
    model: homeModel,
    render: (model, texts = english) => renderHomePage(model as HomePageModel, texts),
  },
];

/** Every page in every state, by name. */
export const everyMarkupIn = (texts: Catalogue): ReadonlyMap<string, SafeHtml> =>
  new Map([
    ...fullPages.map(({ name, model, render }) => [name, render(model, texts)] as const),
    ["bare sign-in", renderSignInPage(bareSignInModel(), texts)],
    ["own sign-in", renderSignInPage(ownSignInModel(), texts)],
    ["own fresh proof", renderFreshProofPage(ownFreshProofModel(), texts)],
    ["fresh proof by password", renderFreshProofPage({ ...freshProofModel, passkey: undefined }, texts)],
    [
      "fresh proof by passkey",
      renderFreshProofPage({ ...ownFreshProofModel(), takesPassword: false }, texts),
    ],
    ["fresh proof elsewhere", renderFreshProofPage(freshProofElsewhereModel(), texts)],
    [
      "sign-in, name first",
      renderSignInPage(
        { ...bareSignInModel(), upstreams: signInElsewhereModel.upstreams, asksNameOnly: true },
        texts,
      ),
    ],
    ["upstreams, last way", renderUpstreamsPage({ ...upstreamsModel, notice: { kind: "lastWay" } }, texts)],
    ["no upstreams", renderUpstreamsPage({ ...upstreamsModel, upstreams: [], notice: undefined }, texts)],
    [
      "recover, throttled",
      renderRecoverPage(
        { ...recoverModel, problem: { kind: "throttled", waitSeconds: 90, left: "link-and-passkey" } },
        texts,
      ),
    ],
    ["bare home", renderHomePage({ cspNonce, signInHref: "/sign-in?to=home" }, texts)],
    ["home, applications", renderHomePage(shortHomeModel(), texts)],
    ["home, none found", renderHomePage(homeWithout("zz"), texts)],
    ["home, no applications", renderHomePage(homeWithout(""), texts)],
    ["bare consent", renderConsentPage(bareConsentModel(), texts)],
    ["consent by document", renderConsentPage(documentConsentModel(), texts)],
    ["crowded consent", renderConsentPage(crowdedConsentModel(), texts)],
    ["empty account", renderAccountPage(emptyAccountModel(), texts)],
    ["no passkeys", renderPasskeysPage(noPasskeysModel(), texts)],
    ["bare device", renderDevicePage(bareDeviceModel(), texts)],
    ["own device question", renderDeviceQuestionPage(ownDeviceQuestionModel(), texts)],
    ["device denied", renderDeviceAnsweredPage({ ...deviceAnsweredModel, answer: "denied" }, texts)],
    ...deviceProblems.map(
      (problem) => [`device, ${problem.kind}`, renderDevicePage({ ...deviceModel, problem }, texts)] as const,
    ),
    [
      "only browser",
      renderBrowsersPage(
        { ...browsersModel, others: [], trusted: [], done: undefined, isStale: undefined },
        texts,
      ),
    ],
    ["profile, removed", renderProfilePage({ ...settledProfileModel(), name: "", done: "removed" }, texts)],
    ["profile, stale", renderProfilePage({ ...settledProfileModel(), problem: "stale" }, texts)],
    ["no activity", renderActivityPage({ ...settings, entries: [] }, texts)],
    ["change-password, done", renderChangePasswordPage(changedPasswordModel(), texts)],
    ["bare verify", renderVerifyPage({ ...verifyModel, problem: undefined, trusts: false }, texts)],
    ["own verify", renderVerifyPage({ ...verifyModel, clientName: undefined, cancelHref: "/" }, texts)],
    ["verify without codes", renderVerifyPage({ ...verifyModel, takesCode: false, hasApp: false }, texts)],
    [
      "verify with a new passkey",
      renderVerifyPage(
        { ...verifyModel, takesCode: false, hasApp: false, isPasskeyNew: true, problem: undefined },
        texts,
      ),
    ],
    ["verify without an app", renderVerifyPage({ ...verifyModel, hasApp: false }, texts)],
    ...verifyProblems.map(
      (problem) => [`verify, ${problem.kind}`, renderVerifyPage({ ...verifyModel, problem }, texts)] as const,
    ),
    [
      "own link-needed",
      renderLinkNeededPage({ ...linkNeededModel, clientName: undefined, cancelHref: "/account" }, texts),
    ],
    [
      "ways-in, removed",
      renderWaysInPage({ ...waysInModel, upstreams: [], notice: { kind: "removed", name: "Laptop" } }, texts),
    ],
    [
      "ways-in, nothing left",
      renderWaysInPage(
        { ...waysInModel, passkeys: [], upstreams: [], notice: { kind: "unlinked", name: "Acme" } },
        texts,
      ),
    ],
    ...(["gone", "last", "lastWay", "stale"] as const).map(
      (kind) => [`ways-in, ${kind}`, renderWaysInPage({ ...waysInModel, notice: { kind } }, texts)] as const,
    ),
    ["verify to remove", renderVerifyPage({ ...verifyModel, problem: undefined, isRemoving: true }, texts)],
    ["own enrol", renderEnrolPage({ ...enrolModel, clientName: undefined, cancelHref: "/" }, texts)],
    ["enrol, first shown", renderEnrolPage(freshEnrolModel, texts)],
    ["passkey enrol", renderEnrolPage({ ...enrolModel, totp: undefined, problem: "stale" }, texts)],
    [
      "totp set-up",
      renderTotpPage(
        { ...totpModel, app: undefined, done: undefined, setUp: totpSetUp, problem: { kind: "wrong" } },
        texts,
      ),
    ],
    ...totpProblems.map(
      (problem) => [`totp, ${problem.kind}`, renderTotpPage({ ...totpModel, problem }, texts)] as const,
    ),
    [
      "required totp",
      renderTotpPage({ ...totpModel, app: { ...totpModel.app, mayRemove: false, trusted: [] } }, texts),
    ],
    [
      "app passwords, the form",
      renderAppPasswordsPage({ ...appPasswordsModel, made: undefined, problem: "notThere" }, texts),
    ],
    [
      "app passwords, none",
      renderAppPasswordsPage(
        { ...appPasswordsModel, made: undefined, problem: "full", applications: [], appPasswords: [] },
        texts,
      ),
    ],
    [
      "app passwords, gone",
      renderAppPasswordsPage({ ...appPasswordsModel, made: undefined, problem: "gone" }, texts),
    ],
    ["no recovery codes", renderRecoveryCodesPage({ ...recoveryCodesModel, left: 0, mayMake: false }, texts)],
    ...signInProblems.map(
      (problem) =>
        [`sign-in, ${problem.kind}`, renderSignInPage({ ...signInModel, problem }, texts)] as const,
    ),
    [
      "sign-in, other ways left",
      renderSignInPage(
        { ...signInModel, problem: { kind: "throttled", waitSeconds: 240, left: "both" } },
        texts,
      ),
    ],
    ...personProblems.map(
      (problem) =>
        [
          `error, ${problem.kind}`,
          renderErrorPage(
            {
              cspNonce,
              requestId: requestIdOf("r8f3k2"),
              problem,
              wayOut: /^(?:not-found|wrong-method)$/.test(problem.kind)
                ? { kind: "home", href: "/" }
                : undefined,
            },
            texts,
          ),
        ] as const,
    ),
  ]);

/** The same as text. */
export const everyPageIn = (texts: Catalogue): ReadonlyMap<string, string> =>
  new Map([...everyMarkupIn(texts)].map(([name, page]) => [name, page.toString()]));

/** The texts as http gives them to a page, which is what the language picker needs. */
export function placed(texts: Catalogue): Catalogue {
  return { ...texts, place: { pickerAction: "/language?client_id=lkcA", path: "/recover" } };
}

/** The same in English, which the tests read. */
export const everyPage = everyPageIn(placed(english));

/** The sign-in page as most people meet it: no error, nothing known. */
export function bareSignInModel(): SignInPageModel {
  const { problem: _, isInsecureDevelopment: __, ...asked } = signInModel;
  const { logoSrc: _logo, policyHref: _policy, termsHref: _terms, ...rest } = asked;
  return { ...rest, username: "" };
}

/** The sign-in page for the account page, which no application asks for. */
export function ownSignInModel(): SignInPageModel {
  return {
    ...bareSignInModel(),
    clientName: undefined,
    clientHost: undefined,
    formAction: "/sign-in?to=account",
    cancelHref: "/",
    pickerAction: "/language?to=account",
  };
}

/** The page of a fresh proof for a page of the service, without a problem. */
export function ownFreshProofModel(): FreshProofPageModel {
  const { problem: _, ...rest } = freshProofModel;
  return { ...rest, ...ownSignInModel(), username: "ada", upstreams: freshProofModel.upstreams };
}

/** The page of a fresh proof for a person who only has providers. */
export function freshProofElsewhereModel(): FreshProofPageModel {
  const { passkey: _, ...rest } = ownFreshProofModel();
  return { ...rest, takesPassword: false, upstreams: signInElsewhereModel.upstreams };
}

/** The consent page of an application that the operator registered, and that asks for nothing of an API. */
export function bareConsentModel(): ConsentPageModel {
  const { unverifiedName: _, onwardHost: __, isLocal: ___, isStale: ____, ...rest } = consentModel;
  return { ...rest, scope: "openid email", apis: [], isOffline: false, keepsEarlier: false };
}

/** The consent page for a program on the person's device, which is known by its document alone and asks for one API. */
export function documentConsentModel(): ConsentPageModel {
  const { onwardHost: _, logoSrc: __, ...rest } = bareConsentModel();
  const [orders] = apis;
  return {
    ...rest,
    clientName: "agent.example",
    clientHost: undefined,
    unverifiedName: "Agent",
    isLocal: true,
    scope: "openid https://api.example/orders# https://api.example/orders#orders:read",
    abilities: ["openid"],
    apis: [{ ...orders, rights: orders.rights.slice(0, 2) }],
  };
}

/** The consent page where an application asks for everything, in words that nobody chose well. */
export function crowdedConsentModel(): ConsentPageModel {
  const rights = Array.from({ length: 50 }, (_, index) => ({
    kind: "sentence" as const,
    text: `${index % 2 === 0 ? "\u05d0\u05d1\u05d2 \u202eevil" : "x".repeat(200)} ${index}`,
    isTranslated: false,
  }));
  const long = `${"long".repeat(20)}.example`;
  const apis = [
    { name: "W".repeat(100), host: long, rights },
    { name: "\u0627\u0644\u0637\u0644\u0628\u0627\u062a", host: "api.example", rights: [] },
  ];
  return {
    ...consentModel,
    clientName: long,
    unverifiedName: "N".repeat(100),
    onwardHost: long,
    abilities: [],
    apis,
  };
}

/** The device page as it is opened without a link. */
export function bareDeviceModel(): DevicePageModel {
  const { problem: _, isInsecureDevelopment: __, ...rest } = deviceModel;
  return { ...rest, userCode: "" };
}

/** The question for an application of the operator, on a device in the same network. */
export function ownDeviceQuestionModel(): DeviceQuestionPageModel {
  const { unverifiedName: _, ...rest } = deviceQuestionModel;
  return { ...rest, asked: undefined, otherNetwork: undefined };
}

/** The account page of somebody who allowed nothing. */
export function emptyAccountModel(): AccountPageModel {
  const { isStale: _, done: __, email: ___, name: ____, ...rest } = accountModel;
  const { passkeys: _1, totp: _2, recoveryCodes: _3, upstreams: _4, email: _5, ...hrefs } = accountHrefs;
  const credentials = { hasPassword: false, hasTotp: false };
  return {
    ...rest,
    applications: [],
    credentials,
    hrefs,
  };
}

/** The page before anything was typed. */
export function settledProfileModel(): ProfilePageModel {
  return { ...settings, formAction: profileModel.formAction, csrfToken, name: "Ada Lovelace" };
}

/** The page after a password was set by somebody who has nothing else. */
export function changedPasswordModel(): ChangePasswordPageModel {
  const { problem: _, ...rest } = changePasswordModel;
  return { ...rest, isRemovable: false, done: "changed" };
}

/** The page of passkeys before the first. */
export function noPasskeysModel(): PasskeysPageModel {
  const { problem: _, done: __, ...rest } = passkeysModel;
  return { ...rest, passkeys: [], creation: { ...passkeysModel.creation, known: [], removed: undefined } };
}
