import type { Glossary } from "../glossary.ts";

export const glossary: Glossary = {
  address:
    "です and ます. Nobody is named where it can be done without; else あなた and ご自身. No blank between sentences, and colons of full width.",
  never: {
    お客様: "What shops call their customers.",
    "。 ": "No blank between sentences.",
    "？ ": "No blank between sentences.",
  },
  signIn: { say: ["ログイン"], others: ["サインイン", "ログオン", "サイン イン"] },
  signOut: { say: ["ログアウト"], others: ["サインアウト", "ログオフ", "サインオフ"] },
  account: { say: ["アカウント"], others: ["口座", "プロフィール"] },
  code: {
    say: ["コード"],
    others: ["ワンタイムコード"],
    never: { ワンタイムパスワード: "People take it for a password." },
  },
  application: { say: ["アプリ"], others: ["アプリケーション"] },
  device: {
    say: ["デバイス"],
    others: ["端末", "機器", "装置"],
    never: { 携帯電話: "スマートフォン, where a telephone is meant." },
  },
  operator: {
    say: ["運営者"],
    stem: "運営者",
    others: ["オペレーター"],
    never: { 管理者: "A person with rights, not the people who run the service." },
  },
  recovery: {
    say: ["リカバリーコード", "復旧用リンク"],
    others: ["回復コード", "復旧コード", "バックアップコード", "復元コード", "予備コード", "回復用リンク"],
    never: { 復旧リンク: "復旧用リンク." },
  },
  passkey: {
    say: ["パスキー"],
    others: ["パス キー", "セキュリティキー"],
    never: { "パスキ―": "With ー, not a dash." },
  },
  browser: {
    say: ["ブラウザー"],
    others: ["ブラウザを", "ブラウザが", "ブラウザは", "ブラウザに", "ブラウザも", "ブラウザから"],
    never: { ブラウザで: "With ー.", ブラウザの: "With ー." },
  },
  password: { say: ["パスワード"], others: ["暗証番号", "合言葉"] },
  email: { say: ["メールアドレス"], others: ["電子メール", "Eメール"] },
  service: { say: ["サービス"], others: ["当サービス", "本サービス"] },
  appPassword: {
    say: ["アプリパスワード"],
    others: ["アプリ用パスワード", "アプリ固有", "アプリのパスワード"],
  },
  secondFactor: { say: ["二つ目の認証要素"], others: ["二要素", "第二要素", "多要素"] },
  group: { say: ["グループ"], others: ["チーム", "役割"] },
};
