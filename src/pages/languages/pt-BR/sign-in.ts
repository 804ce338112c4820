import type { Catalogue } from "../../catalogue.ts";
import { html } from "../../html.ts";

/** The catalogue in Portuguese, as it is written in Brazil. */
export const portuguese: Catalogue = {
  lang: "pt-BR",
  dir: "ltr",
  name: "Português (Brasil)",
  problemTitle: (title) => `Erro: ${title}`,
  backTo: (client) => html`Voltar para ${client}`,
  developmentNote: "Somente para desenvolvimento neste computador: a conexão não é criptografada.",
  applicationPages: { policy: "Política de privacidade", terms: "Termos de uso" },
  abilities: {
    openid: "saber quem você é",
    profile: "ver seu nome e seu nome de usuário",
    email: "ver seu endereço de e-mail",
    address: "ver seu endereço postal",
    phone: "ver seu número de telefone",
    groups: "ver a quais grupos você pertence",
    offline_access: "manter o acesso mesmo depois que você sair",
  },
  picker: { label: "Idioma", submit: "Mudar" },
  signIn: {
    title: (client) => `Entrar em ${client}`,
    heading: "Entrar",
    lead: (client) => html`para continuar em ${client}`,
    ownTitle: "Entrar na sua conta",
    ownLead: "para acessar sua conta",
    againLead: (person, client) =>
      html`Você entrou como ${person}. Entre mais uma vez para continuar em ${client}.`,
    confirmLead: (person) =>
      html`Você entrou como ${person}. Entre mais uma vez, para que ninguém mais possa alterar sua conta.`,
    username: "Nome de usuário",
    password: "Senha",
    show: "Mostrar",
    showWhat: " a senha",
    capsLock: "O Caps Lock está ativado.",
    submit: "Entrar",
    usePasskey: "Usar uma chave de acesso",
    passkeyNeedsScripts: "Para usar uma chave de acesso, permita scripts nesta página.",
    promise: (client) => html`${client} nunca vê sua senha.`,
    forgot: "Esqueceu sua senha?",
    signUp: "Criar uma conta",
    mismatch: "Nome de usuário ou senha incorretos.",
    passkeyRefused: "Essa chave de acesso não funciona aqui. Use outra ou sua senha.",
    throttled: (wait) => `Muitas tentativas. Tente novamente ${wait}.`,
    busy: "Muitas pessoas estão entrando neste momento. Espere alguns segundos e tente novamente.",
    stale: "Por segurança, entre novamente.",
    otherAddress: (origin) => `Se o endereço desta página não começa com ${origin}, abra esse endereço.`,
    noCookie: "Seu navegador não devolveu nosso cookie. Permita os cookies para este site e entre novamente.",
    missingUsername: "Digite seu nome de usuário.",
    missingPassword: "Digite sua senha.",
    tooLongPassword: "Essa senha é longa demais.",
  },
  continue: {
    title: (client) => `Continuar em ${client}`,
    heading: (client) => html`Continuar em ${client}`,
    promise: (client) => html`${client} saberá quem você é, mas nunca verá sua senha.`,
    allow: (client, person) => html`Continuar em ${client} como ${person}`,
    useAnother: "Usar outra conta",
    stale: "Por segurança, confirme novamente.",
  },
  notAdmitted: {
    title: (client) => `Sem acesso a ${client}`,
    heading: (client) => html`Esta conta não tem acesso a ${client}`,
    sentence: (client) =>
      html`Somente algumas pessoas podem usar ${client}. Se você precisa de acesso, peça aos responsáveis pelo aplicativo ou use outra conta.`,
  },
  consent: {
    title: (client) => `Permitir que ${client} acesse sua conta`,
    heading: (client) => html`Permitir que ${client} acesse sua conta?`,
    lead: "O aplicativo poderá",
    promise: (client) =>
      html`${client} nunca vê sua senha. Você pode remover esse acesso a qualquer momento na página da sua conta.`,
    allow: "Permitir",
    deny: "Não permitir",
    useAnother: "Usar outra conta",
    stale: "Por segurança, responda novamente.",
  },
  account: {
    title: "Sua conta",
    applicationsHeading: "Aplicativos com acesso à sua conta",
    noApplications:
      "Nenhum por enquanto. Quando você permitir que um aplicativo acesse sua conta, ele aparecerá aqui.",
    itMay: "O aplicativo pode",
    since: (date) => html`Desde ${date}`,
    withdraw: "Remover acesso",
    consequence: "Quando você remove o acesso, o aplicativo o perde imediatamente e terá de pedi-lo de novo.",
    withdrawn: (client) => html`${client} não tem mais acesso à sua conta.`,
    stale: "Por segurança, escolha novamente.",
  },
  formPost: {
    title: (client) => `Voltar para ${client}`,
    lead: "Só um momento. Se nada acontecer, selecione “Continuar”.",
    submit: "Continuar",
  },
  signOut: {
    title: "Sair",
    heading: "Deseja sair?",
    lead: "Você entrou como",
    submit: "Sair",
    stay: "Continuar conectado",
    stale: "Por segurança, confirme novamente.",
    leadsTo: (client) => html`Depois de sair, você volta para ${client}.`,
    brokenRequest:
      "A solicitação do aplicativo não estava correta, por isso não podemos levar você de volta a ele.",
    doneTitle: "Você saiu",
    doneLead: "Você não está mais conectado a este serviço neste navegador.",
    doneNote:
      "Você ainda pode estar conectado aos aplicativos que usou. Em um computador compartilhado, feche o navegador.",
  },
  home: {
    heading: "Um só login para seus aplicativos",
    whatThisIs:
      "Os aplicativos que usam este serviço trazem você até aqui quando precisam saber quem você é.",
    signedInAs: "Você entrou como",
    notSignedIn: "Você não está conectado.",
    account: "Sua conta",
    signOut: "Sair",
  },
  error: {
    brokenRequest: {
      title: "Este link não funciona",
      sentence:
        "O aplicativo enviou uma solicitação em que não podemos confiar, por isso o login para aqui. Sua conta está segura. Volte ao aplicativo e comece de novo.",
    },
    unknownApplication: {
      title: "Não conhecemos este aplicativo",
      sentence:
        "O link que trouxe você até aqui indica um aplicativo que não está registrado neste serviço. Sua conta está segura. Volte e comece de novo, ou avise os responsáveis pelo aplicativo.",
    },
    brokenForm: {
      title: "Não foi possível ler o formulário",
      sentence: "Ele estava incompleto ou veio de outro site. Nada foi alterado, e sua conta está segura.",
    },
    notFound: {
      title: "Página não encontrada",
      sentence: "O endereço pode ter um erro de digitação, ou a página mudou de lugar.",
    },
    wrongMethod: {
      title: "Esta página não pode ser aberta assim",
      sentence:
        "O link ou formulário que trouxe você até aqui não corresponde a este endereço. Nada foi alterado.",
    },
    unavailable: (wait) => ({
      title: "Voltamos em instantes",
      sentence: `Não é possível entrar neste momento. Nada se perdeu: tente novamente ${wait}.`,
    }),
    throttled: (wait) => ({
      title: "Aguarde um momento",
      sentence: `Foram pedidos demais de uma só vez. Desta vez nada foi alterado, e sua conta está segura. Tente novamente ${wait}.`,
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
