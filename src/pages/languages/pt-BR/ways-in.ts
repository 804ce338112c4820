import { html } from "../../html.ts";
import type { WaysInWords } from "../../words/ways-in.ts";

export const waysIn: WaysInWords = {
  waysIn: {
    title: "Tudo isto é seu?",
    lead: "Sua nova senha está salva. Quem tiver um destes meios também pode entrar na sua conta.",
    remove: "Remover o que você não conhece",
    allMine: "Tudo é meu, continuar",
  },
  password: {
    label: "Nova senha",
    rule: (least) =>
      `Pelo menos ${least} caracteres. Algumas palavras sem relação entre si são fáceis de lembrar.`,
    progress: (typed, least) => `${typed} de ${least} caracteres`,
    enough:
      "Já é longa o bastante. Ao salvar, verificamos se ela não está em nenhuma lista de senhas roubadas.",
    tooShort: (least) =>
      `Esta senha é curta demais. Use pelo menos ${least} caracteres, por exemplo algumas palavras sem relação entre si.`,
    tooLong: "Esta senha é longa demais. Escolha uma mais curta.",
    unreadable: "Esta senha contém um caractere que não pode ser usado. Escolha outra senha.",
    repeated: "Os mesmos poucos caracteres se repetem, e isso se adivinha rápido. Use palavras diferentes.",
    predictable:
      "Esta senha é feita de palavras, datas ou sequências do teclado fáceis de adivinhar. Acrescente algumas palavras sem relação entre si.",
    ownWords:
      "É quase só o seu nome, o seu endereço ou o nome deste serviço ou de um aplicativo, que são adivinhados primeiro. Use palavras que não tenham nada a ver com você.",
    stolen:
      "Esta senha está em listas de senhas roubadas, que são as primeiras a serem testadas. Escolha outra.",
    busy: "Muitas pessoas estão escolhendo uma senha agora. Aguarde alguns segundos e tente de novo.",
  },
  changePassword: {
    title: "Alterar sua senha",
    setTitle: "Definir uma senha",
    lead: "Sua sessão continua aberta aqui. Todos os outros navegadores e aplicativos serão desconectados.",
    submit: "Alterar senha",
    setSubmit: "Definir senha",
    done: "Sua senha foi alterada. Todos os outros navegadores foram desconectados.",
    removeTitle: "Entrar sem senha",
    removeLead:
      "Você tem outra forma de entrar e pode dispensar a senha. Você pode definir uma de novo quando quiser.",
    remove: "Remover senha",
    removed: "Sua senha foi removida.",
    lastWay: "Você precisa da sua senha: não há outra forma de você entrar.",
  },
  passkeys: {
    title: "Chaves de acesso",
    lead: "Com uma chave de acesso, você entra com sua impressão digital, seu rosto ou o PIN do seu dispositivo. Não há nada para memorizar, e ninguém consegue tirá-la de você com um golpe.",
    none: "Você ainda não tem nenhuma chave de acesso.",
    add: "Adicionar uma chave de acesso",
    added: (name) => html`${name} foi adicionada. A partir de agora, você pode entrar com ela.`,
    renamed: (name) => html`A chave de acesso agora se chama ${name}.`,
    removed: (name) => html`${name} foi removida. Ela não serve mais para entrar.`,
    created: (date) => html`Adicionada em ${date}`,
    lastUsed: (date) => html`último uso em ${date}`,
    neverUsed: "nunca usada",
    synchronised: "sincronizada entre seus dispositivos",
    onOneDevice: "em um só dispositivo",
    wentBack: (date) =>
      html`Esta chave de acesso pode ter sido copiada (${date}). Se você não restaurou nenhum dispositivo, remova-a e adicione uma nova.`,
    name: "Nome",
    edit: "Editar",
    rename: "Salvar nome",
    remove: "Remover",
    badName: "Digite um nome de no máximo 64 caracteres.",
    last: "Esta chave de acesso é sua única forma de entrar. Adicione outra primeiro.",
    full: "Sua conta já tem o máximo de chaves de acesso. Remova uma primeiro.",
    gone: "Esta chave de acesso já tinha sido removida.",
    unnamed: "Chave de acesso",
  },
  passkeyCreation: {
    needsScripts: "Para adicionar uma chave de acesso, permita scripts nesta página.",
    unsupported:
      "Este navegador não consegue criar chaves de acesso. Abra esta página em outro navegador ou no seu celular.",
    already: "Este dispositivo já tem uma chave de acesso para sua conta.",
    notAdded: "Nenhuma chave de acesso foi adicionada. Você pode tentar de novo.",
  },
  totp: {
    title: "Aplicativo autenticador",
    setUpTitle: "Configurar um aplicativo autenticador",
    what: "Um aplicativo autenticador, por exemplo o Google Authenticator ou um gerenciador de senhas, mostra um novo código a cada 30 segundos. Para entrar, você também usará um código.",
    scan: "Escaneie esta imagem com o aplicativo",
    picture: "Código QR para o aplicativo autenticador",
    key: "Ou digite esta chave no aplicativo",
    enter: "Código que o aplicativo mostra",
    confirm: "Confirmar",
    wrong:
      "Esse código está incorreto. Confira o relógio do celular e digite o código que o aplicativo mostra agora.",
    since: (date) => html`Configurado em ${date}`,
    replace: "Configurar outro aplicativo",
    removeTitle: "Remover o aplicativo",
    remove: "Remover",
    removeNote: "Sem o aplicativo, sua senha basta para entrar.",
    removeCheck: "Para remover o aplicativo, digite sua senha. Ela precisa ser forte o bastante sozinha.",
    wrongPassword: "Essa senha está incorreta.",
    weakPassword:
      "Sua senha só é forte o bastante junto com um código. Escolha primeiro uma de pelo menos 15 caracteres e depois remova o aplicativo.",
    cannotRemove:
      "Sua conta precisa de um segundo fator. Você pode configurar outro aplicativo, mas não remover este.",
    done: "Seu aplicativo autenticador está configurado.",
    removed: "Seu aplicativo autenticador foi removido.",
  },
  recoveryCodes: {
    title: "Códigos de recuperação",
    what: "Cada código permite entrar uma vez quando você não tem o aplicativo ou a chave de acesso. Guarde-os em um lugar seguro, longe do celular.",
    left: (count) => `Códigos restantes: ${count}`,
    none: "Você não tem códigos de recuperação.",
    make: "Criar novos códigos",
    makeNote: "Os códigos antigos deixam de funcionar.",
    needFactor:
      "Os códigos de recuperação são uma reserva para um aplicativo autenticador ou uma chave de acesso. Configure um deles primeiro.",
    once: "Estes códigos só aparecem uma vez. Guarde uma cópia antes de continuar.",
    copy: "Copiar",
    copied: "Copiado",
    download: "Baixar",
    print: "Imprimir",
    kept: "Já guardei",
  },
  upstreams: {
    title: "Outras contas",
    lead: "Conecte uma conta que você tem em outro lugar e entre aqui com ela.",
    none: "Não há outro provedor para conectar.",
    as: (label) => html`Conectada como ${label}`,
    notLinked: "Não conectada",
    link: (name) => html`Conectar ${name}`,
    unlink: (name) => html`Desconectar ${name}`,
    linked: (name) => `${name} está conectado. A partir de agora você pode entrar com ele.`,
    unlinked: (name) => `${name} foi desconectado e não serve mais para entrar.`,
    taken: (name) =>
      `Nada foi conectado: essa conta em ${name} pertence aqui a outra pessoa, ou a sua já está ligada a outra.`,
    lastWay:
      "Esta é a sua única forma de entrar. Crie uma senha ou adicione uma chave de acesso antes de desconectá-la.",
  },
};
