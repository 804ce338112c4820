import { html } from "../../html.ts";
import type { SignInWords } from "../../words/sign-in.ts";

export const signIn: SignInWords = {
  signIn: {
    title: (client) => `Entrar em ${client}`,
    heading: "Entrar",
    lead: (client) => html`para continuar em ${client}`,
    ownTitle: "Entrar na sua conta",
    ownLead: "para acessar sua conta",
    proofTitle: "Confirme que é você",
    proofLead: (client) => html`${client} pede que você entre novamente.`,
    ownProofLead: "Esta página exige que você tenha entrado nos últimos cinco minutos.",
    notYou: "Não é você? Usar outra conta",
    username: "Nome de usuário",
    password: "Senha",
    show: "Mostrar",
    showWhat: " a senha",
    capsLock: "O Caps Lock está ativado.",
    submit: "Entrar",
    usePasskey: "Usar uma chave de acesso",
    passkeyNeedsScripts: "Para usar uma chave de acesso, permita scripts nesta página.",
    passkeyCancelled: "Nenhuma chave de acesso foi usada. Você pode tentar de novo.",
    passkeyUnsupported:
      "Este navegador não consegue usar chaves de acesso. Use outro navegador ou o seu celular.",
    promise: (client) => html`${client} nunca vê sua senha.`,
    forgot: "Esqueceu sua senha?",
    signUp: "Criar uma conta",
    mismatch: "Nome de usuário, e-mail ou senha incorretos.",
    locked: (notMe, forgot) =>
      `Esta conta está bloqueada porque alguém escolheu “${notMe}” em uma mensagem sobre ela. Para desbloqueá-la, escolha uma nova senha em “${forgot}”.`,
    unavailable:
      "No momento, nem todas as senhas podem ser verificadas. Se a sua estiver correta, tente novamente em alguns minutos.",
    notMoved: (forgot) =>
      `Nome de usuário, e-mail ou senha incorretos. Se faz tempo que você não entra, escolha uma nova senha em “${forgot}”.`,
    expired: (forgot) => `Essa senha expirou. Escolha uma nova em “${forgot}”.`,
    passkeyRefused: "Essa chave de acesso não funciona aqui. Use outra ou sua senha.",
    throttled: (wait) => `Muitas tentativas. Tente novamente ${wait}.`,
    throttledBut: {
      passkey: (wait) => `Muitas tentativas. Tente novamente ${wait} ou use uma chave de acesso.`,
      reset: (wait) => `Muitas tentativas. Tente novamente ${wait} ou escolha uma nova senha.`,
      both: (wait) =>
        `Muitas tentativas. Tente novamente ${wait}, use uma chave de acesso ou escolha uma nova senha.`,
    },
    busy: "Muitas pessoas estão entrando neste momento. Espere alguns segundos e tente novamente.",
    stale: "Esta página estava desatualizada. Entre novamente.",
    otherAddress: (origin) => `Se o endereço desta página não começa com ${origin}, abra esse endereço.`,
    noCookie: "Seu navegador não devolveu nosso cookie. Permita os cookies para este site e entre novamente.",
    missingPassword: "Digite sua senha.",
    tooLongPassword: "Essa senha é longa demais.",
  },
  upstreamSignIn: {
    or: "ou",
    button: (name) => html`Continuar com ${name}`,
    next: "Avançar",
    awayTitle: (name) => `Entrar com ${name}`,
    away: (name) => html`Estamos levando você para ${name}. Em instantes você estará de volta.`,
    goOn: (name) => html`Ir para ${name}`,
    denied: (name) => `Você não entrou com ${name}. Tente de novo ou escolha outra forma.`,
    unavailable: (name) =>
      `${name} não responde no momento. Tente de novo em alguns minutos ou escolha outra forma.`,
    misconfigured: (name) =>
      `O acesso com ${name} não funciona no momento. Não é culpa sua; os responsáveis por este serviço podem ver o motivo.`,
    untrusted: (name) =>
      `Não foi possível verificar a resposta de ${name}, por isso você não entrou. Tente de novo.`,
    late: "Esse acesso demorou demais ou já foi usado. Comece de novo.",
    gone: "Esta forma de entrar não é mais oferecida. Escolha outra.",
    refused: (name) =>
      `Sua conta em ${name} não dá acesso a este serviço. Entre de outra forma ou fale com os responsáveis por este serviço.`,
    addressTaken: (name) =>
      `Seu endereço pertence aqui a uma conta conectada a outra conta em ${name}. Entre com aquela ou de outra forma.`,
  },
  continue: {
    title: (client) => `Continuar em ${client}`,
    heading: (client) => html`Continuar em ${client}`,
    promise: (client) => html`${client} saberá quem você é, mas nunca verá sua senha.`,
    allow: (client, person) => html`Continuar em ${client} como ${person}`,
    useAnother: "Usar outra conta",
  },
  chooseAccount: {
    title: "Escolher uma conta",
    link: "Trocar de conta",
  },
  notAdmitted: {
    title: (client) => `Sem acesso a ${client}`,
    heading: (client) => html`Esta conta não tem acesso a ${client}`,
    sentence: (client) =>
      html`Somente algumas pessoas podem usar ${client}. Se você precisa de acesso, peça aos responsáveis pelo aplicativo ou use outra conta.`,
  },
  notSent: {
    title: "Nada foi enviado",
    lead: (client) => html`Sua sessão em ${client} já não estava aberta, e o que você enviou não chegou lá.`,
    advice: "Volte no navegador e copie o que você digitou. Depois, entre e envie de novo.",
  },
  verify: {
    heading: "Acesso em duas etapas",
    lead: (client) => html`Para continuar em ${client}, digite o código do seu aplicativo autenticador.`,
    ownLead: "Digite o código do seu aplicativo autenticador.",
    code: "Código",
    either: "Um código de recuperação também serve.",
    useRecoveryCode: "Usar um código de recuperação",
    useApp: "Usar o aplicativo",
    recoveryLead: "Digite um dos seus códigos de recuperação. Cada um serve uma única vez.",
    atOnce: "Enviado assim que você digitar o sexto número.",
    wrongRecovery: "Esse código de recuperação está incorreto ou já foi usado.",
    trust: "Não pedir código neste navegador por 30 dias",
    submit: "Verificar",
    missing: "Digite o código.",
    wrong:
      "Esse código está incorreto. Digite o que o aplicativo mostra agora ou um código de recuperação que você ainda não usou.",
    spent: "Esse código já foi usado. Espere até o aplicativo mostrar o próximo.",
    lost: "Sem o aplicativo e sem código de recuperação? Os responsáveis por este serviço podem ajudar.",
    passkeyLead: "Confirme com sua chave de acesso que é você.",
    passkeyMade: "Sua chave de acesso está configurada. Use-a uma vez para continuar.",
    recoveryCode: "Código de recuperação",
    lostPasskey:
      "Perdeu sua chave de acesso? Os responsáveis por este serviço podem removê-la. Depois você pode adicionar outra.",
  },
  enrol: {
    needed: (client) => html`${client} pede uma segunda etapa.`,
    ownNeeded: "Sua conta pede uma segunda etapa.",
    passkeyOnly: "Aqui só uma chave de acesso é segura o bastante. Configure uma para continuar.",
    otherTitle: "Falta configurar uma coisa",
    setUpPasskey: "Configurar uma chave de acesso",
    passkey: "Usar uma chave de acesso",
  },
  passkeyOffer: {
    title: "Entrar sem senha da próxima vez?",
    lead: "Você já entrou. Este dispositivo pode guardar uma chave de acesso para você: assim, sua impressão digital, seu rosto ou o PIN bastam.",
    add: "Adicionar uma chave de acesso",
    notNow: "Agora não",
  },
  linkNeeded: {
    title: "Você precisa de um link",
    lead: "Sua conta tem permissões de administração, por isso só a senha não basta para adicionar outra forma de entrar.",
    repair:
      "Peça um link de recuperação a outra pessoa que administra este serviço ou crie um na máquina em que ele é executado. O link mostra como configurar um segundo fator.",
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
    stay: "Continuar na conta",
    leadsTo: (client) => html`Depois de sair, você volta para ${client}.`,
    brokenRequest:
      "A solicitação de saída do aplicativo não era válida, por isso não podemos levar você de volta a ele.",
    submitAll: "Sair de todas as contas",
    doneTitle: "Você saiu",
    doneLead: "Você saiu deste serviço neste navegador.",
    othersStay: "Outras contas continuam conectadas neste navegador.",
    doneNote:
      "Sua sessão pode continuar aberta nos aplicativos que você usou. Em um computador compartilhado, feche o navegador.",
  },
};
