import type { MailWords } from "../../words/mail.ts";

export const mail: MailWords = {
  greeting: (name) => `${name}，您好：`,
  greetingOnly: "您好：",
  once: (until) => `链接只能使用一次，有效期至 ${until}。`,
  copy: "如果按钮没有反应，请将此地址复制到浏览器中打开：",
  ignore: "如果您没有预料到这封邮件，可以不予理会，一切都不会改变。",
  unexpected: (service) => `如果您没有预料到这封邮件，请询问 ${service} 的运营者。`,
  notYou: (service) =>
    `如果这不是您本人的操作，请立即更改密码，检查还有什么被改动，并告知 ${service} 的运营者。`,
  lock: "如果这不是您本人的操作，请打开链接锁定账号。所有人都将退出登录，在您设置新密码之前，任何人都无法登录。",
  lockButton: "不是我本人操作",
  account: "前往我的账号",
  closing: (service) => `此邮件由 ${service} 自动发送。请勿回复：此邮箱无人查看。`,
  when: "时间",
  browser: "浏览器",
  network: "网络",
  passkey: "通行密钥",
  provider: "提供方",
  newAddress: "新地址",
  codesLeft: "剩余恢复码",
  deletedAt: "删除时间",
  messages: {
    recover: [
      "设置新密码",
      (service) => `有人为您在 ${service} 的账号申请了新密码。如果是您本人，请打开链接进行设置。`,
      "设置新密码",
    ],
    "operator-recover": [
      "恢复对账号的访问",
      (service) => `${service} 的运营者为您创建了此链接。打开后您可以重新登录。`,
      "恢复访问",
    ],
    "account-locked": [
      "您的账号已锁定",
      (service) =>
        `您在 ${service} 的账号已通过我们邮件中的链接锁定，所有人都已退出登录。如需解除锁定，请设置新密码。`,
      "设置新密码",
    ],
    "verify-address": [
      "确认您的邮箱地址",
      (service) => `有人为 ${service} 的一个账号填写了此地址。如果是您本人，请确认该地址属于您。`,
      "确认地址",
    ],
    "sign-up": [
      "创建您的账号",
      (service) => `有人想用此地址在 ${service} 创建账号。如果是您本人，请打开链接继续。`,
      "创建账号",
    ],
    "sign-up-taken": [
      "您已有账号",
      (service) =>
        `有人想将此地址用于 ${service} 的账号。您在那里已有账号，因此没有任何改变。如果是您本人，请登录。`,
      "登录",
    ],
    test: ["测试邮件", (service) => `这封邮件表明 ${service} 可以向您发送邮件。`],
    invitation: ["邀请", (service) => `您受邀在 ${service} 创建账号。`, "创建账号"],
    "deletion-announced": [
      "您的账号即将删除",
      (service) => `应申请，您在 ${service} 的账号即将删除。如果想保留，请在以下时间之前打开链接并登录。`,
      "保留账号",
    ],
    "new-device": ["您的账号有新的登录", (service) => `有新的浏览器登录了您在 ${service} 的账号。`],
    "password-changed": ["您的密码已更改", (service) => `您在 ${service} 的账号密码已更改。`],
    "password-removed": [
      "您的密码已移除",
      (service) => `您在 ${service} 的账号的密码已移除，不能再用它登录。`,
    ],
    "passkey-added": [
      "已添加通行密钥",
      (service) => `您在 ${service} 的账号添加了新的通行密钥，可以用它登录。`,
    ],
    "passkey-removed": [
      "已移除通行密钥",
      (service) => `您在 ${service} 的账号移除了一个通行密钥，不能再用它登录。`,
    ],
    "app-password-made": [
      "已创建应用专用密码",
      (service) => `已为您在 ${service} 的账号创建应用专用密码。程序可以用它以您的名义使用一个应用。`,
    ],
    "upstream-linked": [
      "已关联其他账号",
      (service) => `您在 ${service} 的账号关联了其他服务的账号，可以用它登录。`,
    ],
    "upstream-unlinked": [
      "已取消关联其他账号",
      (service) => `您在 ${service} 的账号取消了与其他服务账号的关联，不能再用它登录。`,
    ],
    "totp-added": [
      "已添加身份验证器应用",
      (service) => `您在 ${service} 的账号添加了身份验证器应用。输入密码后，还需要输入它的验证码。`,
    ],
    "totp-removed": [
      "已移除身份验证器应用",
      (service) => `您在 ${service} 的账号移除了身份验证器应用，不再需要输入它的验证码。`,
    ],
    "recovery-codes-made": [
      "新的恢复码",
      (service) => `已为您在 ${service} 的账号生成新的恢复码，之前的码不再有效。`,
    ],
    "recovery-code-used": [
      "已使用一个恢复码",
      (service) => `您在 ${service} 的账号使用了一个恢复码，该码不能再次使用。`,
    ],
    "address-changed": [
      "您的邮箱地址已更改",
      (service) => `您在 ${service} 的账号有了新的邮箱地址。今后的邮件将发送到那里，此地址不能再用于登录。`,
    ],
  },
};
