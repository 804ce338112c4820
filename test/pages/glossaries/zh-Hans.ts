import type { Glossary } from "../glossary.ts";

export const glossary: Glossary = {
  address: "您. No blank between sentences, and colons of full width.",
  never: {
    你: "您.",
    "。 ": "No blank between sentences.",
    妳: "您.",
    "？ ": "No blank between sentences.",
    点击: "People also tap and use keyboards.",
  },
  signIn: { say: ["登录"], others: ["登入"], never: { 登陆: "A misspelling." } },
  signOut: { say: ["退出登录"], others: ["登出"], never: { 注销: "Also means to delete an account." } },
  account: {
    say: ["账号"],
    others: ["账户"],
    never: { 帐号: "Another spelling.", 帐户: "Another spelling." },
  },
  code: { say: ["验证码", "代码"], others: ["校验码", "动态码", "一次性密码"] },
  application: { say: ["应用"], others: ["应用程序", "应用程式"] },
  device: { say: ["设备"], others: ["装置", "终端"] },
  operator: { say: ["运营者"], stem: "运营者", others: ["管理员", "管理者", "管理人员"] },
  recovery: {
    say: ["恢复码", "恢复链接"],
    others: ["恢复代码", "备用码", "备份码", "救援码", "恢复密钥", "重置链接"],
  },
  passkey: { say: ["通行密钥"], others: ["通行钥匙", "通行金钥", "安全密钥"] },
  browser: { say: ["浏览器"], others: ["网页浏览器"] },
  password: { say: ["密码"], others: ["口令", "密碼"] },
  email: { say: ["邮箱地址"], others: ["电子邮件地址", "电邮", "电子邮箱", "邮件地址"] },
  service: { say: ["本服务"], others: ["此服务", "该服务", "这个服务"] },
  appPassword: { say: ["应用专用密码"], others: ["应用密码", "程序密码"] },
  secondFactor: { say: ["第二重验证"], others: ["双重验证", "双因素", "二次验证"] },
  group: { say: ["群组"], others: ["小组", "团队"] },
};
