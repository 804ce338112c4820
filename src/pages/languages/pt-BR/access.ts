import { html } from "../../html.ts";
import type { AccessWords } from "../../words/access.ts";

export const access: AccessWords = {
  applicationPages: { policy: "Política de privacidade", terms: "Termos de uso" },
  abilities: {
    openid: "Saber quem você é",
    profile: "Ver seu nome e seu nome de usuário",
    email: "Ver seu endereço de e-mail",
    address: "Ver seu endereço postal",
    phone: "Ver seu número de telefone",
    groups: "Ver a quais grupos você pertence",
    offline_access: "Manter o acesso mesmo depois que você sair",
  },
  access: {
    to: (api) => html`Acesso a ${api}`,
    onYourBehalf: (api) => html`Usar ${api} em seu nome`,
    permission: (value) => html`Usar a permissão ${value}`,
    keeps: "O que você permitiu antes continua permitido.",
    whileSignedIn: "O aplicativo tem esse acesso enquanto sua sessão estiver aberta.",
    afterSignOut: "O aplicativo mantém esse acesso mesmo depois que você sair.",
    claims: (name) => html`O aplicativo diz se chamar “${name}”. Ninguém verificou esse nome.`,
    selfNamed: "O próprio aplicativo escolheu este nome. Ninguém o verificou.",
    goesTo: (host) => html`Depois da sua resposta, você irá para ${host}.`,
    local:
      "Qualquer programa neste dispositivo pode se passar por este aplicativo. Permita o acesso somente se foi você que acabou de começar a entrar.",
    ends: (api, wait) => html`Se você o remover agora, o acesso a ${api} termina o mais tardar ${wait}.`,
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
  },
  device: {
    title: "Conectar um dispositivo",
    lead: "Digite o código mostrado no seu dispositivo.",
    code: "Código",
    hint: "Oito letras, maiúsculas ou minúsculas, com ou sem hífen.",
    submit: "Continuar",
    missing: "Digite o código mostrado no seu dispositivo.",
    unknown:
      "Nenhum dispositivo está esperando este código. Confira-o no seu dispositivo ou peça um novo nele.",
    over: "Este dispositivo não está mais esperando. Se você não entrou nele, peça um novo código ali.",
    throttled: (wait) => `Muitos códigos incorretos. Tente novamente ${wait}.`,
    question: (client) => html`Entrar em ${client} no seu dispositivo?`,
    questionTitle: (client) => `Entrar em ${client} no seu dispositivo`,
    compare: "Confira se o seu dispositivo mostra este código:",
    beganHere: (when) => `Pedido feito ${when}, pela rede que você está usando.`,
    beganElsewhere: (when, network) => html`Pedido feito ${when}, por uma rede diferente da sua: ${network}.`,
    warning:
      "Permita somente se foi você que começou isso no seu dispositivo. Se alguém enviou o código ou um link para você, não permita: essa pessoa entraria na sua conta.",
    allowedTitle: "Seu dispositivo está conectado",
    allowed: (client) =>
      html`${client} está abrindo sua sessão no dispositivo. Você pode fechar esta página.`,
    deniedTitle: "Você não permitiu",
    denied: (client) => html`${client} não recebe acesso nesse dispositivo. Você pode fechar esta página.`,
    another: "Conectar outro dispositivo",
  },
};
