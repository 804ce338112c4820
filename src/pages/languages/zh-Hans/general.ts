import { html } from "../../html.ts";
import type { GeneralWords } from "../../words/general.ts";

export const general: GeneralWords = {
  problemTitle: (title) => `错误：${title}`,
  stale: "此页面已过期，因此未作任何更改。请重试。",
  otherAccount: (name) => `此页面属于另一个账号，因此未作任何更改。您现在登录的账号是 ${name}。`,
  backTo: (client) => html`返回 ${client}`,
  developmentNote: "仅供在本机上开发使用：连接未加密。",
  picker: { label: "语言", submit: "更改" },
  brandLinks: { help: "帮助", privacy: "隐私", imprint: "法律声明" },
  home: {
    heading: "一个账号，登录您的所有应用",
    whatThisIs: "使用本服务的应用需要确认您的身份时，会把您带到这里。",
    applications: "您的应用",
    find: "查找应用",
    search: "搜索",
    noneFound: "没有名称中包含此内容的应用。",
    more: "更多应用",
    signedInAs: "您当前登录的账号：",
    notSignedIn: "您尚未登录。",
    account: "您的账号",
    signOut: "退出登录",
  },
  error: {
    brokenRequest: {
      title: "此链接无效",
      sentence: "应用发送的请求不可信，因此登录已中止。您的账号是安全的。请返回该应用，重新开始。",
    },
    unknownApplication: {
      title: "无法识别此应用",
      sentence:
        "带您来到这里的链接指向一个未在本服务注册的应用。您的账号是安全的。请返回并重新开始，或告知该应用的运营者。",
    },
    brokenForm: {
      title: "无法读取该表单",
      sentence: "表单不完整，或来自其他网站。没有做任何更改，您的账号是安全的。",
    },
    notFound: {
      title: "找不到页面",
      sentence: "地址可能有误，或者页面已移动。",
    },
    wrongMethod: {
      title: "无法以这种方式打开此页面",
      sentence: "带您来到这里的链接或表单不适用于此地址。没有做任何更改。",
    },
    unavailable: (wait) => ({
      title: "马上回来",
      sentence: `目前无法登录。没有丢失任何内容：请在${wait}重试。`,
    }),
    throttled: (wait) => ({
      title: "请稍候",
      sentence: `请求过于频繁。这次没有更改任何内容，您的账号是安全的。请在${wait}重试。`,
    }),
    internal: {
      title: "我们这边出了问题",
      sentence: "这不是您的错，您的账号是安全的。请稍后重试。",
    },
    tryAgain: "重试",
    home: "前往首页",
    reference: "编号",
    whereDetailIs: "开发者可凭此编号在服务日志中查看详情。",
  },
};
