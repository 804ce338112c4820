import { html } from "../../html.ts";
import type { SignInWords } from "../../words/sign-in.ts";

export const signIn: SignInWords = {
  signIn: {
    title: (client) => `Zaloguj się do aplikacji ${client}`,
    heading: "Zaloguj się",
    lead: (client) => html`aby przejść do aplikacji ${client}`,
    ownTitle: "Zaloguj się na swoje konto",
    ownLead: "aby przejść do swojego konta",
    proofTitle: "Potwierdź, że to Ty",
    proofLead: (client) => html`Aplikacja ${client} prosi o ponowne zalogowanie.`,
    ownProofLead: "Ta strona wymaga zalogowania w ciągu ostatnich pięciu minut.",
    notYou: "To nie Ty? Użyj innego konta",
    username: "Nazwa użytkownika",
    password: "Hasło",
    show: "Pokaż",
    showWhat: " hasło",
    capsLock: "Klawisz Caps Lock jest włączony.",
    submit: "Zaloguj się",
    usePasskey: "Użyj klucza dostępu",
    passkeyNeedsScripts: "Aby użyć klucza dostępu, zezwól na skrypty na tej stronie.",
    passkeyCancelled: "Nie użyto klucza dostępu. Możesz spróbować ponownie.",
    passkeyUnsupported: "Ta przeglądarka nie obsługuje kluczy dostępu. Użyj innej przeglądarki lub telefonu.",
    promise: (client) => html`Aplikacja ${client} nigdy nie widzi Twojego hasła.`,
    forgot: "Nie pamiętasz hasła?",
    signUp: "Załóż konto",
    mismatch: "Nazwa użytkownika, adres e-mail lub hasło są nieprawidłowe.",
    locked: (notMe, forgot) =>
      `To konto jest zablokowane, bo w wiadomości o nim wybrano „${notMe}”. Aby je odblokować, wybierz „${forgot}” i ustaw nowe hasło.`,
    unavailable:
      "W tej chwili nie wszystkie hasła można sprawdzić. Jeśli Twoje jest prawidłowe, spróbuj ponownie za kilka minut.",
    notMoved: (forgot) =>
      `Nazwa użytkownika, adres e-mail lub hasło są nieprawidłowe. Jeśli od dawna się tu nie logujesz, wybierz „${forgot}” i ustaw nowe hasło.`,
    expired: (forgot) => `To hasło wygasło. Wybierz „${forgot}” i ustaw nowe.`,
    passkeyRefused: "Ten klucz dostępu tutaj nie działa. Użyj innego lub hasła.",
    throttled: (wait) => `Zbyt wiele prób. Spróbuj ponownie ${wait}.`,
    throttledBut: {
      passkey: (wait) => `Zbyt wiele prób. Spróbuj ponownie ${wait} lub użyj klucza dostępu.`,
      reset: (wait) => `Zbyt wiele prób. Spróbuj ponownie ${wait} lub ustaw nowe hasło.`,
      both: (wait) => `Zbyt wiele prób. Spróbuj ponownie ${wait}, użyj klucza dostępu lub ustaw nowe hasło.`,
    },
    busy: "W tej chwili loguje się wiele osób. Odczekaj kilka sekund i spróbuj ponownie.",
    stale: "Ta strona była nieaktualna. Zaloguj się ponownie.",
    otherAddress: (origin) => `Jeśli adres tej strony nie zaczyna się od ${origin}, otwórz tamten adres.`,
    noCookie:
      "Przeglądarka nie odesłała naszego pliku cookie. Zezwól na pliki cookie w tej witrynie i zaloguj się ponownie.",
    missingPassword: "Wpisz hasło.",
    tooLongPassword: "To hasło jest za długie.",
  },
  upstreamSignIn: {
    or: "albo",
    button: (name) => html`Kontynuuj przez ${name}`,
    next: "Dalej",
    awayTitle: (name) => `Logowanie przez ${name}`,
    away: (name) => html`Przenosimy Cię do ${name}. Za chwilę wrócisz na tę stronę.`,
    goOn: (name) => html`Przejdź do ${name}`,
    denied: (name) =>
      `Logowanie przez ${name} nie doszło do skutku. Spróbuj ponownie lub wybierz inny sposób.`,
    unavailable: (name) =>
      `Dostawca ${name} w tej chwili nie odpowiada. Spróbuj ponownie za kilka minut lub wybierz inny sposób.`,
    misconfigured: (name) =>
      `Logowanie przez ${name} w tej chwili nie działa. To nie Twoja wina; osoby, które prowadzą tę usługę, widzą przyczynę.`,
    untrusted: (name) =>
      `Nie udało się sprawdzić odpowiedzi dostawcy ${name}, dlatego logowanie nie nastąpiło. Spróbuj ponownie.`,
    late: "To logowanie trwało zbyt długo albo zostało już użyte. Zacznij od nowa.",
    gone: "Ten sposób logowania nie jest już dostępny. Wybierz inny.",
    refused: (name) =>
      `Twoje konto u dostawcy ${name} nie daje tu dostępu. Zaloguj się inaczej lub zapytaj osoby, które prowadzą tę usługę.`,
    addressTaken: (name) =>
      `Twój adres należy tu do konta połączonego z innym kontem u dostawcy ${name}. Zaloguj się przez tamto konto lub w inny sposób.`,
  },
  continue: {
    title: (client) => `Przejdź do aplikacji ${client}`,
    heading: (client) => html`Przejdź do aplikacji ${client}`,
    promise: (client) =>
      html`Aplikacja ${client} dowie się, kim jesteś, ale nigdy nie zobaczy Twojego hasła.`,
    allow: (client, person) => html`Przejdź do aplikacji ${client} jako ${person}`,
    useAnother: "Użyj innego konta",
  },
  chooseAccount: {
    title: "Wybierz konto",
    link: "Zmień konto",
  },
  notAdmitted: {
    title: (client) => `Brak dostępu do aplikacji ${client}`,
    heading: (client) => html`To konto nie ma dostępu do aplikacji ${client}`,
    sentence: (client) =>
      html`Z aplikacji ${client} mogą korzystać tylko wybrane osoby. Jeśli potrzebujesz dostępu, poproś o niego osoby, które prowadzą tę aplikację, albo użyj innego konta.`,
  },
  notSent: {
    title: "Nic nie zostało wysłane",
    lead: (client) => html`Sesja w aplikacji ${client} już wygasła, więc wysłane dane do niej nie dotarły.`,
    advice:
      "Wróć do poprzedniej strony w przeglądarce i skopiuj wpisaną treść. Następnie zaloguj się i wyślij ją ponownie.",
  },
  verify: {
    heading: "Logowanie w dwóch krokach",
    lead: (client) => html`Aby przejść do aplikacji ${client}, wpisz kod z aplikacji uwierzytelniającej.`,
    ownLead: "Wpisz kod z aplikacji uwierzytelniającej.",
    code: "Kod",
    either: "Można też wpisać kod odzyskiwania.",
    useRecoveryCode: "Użyj kodu odzyskiwania",
    useApp: "Użyj aplikacji",
    recoveryLead: "Wpisz jeden z kodów odzyskiwania. Każdy działa jeden raz.",
    atOnce: "Kod zostanie wysłany zaraz po wpisaniu szóstej cyfry.",
    wrongRecovery: "Ten kod odzyskiwania jest nieprawidłowy lub został już użyty.",
    trust: "Nie pytaj o kod w tej przeglądarce przez 30 dni",
    submit: "Potwierdź",
    missing: "Wpisz kod.",
    wrong:
      "Ten kod jest nieprawidłowy. Wpisz ten, który aplikacja pokazuje teraz, albo jeszcze nieużyty kod odzyskiwania.",
    spent: "Ten kod został już użyty. Poczekaj, aż aplikacja pokaże następny.",
    lost: "Nie masz pod ręką ani aplikacji, ani kodu odzyskiwania? Pomogą Ci osoby, które prowadzą tę usługę.",
    passkeyLead: "Potwierdź swoją tożsamość kluczem dostępu.",
    passkeyMade: "Klucz dostępu jest gotowy. Użyj go teraz, aby przejść dalej.",
    recoveryCode: "Kod odzyskiwania",
    lostPasskey:
      "Nie masz już klucza dostępu? Osoby, które prowadzą tę usługę, mogą go usunąć. Potem możesz dodać nowy.",
  },
  enrol: {
    needed: (client) => html`Aplikacja ${client} wymaga drugiego kroku.`,
    ownNeeded: "To konto wymaga drugiego kroku.",
    passkeyOnly:
      "Tutaj wystarczająco bezpieczny jest tylko klucz dostępu. Skonfiguruj go, aby przejść dalej.",
    otherTitle: "Trzeba skonfigurować jeszcze jedną rzecz",
    setUpPasskey: "Skonfiguruj klucz dostępu",
    passkey: "Użyj zamiast tego klucza dostępu",
  },
  passkeyOffer: {
    title: "Zalogować się następnym razem bez hasła?",
    lead: "Logowanie powiodło się. To urządzenie może przechować klucz dostępu: wtedy wystarczy odcisk palca, twarz lub kod PIN.",
    add: "Dodaj klucz dostępu",
    notNow: "Nie teraz",
  },
  linkNeeded: {
    title: "Potrzebny jest link",
    lead: "Twoje konto ma uprawnienia administracyjne, dlatego samo hasło nie wystarcza, aby dodać nowy sposób logowania.",
    repair:
      "Poproś o link odzyskiwania inną osobę z takimi uprawnieniami albo utwórz go tam, gdzie działa usługa. Link przeprowadzi Cię przez konfigurację drugiego składnika.",
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
    leadsTo: (client) => html`Po wylogowaniu wrócisz do aplikacji ${client}.`,
    brokenRequest:
      "Żądanie wylogowania od aplikacji było nieprawidłowe, dlatego nie możemy Cię do niej przekierować.",
    submitAll: "Wyloguj się ze wszystkich kont",
    doneTitle: "Wylogowano",
    doneLead: "W tej przeglądarce nie korzystasz już z konta w tej usłudze.",
    othersStay: "W tej przeglądarce nadal są zalogowane inne konta.",
    doneNote:
      "W aplikacjach, z których korzystasz, możesz nadal pozostawać na swoim koncie. Na wspólnym komputerze zamknij przeglądarkę.",
  },
};
