import type { Catalogue } from "../../catalogue.ts";
import { html } from "../../html.ts";

/** The catalogue in Polish. The name of an application follows the word for it, so that it need not be declined. */
export const polish: Catalogue = {
  lang: "pl",
  dir: "ltr",
  name: "Polski",
  problemTitle: (title) => `Błąd: ${title}`,
  backTo: (client) => html`Wróć do aplikacji ${client}`,
  developmentNote: "Tylko do prac programistycznych na tym komputerze: połączenie nie jest szyfrowane.",
  applicationPages: { policy: "Polityka prywatności", terms: "Regulamin" },
  abilities: {
    openid: "dowiedzieć się, kim jesteś",
    profile: "zobaczyć Twoje imię i nazwisko oraz nazwę użytkownika",
    email: "zobaczyć Twój adres e-mail",
    address: "zobaczyć Twój adres pocztowy",
    phone: "zobaczyć Twój numer telefonu",
    groups: "zobaczyć, do jakich grup należysz",
    offline_access: "zachować dostęp także po Twoim wylogowaniu",
  },
  picker: { label: "Język", submit: "Zmień" },
  signIn: {
    title: (client) => `Zaloguj się do aplikacji ${client}`,
    heading: "Zaloguj się",
    lead: (client) => html`aby przejść do aplikacji ${client}`,
    ownTitle: "Zaloguj się na swoje konto",
    ownLead: "aby przejść do swojego konta",
    againLead: (person, client) =>
      html`Konto, z którego korzystasz: ${person}. Zaloguj się ponownie, aby przejść do aplikacji ${client}.`,
    confirmLead: (person) =>
      html`Konto, z którego korzystasz: ${person}. Zaloguj się ponownie, aby nikt inny nie mógł zmienić tego konta.`,
    username: "Nazwa użytkownika",
    password: "Hasło",
    show: "Pokaż",
    showWhat: " hasło",
    capsLock: "Klawisz Caps Lock jest włączony.",
    submit: "Zaloguj się",
    usePasskey: "Użyj klucza dostępu",
    passkeyNeedsScripts: "Aby użyć klucza dostępu, proszę zezwolić na skrypty na tej stronie.",
    promise: (client) => html`Aplikacja ${client} nigdy nie widzi Twojego hasła.`,
    forgot: "Nie pamiętasz hasła?",
    signUp: "Załóż konto",
    mismatch: "Nieprawidłowa nazwa użytkownika lub hasło.",
    passkeyRefused: "Ten klucz dostępu tutaj nie działa. Proszę użyć innego lub hasła.",
    throttled: (wait) => `Zbyt wiele prób. Spróbuj ponownie ${wait}.`,
    busy: "W tej chwili loguje się wiele osób. Odczekaj kilka sekund i spróbuj ponownie.",
    stale: "Ze względów bezpieczeństwa zaloguj się jeszcze raz.",
    otherAddress: (origin) =>
      `Jeśli adres tej strony nie zaczyna się od ${origin}, proszę otworzyć tamten adres.`,
    noCookie:
      "Przeglądarka nie odesłała naszego pliku cookie. Zezwól na pliki cookie w tej witrynie i zaloguj się ponownie.",
    missingUsername: "Wpisz nazwę użytkownika.",
    missingPassword: "Wpisz hasło.",
    tooLongPassword: "To hasło jest za długie.",
  },
  continue: {
    title: (client) => `Przejdź do aplikacji ${client}`,
    heading: (client) => html`Przejdź do aplikacji ${client}`,
    promise: (client) =>
      html`Aplikacja ${client} dowie się, kim jesteś, ale nigdy nie zobaczy Twojego hasła.`,
    allow: (client, person) => html`Przejdź do aplikacji ${client} jako ${person}`,
    useAnother: "Użyj innego konta",
    stale: "Ze względów bezpieczeństwa potwierdź jeszcze raz.",
  },
  notAdmitted: {
    title: (client) => `Brak dostępu do aplikacji ${client}`,
    heading: (client) => html`To konto nie ma dostępu do aplikacji ${client}`,
    sentence: (client) =>
      html`Z aplikacji ${client} mogą korzystać tylko wybrane osoby. Jeśli potrzebujesz dostępu, poproś o niego osoby odpowiedzialne za tę aplikację albo użyj innego konta.`,
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
    stale: "Ze względów bezpieczeństwa odpowiedz jeszcze raz.",
  },
  account: {
    title: "Twoje konto",
    applicationsHeading: "Aplikacje z dostępem do Twojego konta",
    noApplications: "Nie ma jeszcze żadnej. Gdy zezwolisz aplikacji na dostęp do konta, pojawi się tutaj.",
    itMay: "Aplikacja może",
    since: (date) => html`Od ${date}`,
    withdraw: "Wycofaj dostęp",
    consequence: "Po wycofaniu aplikacja od razu traci dostęp i musi ponownie poprosić o zgodę.",
    withdrawn: (client) => html`Aplikacja ${client} nie ma już dostępu do Twojego konta.`,
    stale: "Ze względów bezpieczeństwa wybierz jeszcze raz.",
  },
  formPost: {
    title: (client) => `Powrót do aplikacji ${client}`,
    lead: "To potrwa chwilę. Jeśli nic się nie dzieje, wybierz „Dalej”.",
    submit: "Dalej",
  },
  signOut: {
    title: "Wylogowanie",
    heading: "Wylogować się?",
    lead: "Konto, z którego korzystasz:",
    submit: "Wyloguj się",
    stay: "Nie wylogowuj mnie",
    stale: "Ze względów bezpieczeństwa potwierdź jeszcze raz.",
    leadsTo: (client) => html`Po wylogowaniu wrócisz do aplikacji ${client}.`,
    brokenRequest: "Żądanie aplikacji było nieprawidłowe, dlatego nie możemy Cię do niej przekierować.",
    doneTitle: "Wylogowano",
    doneLead: "W tej przeglądarce nie korzystasz już z konta w tej usłudze.",
    doneNote:
      "W aplikacjach, z których korzystasz, możesz nadal pozostawać na swoim koncie. Na wspólnym komputerze zamknij przeglądarkę.",
  },
  home: {
    heading: "Jedno logowanie do Twoich aplikacji",
    whatThisIs: "Aplikacje korzystające z tej usługi kierują Cię tutaj, gdy muszą wiedzieć, kim jesteś.",
    signedInAs: "Konto, z którego korzystasz:",
    notSignedIn: "Nikt nie jest zalogowany.",
    account: "Twoje konto",
    signOut: "Wyloguj się",
  },
  error: {
    brokenRequest: {
      title: "Ten link nie działa",
      sentence:
        "Aplikacja wysłała żądanie, któremu nie możemy zaufać, dlatego logowanie zostało przerwane. Twoje konto jest bezpieczne. Wróć do aplikacji i zacznij od nowa.",
    },
    unknownApplication: {
      title: "Nie znamy tej aplikacji",
      sentence:
        "Link, który Cię tu skierował, wskazuje aplikację, która nie jest zarejestrowana w tej usłudze. Twoje konto jest bezpieczne. Wróć i zacznij od nowa albo powiadom osoby, które prowadzą aplikację.",
    },
    brokenForm: {
      title: "Nie udało się odczytać formularza",
      sentence:
        "Był niekompletny albo pochodził z innej witryny. Nic nie zostało zmienione, a Twoje konto jest bezpieczne.",
    },
    notFound: {
      title: "Nie znaleziono strony",
      sentence: "Być może adres zawiera literówkę albo strona została przeniesiona.",
    },
    wrongMethod: {
      title: "Tej strony nie można tak otworzyć",
      sentence:
        "Link lub formularz, który Cię tu skierował, nie pasuje do tego adresu. Nic nie zostało zmienione.",
    },
    unavailable: (wait) => ({
      title: "Zaraz wracamy",
      sentence: `Logowanie nie jest w tej chwili możliwe. Nic nie zostało utracone: spróbuj ponownie ${wait}.`,
    }),
    throttled: (wait) => ({
      title: "Proszę chwilę poczekać",
      sentence: `To było zbyt wiele naraz. Tym razem nic nie zostało zmienione, a konto jest bezpieczne. Spróbuj ponownie ${wait}.`,
    }),
    internal: {
      title: "Coś poszło nie tak po naszej stronie",
      sentence: "To nie Twoja wina, a Twoje konto jest bezpieczne. Spróbuj ponownie za chwilę.",
    },
    tryAgain: "Spróbuj ponownie",
    home: "Przejdź do strony głównej",
    reference: "Numer zdarzenia",
    whereDetailIs: "Programista znajdzie szczegóły w dzienniku usługi pod tym numerem.",
  },
};
