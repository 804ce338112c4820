import { html } from "../../html.ts";
import type { GeneralWords } from "../../words/general.ts";

export const general: GeneralWords = {
  problemTitle: (title) => `Erro: ${title}`,
  stale: "Esta página estava desatualizada, por isso nada foi alterado. Tente novamente.",
  otherAccount: (name) =>
    `Esta página era de outra conta, por isso nada foi alterado. Agora você está usando a conta de ${name}.`,
  backTo: (client) => html`Voltar para ${client}`,
  developmentNote: "Somente para desenvolvimento neste computador: a conexão não é criptografada.",
  picker: { label: "Idioma", submit: "Mudar" },
  brandLinks: { help: "Ajuda", privacy: "Privacidade", imprint: "Aviso legal" },
  home: {
    heading: "Um só acesso para seus aplicativos",
    whatThisIs:
      "Os aplicativos que usam este serviço trazem você até aqui quando precisam saber quem você é.",
    applications: "Seus aplicativos",
    find: "Encontrar um aplicativo",
    search: "Buscar",
    noneFound: "Nenhum aplicativo contém isso no nome.",
    more: "Mais aplicativos",
    signedInAs: "Você entrou como",
    notSignedIn: "Você não entrou.",
    account: "Sua conta",
    signOut: "Sair",
  },
  error: {
    brokenRequest: {
      title: "Este link não funciona",
      sentence:
        "O aplicativo enviou uma solicitação em que não podemos confiar, por isso o acesso foi interrompido. Sua conta está segura. Volte ao aplicativo e comece de novo.",
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
      sentence: `Foram solicitações demais de uma só vez. Desta vez nada foi alterado, e sua conta está segura. Tente novamente ${wait}.`,
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
