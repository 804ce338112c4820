import { html } from "../../html.ts";
import type { GeneralWords } from "../../words/general.ts";

export const general: GeneralWords = {
  problemTitle: (title) => `エラー：${title}`,
  stale: "このページは古くなっていたため、何も変更されていません。もう一度お試しください。",
  otherAccount: (name) =>
    `このページは別のアカウントのものだったため、何も変更されていません。現在は ${name} としてログインしています。`,
  backTo: (client) => html`${client} に戻る`,
  developmentNote: "このコンピューターでの開発専用です。接続は暗号化されていません。",
  picker: { label: "言語", submit: "変更" },
  brandLinks: { help: "ヘルプ", privacy: "プライバシー", imprint: "運営者情報" },
  home: {
    heading: "すべてのアプリに、ひとつのログイン",
    whatThisIs: "このサービスを使うアプリが、ご本人の確認が必要なときにここへご案内します。",
    applications: "アプリ一覧",
    find: "アプリを探す",
    search: "検索",
    noneFound: "この文字を名前に含むアプリはありません。",
    more: "ほかのアプリ",
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
      title: "システムで問題が発生しました",
      sentence: "あなたの操作が原因ではなく、アカウントは安全です。しばらくしてからもう一度お試しください。",
    },
    tryAgain: "もう一度試す",
    home: "トップページへ",
    reference: "照会番号",
    whereDetailIs: "開発者は、この番号でサービスのログから詳細を確認できます。",
  },
};
