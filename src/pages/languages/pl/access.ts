import { html } from "../../html.ts";
import type { AccessWords } from "../../words/access.ts";

export const access: AccessWords = {
  applicationPages: { policy: "Polityka prywatności", terms: "Regulamin" },
  abilities: {
    openid: "Dowiedzieć się, kim jesteś",
    profile: "Zobaczyć Twoje imię i nazwisko oraz nazwę użytkownika",
    email: "Zobaczyć Twój adres e-mail",
    address: "Zobaczyć Twój adres pocztowy",
    phone: "Zobaczyć Twój numer telefonu",
    groups: "Zobaczyć, do jakich grup należysz",
    offline_access: "Zachować dostęp także po Twoim wylogowaniu",
  },
  access: {
    to: (api) => html`Dostęp do usługi ${api}`,
    onYourBehalf: (api) => html`Korzystanie z usługi ${api} w Twoim imieniu`,
    permission: (value) => html`Korzystanie z uprawnienia ${value}`,
    keeps: "Wcześniejsze zgody pozostają w mocy.",
    whileSignedIn: "Aplikacja ma ten dostęp, dopóki trwa Twoja sesja.",
    afterSignOut: "Aplikacja zachowuje ten dostęp także po Twoim wylogowaniu.",
    claims: (name) => html`Aplikacja przedstawia się jako „${name}”. Nikt nie sprawdził tej nazwy.`,
    selfNamed: "Aplikacja sama wybrała tę nazwę. Nikt jej nie sprawdził.",
    goesTo: (host) => html`Po udzieleniu odpowiedzi przejdziesz na stronę ${host}.`,
    local:
      "Każdy program na tym urządzeniu może podać się za tę aplikację. Zezwól na dostęp tylko wtedy, gdy to Ty właśnie rozpoczynasz logowanie.",
    ends: (api, wait) =>
      html`Jeśli wycofasz go teraz, dostęp do usługi ${api} skończy się najpóźniej ${wait}.`,
  },
  consent: {
    title: (client) => `Zezwolić aplikacji ${client} na dostęp do Twojego konta?`,
    heading: (client) => html`Zezwolić aplikacji ${client} na dostęp do Twojego konta?`,
    lead: "Aplikacja będzie mogła",
    promise: (client) =>
      html`Aplikacja ${client} nigdy nie widzi Twojego hasła. Dostęp możesz wycofać w każdej chwili na stronie swojego konta.`,
    allow: "Zezwól",
    deny: "Nie zezwalaj",
    useAnother: "Użyj innego konta",
  },
  device: {
    title: "Połącz urządzenie",
    lead: "Wpisz kod, który pokazuje Twoje urządzenie.",
    code: "Kod",
    hint: "Osiem liter. Wielkość liter i myślnik nie mają znaczenia.",
    submit: "Dalej",
    missing: "Wpisz kod, który pokazuje Twoje urządzenie.",
    unknown: "Żadne urządzenie nie czeka na ten kod. Sprawdź go na urządzeniu albo wyświetl tam nowy.",
    over: "To urządzenie już nie czeka. Jeśli logowanie na nim się nie powiodło, wyświetl tam nowy kod.",
    throttled: (wait) => `Zbyt wiele błędnych kodów. Spróbuj ponownie ${wait}.`,
    question: (client) => html`Zalogować się do aplikacji ${client} na Twoim urządzeniu?`,
    questionTitle: (client) => `Logowanie do aplikacji ${client} na urządzeniu`,
    compare: "Sprawdź, czy urządzenie pokazuje ten kod:",
    beganHere: (when) => `Prośba wysłana ${when} z sieci, z której teraz korzystasz.`,
    beganElsewhere: (when, network) => html`Prośba wysłana ${when} z innej sieci niż Twoja: ${network}.`,
    warning:
      "Zezwól tylko wtedy, gdy logowanie na urządzeniu zaczynasz samodzielnie. Jeśli ktoś przysłał Ci kod lub link, nie zezwalaj: ta osoba uzyskałaby dostęp do Twojego konta.",
    allowedTitle: "Urządzenie jest połączone",
    allowed: (client) => html`Aplikacja ${client} loguje Cię teraz na urządzeniu. Możesz zamknąć tę stronę.`,
    deniedTitle: "Brak Twojej zgody",
    denied: (client) =>
      html`Aplikacja ${client} nie otrzyma dostępu na tamtym urządzeniu. Możesz zamknąć tę stronę.`,
    another: "Połącz kolejne urządzenie",
  },
};
