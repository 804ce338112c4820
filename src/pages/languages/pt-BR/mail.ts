import type { MailWords } from "../../words/mail.ts";

export const mail: MailWords = {
  greeting: (name) => `Olá, ${name}!`,
  greetingOnly: "Olá!",
  once: (until) => `O link funciona uma única vez, até ${until}.`,
  copy: "Se o botão não funcionar, copie este endereço para o seu navegador:",
  ignore: "Se você não esperava esta mensagem, pode ignorá-la. Nada muda.",
  unexpected: (service) => `Se você não esperava esta mensagem, pergunte aos responsáveis por ${service}.`,
  notYou: (service) =>
    `Se não foi você, mude sua senha agora, veja o que mais mudou e avise os responsáveis por ${service}.`,
  lock: "Se não foi você, abra o link para bloquear sua conta. Todas as sessões serão encerradas, e ninguém poderá entrar até você escolher uma nova senha.",
  lockButton: "Não fui eu",
  account: "Ir para a minha conta",
  closing: (service) =>
    `${service} enviou esta mensagem automaticamente. Não responda: ninguém lê esta caixa de e-mail.`,
  when: "Quando",
  browser: "Navegador",
  network: "Rede",
  passkey: "Chave de acesso",
  provider: "Provedor",
  newAddress: "Novo endereço",
  codesLeft: "Códigos restantes",
  deletedAt: "Será excluída",
  messages: {
    recover: [
      "Escolha uma nova senha",
      (service) =>
        `Alguém pediu uma nova senha para a sua conta em ${service}. Se foi você, abra o link e escolha uma.`,
      "Escolher uma nova senha",
    ],
    "operator-recover": [
      "Recupere o acesso à sua conta",
      (service) =>
        `Os responsáveis por ${service} criaram este link para você. Com ele, você pode entrar de novo.`,
      "Recuperar o acesso",
    ],
    "account-locked": [
      "Sua conta está bloqueada",
      (service) =>
        `Sua conta em ${service} foi bloqueada com o link de uma das nossas mensagens. Todas as sessões estão encerradas. Para desbloqueá-la, escolha uma nova senha.`,
      "Escolher uma nova senha",
    ],
    "verify-address": [
      "Confirme seu endereço de e-mail",
      (service) =>
        `Alguém informou este endereço para uma conta em ${service}. Se foi você, confirme que ele é seu.`,
      "Confirmar o endereço",
    ],
    "sign-up": [
      "Crie sua conta",
      (service) =>
        `Alguém quer criar uma conta em ${service} com este endereço. Se é você, abra o link para continuar.`,
      "Criar minha conta",
    ],
    "sign-up-taken": [
      "Você já tem uma conta",
      (service) =>
        `Alguém quis usar este endereço para uma conta em ${service}. Você já tem uma conta lá, por isso nada mudou. Se foi você, entre.`,
      "Entrar",
    ],
    test: [
      "Uma mensagem de teste",
      (service) => `Esta mensagem mostra que ${service} consegue enviar e-mails para você.`,
    ],
    invitation: [
      "Você recebeu um convite",
      (service) => `Você recebeu um convite para criar uma conta em ${service}.`,
      "Criar minha conta",
    ],
    "deletion-announced": [
      "Sua conta será excluída",
      (service) =>
        `Sua conta em ${service} será excluída, como foi pedido. Se quiser mantê-la, abra o link e entre antes da data abaixo.`,
      "Manter minha conta",
    ],
    "new-device": [
      "Novo acesso à sua conta",
      (service) => `Houve um acesso à sua conta em ${service} com um navegador novo.`,
    ],
    "password-changed": [
      "Sua senha foi alterada",
      (service) => `A senha da sua conta em ${service} foi alterada.`,
    ],
    "password-removed": [
      "Sua senha foi removida",
      (service) => `A senha da sua conta em ${service} foi removida. Ela não serve mais para entrar.`,
    ],
    "passkey-added": [
      "Uma chave de acesso foi adicionada",
      (service) => `Sua conta em ${service} tem uma nova chave de acesso. Com ela é possível entrar.`,
    ],
    "passkey-removed": [
      "Uma chave de acesso foi removida",
      (service) =>
        `Uma chave de acesso da sua conta em ${service} foi removida. Ela não serve mais para entrar.`,
    ],
    "app-password-made": [
      "Uma senha de aplicativo foi criada",
      (service) =>
        `Uma senha de aplicativo foi criada para a sua conta em ${service}. Com ela, um programa pode usar um aplicativo em seu nome.`,
    ],
    "upstream-linked": [
      "Outra conta foi conectada",
      (service) =>
        `Sua conta em ${service} foi conectada a uma conta em outro provedor. Com ela é possível entrar.`,
    ],
    "upstream-unlinked": [
      "Outra conta foi desconectada",
      (service) =>
        `Sua conta em ${service} foi desconectada de uma conta em outro provedor. Essa conta não serve mais para entrar.`,
    ],
    "totp-added": [
      "Um aplicativo autenticador foi adicionado",
      (service) =>
        `Um aplicativo autenticador foi adicionado à sua conta em ${service}. Depois da senha, o código dele será pedido.`,
    ],
    "totp-removed": [
      "O aplicativo autenticador foi removido",
      (service) =>
        `O aplicativo autenticador foi removido da sua conta em ${service}. O código dele não será mais pedido.`,
    ],
    "recovery-codes-made": [
      "Novos códigos de recuperação",
      (service) =>
        `Novos códigos de recuperação foram criados para a sua conta em ${service}. Os anteriores não funcionam mais.`,
    ],
    "recovery-code-used": [
      "Um código de recuperação foi usado",
      (service) =>
        `Um dos códigos de recuperação da sua conta em ${service} foi usado. Ele não funcionará de novo.`,
    ],
    "address-changed": [
      "Seu endereço de e-mail foi alterado",
      (service) =>
        `Sua conta em ${service} tem um novo endereço de e-mail. A partir de agora, as mensagens vão para lá, e este endereço não serve mais para entrar.`,
    ],
  },
};
