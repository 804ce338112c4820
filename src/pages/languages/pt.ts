import type { Catalogue } from "../catalogue.ts";
import { html } from "../html.ts";

/** The catalogue in Portuguese, as it is written in Brazil. */
export const portuguese: Catalogue = {
  lang: "pt",
  dir: "ltr",
  name: "Português",
  problemTitle: (title) => `Erro: ${title}`,
  backTo: (client) => html`Voltar para ${client}`,
  developmentNote: "Somente para desenvolvimento neste computador: a conexão não é criptografada.",
  abilities: {
    openid: "saber que é você",
    profile: "ver seu nome e seu nome de usuário",
    email: "ver seu endereço de e-mail",
    address: "ver seu endereço postal",
    phone: "ver seu número de telefone",
    offline_access: "manter o acesso mesmo depois que você sair",
  },
  picker: { label: "Idioma", submit: "Mudar" },
  signIn: {
    title: (client) => `Entrar em ${client}`,
    heading: "Entrar",
    lead: (client) => html`para continuar em ${client}`,
    againLead: (person, client) =>
      html`Você entrou como ${person}. Entre mais uma vez para continuar em ${client}.`,
    username: "Nome de usuário",
    password: "Senha",
    show: "Mostrar",
    showWhat: " a senha",
    capsLock: "O Caps Lock está ativado.",
    submit: "Entrar",
    promise: (client) => html`${client} nunca vê sua senha.`,
    mismatch: "O nome de usuário e a senha não correspondem.",
    throttled: (wait) => `Tentativas demais. Tente novamente ${wait}.`,
    busy: "Muitas pessoas estão entrando neste momento. Espere alguns segundos e tente novamente.",
    stale: "Por segurança, entre mais uma vez.",
    missingUsername: "Digite seu nome de usuário.",
    missingPassword: "Digite sua senha.",
    tooLongPassword: "Essa senha é mais longa do que uma senha pode ser aqui.",
  },
  continue: {
    title: (client) => `Continuar em ${client}`,
    heading: (client) => html`Continuar em ${client}`,
    promise: (client) => html`${client} saberá quem você é, mas nunca verá sua senha.`,
    allow: (client, person) => html`Continuar em ${client} como ${person}`,
    useAnother: "Usar outra conta",
    stale: "Por segurança, confirme mais uma vez.",
  },
  consent: {
    title: (client) => `Permitir o acesso de ${client}`,
    heading: (client) => html`Permitir o acesso de ${client}?`,
    lead: "O aplicativo poderá",
    promise: (client) =>
      html`${client} nunca vê sua senha. O que você permitir vale até que você retire a permissão aqui, na página da sua conta.`,
    allow: "Permitir",
    deny: "Não permitir",
    useAnother: "Usar outra conta",
    stale: "Por segurança, responda mais uma vez.",
  },
  account: {
    title: "Sua conta",
    password: "Os responsáveis por este serviço podem fornecer uma nova senha.",
    applicationsHeading: "Aplicativos que você permitiu",
    noApplications:
      "Você não permitiu nenhum. Quando um aplicativo pedir e você concordar, ele aparecerá aqui.",
    itMay: "O aplicativo pode",
    since: (date) => html`Desde ${date}`,
    withdraw: "Retirar",
    consequence:
      "Ao retirar a permissão, o aplicativo perde imediatamente o que recebeu aqui. Ele terá de pedir de novo.",
    withdrawn: (client) => html`O que você permitiu a ${client} foi retirado.`,
    stale: "Por segurança, escolha mais uma vez.",
  },
  formPost: {
    title: (client) => `Voltar para ${client}`,
    lead: "Só um momento. Se nada acontecer, continue aqui.",
    submit: "Continuar",
  },
  signOut: {
    title: "Sair",
    heading: "Sair?",
    lead: "Você entrou como",
    submit: "Sair",
    stay: "Continuar conectado",
    stale: "Por segurança, confirme mais uma vez.",
    doneTitle: "Você saiu",
    doneLead: "Este navegador não reconhece mais você aqui.",
    doneNote:
      "Os aplicativos que você usou podem manter sua sessão aberta. Em um computador compartilhado, feche o navegador.",
  },
  home: {
    title: "Latchkey",
    heading: "A porta de entrada",
    whatThisIs:
      "Os aplicativos que usam este serviço de login trazem você até aqui quando precisam saber quem você é. Até lá, não há nada a fazer.",
    signedInAs: "Você entrou como",
    notSignedIn: "Você não entrou.",
    account: "Sua conta",
    signOut: "Sair",
  },
  error: {
    brokenRequest: {
      title: "Este link não funciona",
      sentence:
        "O aplicativo enviou você até aqui com uma solicitação que não é confiável, por isso ela para aqui. Sua conta está segura. Volte ao aplicativo e comece de novo.",
    },
    unknownApplication: {
      title: "Este aplicativo não é conhecido aqui",
      sentence:
        "O link que trouxe você até aqui indica um aplicativo que não está registrado. Sua conta está segura. Volte e comece de novo, ou avise os responsáveis pelo aplicativo.",
    },
    brokenForm: {
      title: "O formulário não chegou",
      sentence: "Ele estava incompleto ou veio de outro lugar. Nada aconteceu, e sua conta está segura.",
    },
    notFound: {
      title: "Não há nenhuma página aqui",
      sentence: "O endereço pode ter sido digitado errado, ou a página mudou de lugar.",
    },
    wrongMethod: {
      title: "Não há nada a fazer aqui",
      sentence: "Este endereço foi aberto de um modo que ele não conhece. Nada aconteceu.",
    },
    unavailable: (wait) => ({
      title: "Voltamos em instantes",
      sentence: `Não é possível entrar neste momento. Nada se perdeu: tente novamente ${wait}.`,
    }),
    internal: {
      title: "Algo falhou do nosso lado",
      sentence: "A culpa não é sua, e sua conta está segura. Tente novamente em instantes.",
    },
    tryAgain: "Tentar novamente",
    home: "Ir para a página inicial",
    reference: "Referência",
    whereDetailIs: "Quem desenvolve o aplicativo encontra os detalhes no log do serviço com esta referência.",
  },
};
