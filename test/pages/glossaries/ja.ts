import type { Glossary } from "../glossary.ts";

export const glossary: Glossary = {
  address:
    "です and ます. Nobody is named where it can be done without; else あなた and ご自身. No blank between sentences, and colons of full width.",
  never: { お客様: "What shops call their customers.", "。 ": "No blank between sentences." },
  signIn: { say: ["ログイン"], never: { サインイン: "Another word for the same thing." } },
  signOut: { say: ["ログアウト"], never: { サインアウト: "Another word for the same thing." } },
  account: { say: ["アカウント"] },
  code: { say: ["コード"], never: { ワンタイムパスワード: "People take it for a password." } },
  application: { say: ["アプリ"], never: { アプリケーション: "Another word for the same thing." } },
  device: {
    say: ["デバイス"],
    never: {
      端末: "Another word for the same thing.",
      機器: "Another word for the same thing.",
      携帯電話: "スマートフォン, where a telephone is meant.",
    },
  },
  operator: {
    say: ["運営者"],
    stem: "運営者",
    never: {
      管理者: "A person with rights, not the people who run the service.",
      オペレーター: "Another word for the same thing.",
    },
  },
  recovery: {
    say: ["リカバリーコード", "復旧用リンク"],
    never: {
      回復コード: "Another word for the same thing.",
      復旧コード: "Another word for the same thing.",
      復旧リンク: "復旧用リンク.",
    },
  },
  passkey: { say: ["パスキー"], never: { "パスキ―": "With ー, not a dash." } },
  browser: { say: ["ブラウザー"], never: { ブラウザで: "With ー.", ブラウザの: "With ー." } },
  password: { say: ["パスワード"], never: { 暗証番号: "Another word for the same thing." } },
  email: {
    say: ["メールアドレス"],
    never: { 電子メール: "Another word for the same thing.", Eメール: "Another word for the same thing." },
  },
  service: { say: ["サービス"] },
};
