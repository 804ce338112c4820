import type { Catalogue } from "../../catalogue.ts";
import { html } from "../../html.ts";

/** The catalogue in Japanese. */
export const japanese: Catalogue = {
  lang: "ja",
  dir: "ltr",
  name: "日本語",
  problemTitle: (title) => `エラー: ${title}`,
  backTo: (client) => html`${client} に戻る`,
  developmentNote: "このコンピューターでの開発専用です。接続は暗号化されていません。",
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
  picker: { label: "言語", submit: "変更" },
  signIn: {
    title: (client) => `${client} にログイン`,
    heading: "ログイン",
    lead: (client) => html`${client} に進みます`,
    ownTitle: "アカウントにログイン",
    ownLead: "アカウントページに進みます",
    againLead: (person, client) =>
      html`${person} としてログインしています。${client} に進むには、もう一度ログインしてください。`,
    confirmLead: (person) =>
      html`${person} としてログインしています。ほかの人にアカウントを変更されないよう、もう一度ログインしてください。`,
    username: "ユーザー名",
    password: "パスワード",
    show: "表示",
    showWhat: "：パスワード",
    capsLock: "Caps Lock がオンになっています。",
    submit: "ログイン",
    usePasskey: "パスキーを使う",
    passkeyNeedsScripts: "パスキーを使うには、このページでスクリプトを許可してください。",
    promise: (client) => html`パスワードが ${client} に知られることはありません。`,
    forgot: "パスワードをお忘れですか？",
    signUp: "アカウントを作成",
    mismatch: "ユーザー名またはパスワードが正しくありません。",
    passkeyRefused: "このパスキーはここでは使えません。別のパスキーまたはパスワードをお使いください。",
    throttled: (wait) => `試行回数が多すぎます。${wait}にもう一度お試しください。`,
    busy: "現在ログインが混み合っています。数秒待ってから、もう一度お試しください。",
    stale: "安全のため、もう一度ログインしてください。",
    otherAddress: (origin) =>
      `このページのアドレスが ${origin} で始まっていない場合は、そのアドレスを開いてください。`,
    noCookie:
      "ブラウザーから Cookie が送られてきませんでした。このサイトの Cookie を許可してから、もう一度ログインしてください。",
    missingUsername: "ユーザー名を入力してください。",
    missingPassword: "パスワードを入力してください。",
    tooLongPassword: "パスワードが長すぎます。",
  },
  continue: {
    title: (client) => `${client} に進む`,
    heading: (client) => html`${client} に進む`,
    promise: (client) =>
      html`${client} にはあなたが誰であるかが伝わりますが、パスワードが知られることはありません。`,
    allow: (client, person) => html`${person} として ${client} に進む`,
    useAnother: "別のアカウントを使う",
    stale: "安全のため、もう一度ご確認ください。",
  },
  notAdmitted: {
    title: (client) => `${client} を利用できません`,
    heading: (client) => html`このアカウントでは ${client} を利用できません`,
    sentence: (client) =>
      html`${client} を利用できるのは、特定の方に限られています。利用する必要がある場合は、アプリの管理者に連絡するか、別のアカウントをお使いください。`,
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
    stale: "安全のため、もう一度お答えください。",
  },
  account: {
    title: "アカウント",
    applicationsHeading: "アカウントへのアクセスを許可したアプリ",
    noApplications: "まだありません。アプリにアクセスを許可すると、ここに表示されます。",
    itMay: "このアプリは次のことができます。",
    since: (date) => html`許可した日：${date}`,
    withdraw: "許可を取り消す",
    consequence: "許可を取り消すと、アプリはすぐにアクセスできなくなり、もう一度許可を求める必要があります。",
    withdrawn: (client) => html`${client} はアカウントにアクセスできなくなりました。`,
    stale: "安全のため、もう一度お選びください。",
  },
  formPost: {
    title: (client) => `${client} に戻る`,
    lead: "しばらくお待ちください。何も起こらない場合は、「続ける」を選んでください。",
    submit: "続ける",
  },
  signOut: {
    title: "ログアウト",
    heading: "ログアウトしますか？",
    lead: "次のアカウントでログインしています。",
    submit: "ログアウト",
    stay: "ログインしたままにする",
    stale: "安全のため、もう一度ご確認ください。",
    leadsTo: (client) => html`ログアウト後、${client} に戻ります。`,
    brokenRequest: "アプリからのリクエストに誤りがあるため、アプリに戻ることはできません。",
    doneTitle: "ログアウトしました",
    doneLead: "このブラウザーでは、このサービスからログアウトしています。",
    doneNote:
      "ご利用になったアプリでは、ログインしたままの場合があります。共用のコンピューターでは、ブラウザーを閉じてください。",
  },
  home: {
    heading: "すべてのアプリに、ひとつのログイン",
    whatThisIs: "このサービスを使うアプリが、ご本人の確認が必要なときにここへご案内します。",
    signedInAs: "次のアカウントでログインしています。",
    notSignedIn: "ログインしていません。",
    account: "アカウント",
    signOut: "ログアウト",
  },
  error: {
    brokenRequest: {
      title: "このリンクは使えません",
      sentence:
        "アプリから届いたリクエストが信頼できないため、ログインを中止しました。アカウントは安全です。アプリに戻って、最初からやり直してください。",
    },
    unknownApplication: {
      title: "このアプリは登録されていません",
      sentence:
        "お使いになったリンクは、このサービスに登録されていないアプリを指しています。アカウントは安全です。前の画面に戻ってやり直すか、アプリの運営者にお知らせください。",
    },
    brokenForm: {
      title: "フォームを読み取れませんでした",
      sentence:
        "内容が欠けていたか、別のサイトから送信されたものです。何も変更されておらず、アカウントは安全です。",
    },
    notFound: {
      title: "ページが見つかりません",
      sentence: "アドレスに誤りがあるか、ページが移動した可能性があります。",
    },
    wrongMethod: {
      title: "この方法ではページを開けません",
      sentence:
        "お使いになったリンクまたはフォームは、このアドレスに対応していません。何も変更されていません。",
    },
    unavailable: (wait) => ({
      title: "まもなく再開します",
      sentence: `現在ログインできません。失われたものはありません。${wait}にもう一度お試しください。`,
    }),
    throttled: (wait) => ({
      title: "少しお待ちください",
      sentence: `短い時間に操作が集中しました。今回は何も変更されておらず、アカウントは安全です。${wait}にもう一度お試しください。`,
    }),
    internal: {
      title: "こちら側で問題が発生しました",
      sentence: "あなたの操作が原因ではなく、アカウントは安全です。しばらくしてからもう一度お試しください。",
    },
    tryAgain: "もう一度試す",
    home: "トップページへ",
    reference: "照会番号",
    whereDetailIs: "開発者は、この番号でサービスのログから詳細を確認できます。",
  },
};
