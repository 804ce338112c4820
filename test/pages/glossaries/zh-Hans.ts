import type { Glossary } from "../glossary.ts";

export const glossary: Glossary = {
  address: "您. No blank between sentences, and colons of full width.",
  never: { 你: "您.", "。 ": "No blank between sentences." },
  signIn: { say: ["登录"], never: { 登陆: "A misspelling.", 登入: "Another word for the same thing." } },
  signOut: {
    say: ["退出登录"],
    never: { 登出: "Another word for the same thing.", 注销: "Also means to delete an account." },
  },
  account: {
    say: ["账号"],
    never: { 账户: "Another word for the same thing.", 帐号: "Another spelling.", 帐户: "Another spelling." },
  },
  code: { say: ["验证码", "代码"], never: { 校验码: "Another word for the same thing." } },
  application: { say: ["应用"], never: { 应用程序: "Another word for the same thing." } },
  device: { say: ["设备"] },
  operator: {
    say: ["运营者"],
    stem: "运营者",
    never: {
      管理员: "Another word for the same thing.",
      管理者: "Another word for the same thing.",
      管理人员: "Another word for the same thing.",
    },
  },
  recovery: {
    say: ["恢复码", "恢复链接"],
    never: { 恢复代码: "Another word for the same thing.", 备用码: "Another word for the same thing." },
  },
  passkey: { say: ["通行密钥"], never: { 通行钥匙: "Another word for the same thing." } },
  browser: { say: ["浏览器"] },
  password: { say: ["密码"], never: { 口令: "Another word for the same thing." } },
  email: {
    say: ["邮箱地址"],
    never: { 电子邮件地址: "Another word for the same thing.", 电邮: "Another word for the same thing." },
  },
  service: { say: ["本服务"], never: { 此服务: "Another word for the same thing." } },
};
