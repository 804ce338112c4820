import { html } from "../../html.ts";
import type { SignInWords } from "../../words/sign-in.ts";

export const signIn: SignInWords = {
  signIn: {
    title: (client) => `${client} にログイン`,
    heading: "ログイン",
    lead: (client) => html`${client} に進みます`,
    ownTitle: "アカウントにログイン",
    ownLead: "アカウントページに進みます",
    proofTitle: "ご本人であることの確認",
    proofLead: (client) => html`${client} からもう一度ログインするよう求められています。`,
    ownProofLead: "このページには、5 分以内のログインが必要です。",
    notYou: "ご本人ではありませんか？別のアカウントを使う",
    username: "ユーザー名",
    password: "パスワード",
    show: "表示",
    showWhat: "：パスワード",
    capsLock: "Caps Lock がオンになっています。",
    submit: "ログイン",
    usePasskey: "パスキーを使う",
    passkeyNeedsScripts: "パスキーを使うには、このページでスクリプトを許可してください。",
    passkeyCancelled: "パスキーは使われませんでした。もう一度お試しください。",
    passkeyUnsupported:
      "このブラウザーではパスキーを使えません。別のブラウザーまたはスマートフォンをお使いください。",
    promise: (client) => html`パスワードが ${client} に知られることはありません。`,
    forgot: "パスワードをお忘れですか？",
    signUp: "アカウントを作成",
    mismatch: "ユーザー名、メールアドレス、またはパスワードが正しくありません。",
    locked: (notMe, forgot) =>
      `このアカウントは、お知らせのメールで「${notMe}」が選ばれたため、ロックされています。「${forgot}」から新しいパスワードを設定すると、ロックが解除されます。`,
    unavailable:
      "現在、一部のパスワードを確認できません。入力したパスワードが正しい場合は、数分後にもう一度お試しください。",
    notMoved: (forgot) =>
      `ユーザー名、メールアドレス、またはパスワードが正しくありません。しばらくログインしていない場合は、「${forgot}」から新しいパスワードを設定してください。`,
    expired: (forgot) =>
      `このパスワードは有効期限が切れています。「${forgot}」から新しいパスワードを設定してください。`,
    passkeyRefused: "このパスキーはここでは使えません。別のパスキーまたはパスワードをお使いください。",
    throttled: (wait) => `試行回数が多すぎます。${wait}にもう一度お試しください。`,
    throttledBut: {
      passkey: (wait) => `試行回数が多すぎます。${wait}にもう一度試すか、パスキーをお使いください。`,
      reset: (wait) => `試行回数が多すぎます。${wait}にもう一度試すか、新しいパスワードを設定してください。`,
      both: (wait) =>
        `試行回数が多すぎます。${wait}にもう一度試すか、パスキーを使うか、新しいパスワードを設定してください。`,
    },
    busy: "現在ログインが混み合っています。数秒待ってから、もう一度お試しください。",
    stale: "このページは古くなっていました。もう一度ログインしてください。",
    otherAddress: (origin) =>
      `このページのアドレスが ${origin} で始まっていない場合は、そのアドレスを開いてください。`,
    noCookie:
      "ブラウザーから Cookie が送られてきませんでした。このサイトの Cookie を許可してから、もう一度ログインしてください。",
    missingPassword: "パスワードを入力してください。",
    tooLongPassword: "パスワードが長すぎます。",
  },
  upstreamSignIn: {
    or: "または",
    button: (name) => html`${name} で続ける`,
    next: "次へ",
    awayTitle: (name) => `${name} でログイン`,
    away: (name) => html`${name} に移動しています。すぐにこのページに戻ります。`,
    goOn: (name) => html`${name} に進む`,
    denied: (name) => `${name} でのログインは行われませんでした。もう一度試すか、別の方法を選んでください。`,
    unavailable: (name) =>
      `現在 ${name} から応答がありません。数分後にもう一度試すか、別の方法を選んでください。`,
    misconfigured: (name) =>
      `現在 ${name} でのログインはご利用いただけません。あなたの操作が原因ではありません。理由はこのサービスの運営者が確認できます。`,
    untrusted: (name) =>
      `${name} からの応答を確認できなかったため、ログインしていません。もう一度お試しください。`,
    late: "このログインは時間がかかりすぎたか、すでに使用されています。最初からやり直してください。",
    gone: "このログイン方法は現在提供されていません。別の方法を選んでください。",
    refused: (name) =>
      `${name} のアカウントではこのサービスを利用できません。別の方法でログインするか、このサービスの運営者にお問い合わせください。`,
    addressTaken: (name) =>
      `お使いのメールアドレスのアカウントは、${name} の別のアカウントと連携されています。そのアカウントか別の方法でログインしてください。`,
  },
  continue: {
    title: (client) => `${client} に進む`,
    heading: (client) => html`${client} に進む`,
    promise: (client) =>
      html`${client} にはあなたが誰であるかが伝わりますが、パスワードが知られることはありません。`,
    allow: (client, person) => html`${person} として ${client} に進む`,
    useAnother: "別のアカウントを使う",
  },
  chooseAccount: {
    title: "アカウントを選ぶ",
    link: "アカウントを切り替える",
  },
  notAdmitted: {
    title: (client) => `${client} を利用できません`,
    heading: (client) => html`このアカウントでは ${client} を利用できません`,
    sentence: (client) =>
      html`${client} を利用できるのは、特定の方に限られています。利用する必要がある場合は、アプリの運営者に連絡するか、別のアカウントをお使いください。`,
  },
  notSent: {
    title: "何も送信されていません",
    lead: (client) => html`${client} からすでにログアウトしていたため、送信した内容は届いていません。`,
    advice:
      "ブラウザーの「戻る」で前のページに戻り、入力した内容をコピーしてください。ログインしてから、もう一度送信してください。",
  },
  verify: {
    heading: "二段階認証",
    lead: (client) => html`${client} に進むには、認証アプリに表示されているコードを入力してください。`,
    ownLead: "認証アプリに表示されているコードを入力してください。",
    code: "コード",
    either: "リカバリーコードも使えます。",
    useRecoveryCode: "リカバリーコードを使う",
    useApp: "代わりにアプリを使う",
    recoveryLead: "リカバリーコードを 1 つ入力してください。各コードは一度だけ使えます。",
    atOnce: "6 桁目を入力すると、すぐに送信されます。",
    wrongRecovery: "リカバリーコードが正しくないか、すでに使われています。",
    trust: "このブラウザーでは 30 日間コードを求めない",
    submit: "確認",
    missing: "コードを入力してください。",
    wrong:
      "コードが正しくありません。アプリに今表示されているコードか、まだ使っていないリカバリーコードを入力してください。",
    spent: "このコードはすでに使われています。アプリに次のコードが表示されるまでお待ちください。",
    lost: "アプリもリカバリーコードも手元にない場合は、このサービスの運営者にご相談ください。",
    passkeyLead: "パスキーで本人確認をしてください。",
    passkeyMade: "パスキーを設定しました。続けるには、一度お使いください。",
    recoveryCode: "リカバリーコード",
    lostPasskey:
      "パスキーを紛失した場合は、このサービスの運営者に削除を依頼してください。その後、新しいパスキーを追加できます。",
  },
  enrol: {
    needed: (client) => html`${client} では二段階目の確認が必要です。`,
    ownNeeded: "このアカウントでは二段階目の確認が必要です。",
    passkeyOnly: "ここではパスキーが必要です。続けるには、パスキーを設定してください。",
    otherTitle: "もう一つ設定が必要です",
    setUpPasskey: "パスキーを設定",
    passkey: "代わりにパスキーを使う",
  },
  passkeyOffer: {
    title: "次回はパスワードなしでログインしますか？",
    lead: "ログインしました。このデバイスにパスキーを保存すると、次回からは指紋、顔、またはデバイスの PIN だけでログインできます。",
    add: "パスキーを追加",
    notNow: "今はしない",
  },
  linkNeeded: {
    title: "専用のリンクが必要です",
    lead: "このアカウントにはサービスの管理権限があるため、パスワードだけでは新しいログイン方法を追加できません。",
    repair:
      "管理権限を持つほかの人に復旧用リンクを依頼するか、サービスが動作しているコンピューターでリンクを作成してください。リンクを開くと、二つ目の認証要素を設定できます。",
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
    leadsTo: (client) => html`ログアウト後、${client} に戻ります。`,
    brokenRequest: "アプリからのログアウトのリクエストが正しくないため、アプリに戻ることはできません。",
    submitAll: "すべてのアカウントからログアウト",
    doneTitle: "ログアウトしました",
    doneLead: "このブラウザーでは、このサービスからログアウトしています。",
    othersStay: "このブラウザーでは、ほかのアカウントがまだログインしています。",
    doneNote:
      "ご利用になったアプリでは、ログインしたままの場合があります。共用のコンピューターでは、ブラウザーを閉じてください。",
  },
};
