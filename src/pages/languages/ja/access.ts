import { html } from "../../html.ts";
import type { AccessWords } from "../../words/access.ts";

export const access: AccessWords = {
  applicationPages: { policy: "プライバシーポリシー", terms: "利用規約" },
  abilities: {
    openid: "ご本人であることの確認",
    profile: "名前とユーザー名の参照",
    email: "メールアドレスの参照",
    address: "住所の参照",
    phone: "電話番号の参照",
    groups: "所属グループの参照",
    offline_access: "ログアウト後のアクセスの継続",
  },
  access: {
    to: (api) => html`${api} へのアクセス`,
    onYourBehalf: (api) => html`ご本人に代わっての ${api} の利用`,
    permission: (value) => html`権限 ${value} の利用`,
    keeps: "以前に許可した内容は、引き続き有効です。",
    whileSignedIn: "このアクセスは、ログインしている間だけ有効です。",
    afterSignOut: "このアクセスは、ログアウト後も有効です。",
    claims: (name) => html`このアプリは「${name}」と名乗っています。この名前は誰も確認していません。`,
    selfNamed: "この名前はアプリが自分で付けたものです。誰も確認していません。",
    goesTo: (host) => html`回答すると ${host} に移動します。`,
    local:
      "このデバイスのどのプログラムも、このアプリになりすますことができます。ご自身でログインを始めた直後の場合にだけ許可してください。",
    ends: (api, wait) => html`今、許可を取り消すと、${api} へのアクセスは遅くとも${wait}に終わります。`,
  },
  consent: {
    title: (client) => `${client} にアカウントへのアクセスを許可`,
    heading: (client) => html`${client} にアカウントへのアクセスを許可しますか？`,
    lead: "許可すると、このアプリは次のことができます。",
    promise: (client) =>
      html`パスワードが ${client} に知られることはありません。アクセスの許可は、アカウントページでいつでも取り消せます。`,
    allow: "許可する",
    deny: "許可しない",
    useAnother: "別のアカウントを使う",
  },
  device: {
    title: "デバイスを接続",
    lead: "デバイスに表示されているコードを入力してください。",
    code: "コード",
    hint: "英字 8 文字です。大文字と小文字、ハイフンの有無は区別しません。",
    submit: "続ける",
    missing: "デバイスに表示されているコードを入力してください。",
    unknown:
      "このコードを待っているデバイスはありません。デバイスのコードをご確認いただくか、デバイスで新しいコードを表示してください。",
    over: "このデバイスはもう待機していません。ログインできていない場合は、デバイスで新しいコードを表示してください。",
    throttled: (wait) => `正しくないコードが続きました。${wait}にもう一度お試しください。`,
    question: (client) => html`デバイスで ${client} にログインしますか？`,
    questionTitle: (client) => `デバイスで ${client} にログイン`,
    compare: "デバイスに次のコードが表示されていることをご確認ください：",
    beganHere: (when) => `${when}に、お使いのネットワークから要求されました。`,
    beganElsewhere: (when, network) =>
      html`${when}に、お使いのものとは別のネットワーク（${network}）から要求されました。`,
    warning:
      "ご自身がデバイスで始めた場合にだけ許可してください。コードやリンクがほかの人から送られてきた場合は、許可しないでください。その人があなたのアカウントに入れるようになります。",
    allowedTitle: "デバイスが接続されました",
    allowed: (client) => html`デバイスで ${client} にログインしています。このページは閉じてかまいません。`,
    deniedTitle: "許可しませんでした",
    denied: (client) =>
      html`${client} がそのデバイスでアクセスすることはありません。このページは閉じてかまいません。`,
    another: "別のデバイスを接続",
  },
};
