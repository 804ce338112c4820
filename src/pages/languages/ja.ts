import type { Catalogue } from "../catalogue.ts";
import { html } from "../html.ts";

/** The catalogue in Japanese. */
export const japanese: Catalogue = {
  lang: "ja",
  dir: "ltr",
  name: "日本語",
  problemTitle: (title) => `エラー: ${title}`,
  backTo: (client) => html`${client} に戻る`,
  developmentNote: "このコンピューターでの開発専用です。接続は暗号化されていません。",
  abilities: {
    openid: "ご本人であることの確認",
    profile: "名前とユーザー名の参照",
    email: "メールアドレスの参照",
    address: "住所の参照",
    phone: "電話番号の参照",
    offline_access: "ログアウト中のアクセスの継続",
  },
  picker: { label: "言語", submit: "変更" },
  signIn: {
    title: (client) => `${client} にログイン`,
    heading: "ログイン",
    lead: (client) => html`${client} に進みます`,
    againLead: (person, client) =>
      html`${person} としてログインしています。${client} に進むには、もう一度ログインしてください。`,
    username: "ユーザー名",
    password: "パスワード",
    show: "表示",
    showWhat: "：パスワード",
    capsLock: "Caps Lock がオンになっています。",
    submit: "ログイン",
    promise: (client) => html`パスワードが ${client} に知られることはありません。`,
    mismatch: "ユーザー名とパスワードが一致しません。",
    throttled: (wait) => `試行回数が多すぎます。${wait}にもう一度お試しください。`,
    busy: "現在ログインが混み合っています。数秒待ってから、もう一度お試しください。",
    stale: "安全のため、もう一度ログインしてください。",
    missingUsername: "ユーザー名を入力してください。",
    missingPassword: "パスワードを入力してください。",
    tooLongPassword: "入力されたパスワードは、ここで使える長さを超えています。",
  },
  continue: {
    title: (client) => `${client} に進む`,
    heading: (client) => html`${client} に進む`,
    promise: (client) =>
      html`${client} はあなたが誰であるかを知りますが、パスワードが知られることはありません。`,
    allow: (client, person) => html`${person} として ${client} に進む`,
    useAnother: "別のアカウントを使う",
    stale: "安全のため、もう一度確認してください。",
  },
  consent: {
    title: (client) => `${client} を許可`,
    heading: (client) => html`${client} を許可しますか？`,
    lead: "許可すると、このアプリは次のことができます。",
    promise: (client) =>
      html`パスワードが ${client} に知られることはありません。許可は、このサービスのアカウントページで取り消すまで有効です。`,
    allow: "許可する",
    deny: "許可しない",
    useAnother: "別のアカウントを使う",
    stale: "安全のため、もう一度お答えください。",
  },
  account: {
    title: "アカウント",
    password: "新しいパスワードは、このサービスの運営者から受け取ることができます。",
    applicationsHeading: "許可したアプリ",
    noApplications: "許可したアプリはありません。アプリからの求めに同意すると、ここに表示されます。",
    itMay: "このアプリは次のことができます。",
    since: (date) => html`許可した日：${date}`,
    withdraw: "許可を取り消す",
    consequence:
      "取り消すと、アプリがここで得たものはすぐに無効になります。再び使うには、アプリがもう一度許可を求める必要があります。",
    withdrawn: (client) => html`${client} への許可を取り消しました。`,
    stale: "安全のため、もう一度選んでください。",
  },
  formPost: {
    title: (client) => `${client} に戻る`,
    lead: "しばらくお待ちください。何も起こらない場合は、こちらからお進みください。",
    submit: "続ける",
  },
  signOut: {
    title: "ログアウト",
    heading: "ログアウトしますか？",
    lead: "次のアカウントでログインしています。",
    submit: "ログアウト",
    stay: "ログインしたままにする",
    stale: "安全のため、もう一度確認してください。",
    doneTitle: "ログアウトしました",
    doneLead: "このブラウザーに、ここでのログイン情報は残っていません。",
    doneNote:
      "ご利用になったアプリでは、ログインしたままの場合があります。共用のコンピューターでは、ブラウザーを閉じてください。",
  },
  home: {
    title: "Latchkey",
    heading: "玄関",
    whatThisIs:
      "このログインサービスを使うアプリが、ご本人の確認が必要なときにここへご案内します。それまでは、ここですることはありません。",
    signedInAs: "次のアカウントでログインしています。",
    notSignedIn: "ログインしていません。",
    account: "アカウント",
    signOut: "ログアウト",
  },
  error: {
    brokenRequest: {
      title: "このリンクは使えません",
      sentence:
        "アプリから届いたリクエストが信頼できないため、ここで中止しました。アカウントは安全です。アプリに戻って、最初からやり直してください。",
    },
    unknownApplication: {
      title: "このアプリは登録されていません",
      sentence:
        "お使いになったリンクは、ここに登録されていないアプリを指しています。アカウントは安全です。前の画面に戻ってやり直すか、アプリの運営者にお知らせください。",
    },
    brokenForm: {
      title: "フォームを受け取れませんでした",
      sentence:
        "内容が欠けていたか、別の場所から送信されたものです。何も行われておらず、アカウントは安全です。",
    },
    notFound: {
      title: "ページが見つかりません",
      sentence: "アドレスが間違っているか、ページが移動した可能性があります。",
    },
    wrongMethod: {
      title: "ここですることはありません",
      sentence: "このアドレスでは対応していない方法で開かれました。何も行われていません。",
    },
    unavailable: (wait) => ({
      title: "まもなく再開します",
      sentence: `現在ログインできません。失われたものはありません。${wait}にもう一度お試しください。`,
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
