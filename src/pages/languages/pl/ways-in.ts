import { html } from "../../html.ts";
import type { WaysInWords } from "../../words/ways-in.ts";

export const waysIn: WaysInWords = {
  waysIn: {
    title: "Czy to wszystko należy do Ciebie?",
    lead: "Nowe hasło jest ustawione. Każdy, kto ma którąś z tych rzeczy, też może zalogować się na Twoje konto.",
    remove: "Usuń to, czego nie znasz",
    allMine: "Wszystko jest moje, dalej",
  },
  password: {
    label: "Nowe hasło",
    rule: (least) =>
      `Minimalna liczba znaków: ${least}. Kilka słów, które nie mają ze sobą nic wspólnego, łatwo zapamiętać.`,
    progress: (typed, least) => `Liczba znaków: ${typed} z ${least}`,
    enough:
      "Hasło jest wystarczająco długie. Przy zapisie sprawdzimy, czy nie ma go na listach skradzionych haseł.",
    tooShort: (least) =>
      `To hasło jest za krótkie. Minimalna liczba znaków to ${least}; wystarczy kilka słów, które nie mają ze sobą nic wspólnego.`,
    tooLong: "To hasło jest za długie. Wybierz krótsze.",
    unreadable: "To hasło zawiera niedozwolony znak. Wybierz inne hasło.",
    repeated: "Powtarza się tu kilka tych samych znaków, co łatwo odgadnąć. Użyj różnych słów.",
    predictable:
      "To hasło składa się ze słów, dat lub sąsiednich klawiszy, które odgaduje się najpierw. Dodaj kilka słów, które nie mają ze sobą nic wspólnego.",
    ownWords:
      "To głównie Twoje imię i nazwisko, Twój adres albo nazwa tej usługi lub aplikacji, a takie słowa odgaduje się najpierw. Użyj słów, które nie mają z Tobą nic wspólnego.",
    stolen: "To hasło jest na listach skradzionych haseł, które próbuje się najpierw. Wybierz inne.",
    busy: "W tej chwili wiele osób wybiera hasło. Poczekaj kilka sekund i spróbuj ponownie.",
  },
  changePassword: {
    title: "Zmień hasło",
    setTitle: "Ustaw hasło",
    lead: "Tutaj sesja pozostanie otwarta. Wszystkie inne przeglądarki i aplikacje zostaną wylogowane.",
    submit: "Zmień hasło",
    setSubmit: "Ustaw hasło",
    done: "Hasło zostało zmienione. Wszystkie inne przeglądarki zostały wylogowane.",
    removeTitle: "Logowanie bez hasła",
    removeLead:
      "Masz inny sposób logowania, więc hasło nie jest konieczne. W każdej chwili możesz ustawić je ponownie.",
    remove: "Usuń hasło",
    removed: "Hasło zostało usunięte.",
    lastWay: "Hasło jest potrzebne: nie masz innego sposobu logowania.",
  },
  passkeys: {
    title: "Klucze dostępu",
    lead: "Klucz dostępu pozwala zalogować się odciskiem palca, twarzą lub kodem PIN urządzenia. Nie trzeba niczego pamiętać i nikt nie może go podstępem wyłudzić.",
    none: "Nie ma jeszcze żadnego klucza dostępu.",
    add: "Dodaj klucz dostępu",
    added: (name) => html`Dodano klucz dostępu ${name}. Od teraz można się nim logować.`,
    renamed: (name) => html`Klucz dostępu nazywa się teraz ${name}.`,
    removed: (name) => html`Usunięto klucz dostępu ${name}. Nikt już się nim nie zaloguje.`,
    created: (date) => html`Dodano ${date}`,
    lastUsed: (date) => html`ostatnio użyto ${date}`,
    neverUsed: "nigdy nie użyto",
    synchronised: "synchronizowany między urządzeniami",
    onOneDevice: "tylko na jednym urządzeniu",
    wentBack: (date) =>
      html`${date} ten klucz dostępu zgłosił stan starszy niż wcześniej. Jeśli żadne urządzenie nie było przywracane, proszę usunąć ten klucz i dodać nowy.`,
    name: "Nazwa",
    rename: "Zapisz nazwę",
    remove: "Usuń",
    badName: "Proszę wpisać nazwę o długości najwyżej 64 znaków.",
    last: "Ten klucz dostępu to jedyny sposób logowania. Proszę najpierw dodać inny.",
    full: "Konto nie może mieć więcej kluczy dostępu. Proszę najpierw usunąć jeden z nich.",
    gone: "Ten klucz dostępu został już usunięty.",
    unnamed: "Klucz dostępu",
  },
  passkeyCreation: {
    needsScripts: "Aby dodać klucz dostępu, proszę zezwolić na skrypty na tej stronie.",
    unsupported:
      "Ta przeglądarka nie może tworzyć kluczy dostępu. Proszę otworzyć tę stronę w innej przeglądarce lub w telefonie.",
    already: "To urządzenie ma już klucz dostępu do tego konta.",
    notAdded: "Nie dodano klucza dostępu. Można spróbować ponownie.",
  },
  totp: {
    title: "Aplikacja uwierzytelniająca",
    setUpTitle: "Konfiguracja aplikacji uwierzytelniającej",
    what: "Aplikacja w telefonie co 30 sekund pokazuje nowy kod. Do logowania potrzebne będą hasło i kod.",
    scan: "Zeskanuj ten obraz w aplikacji",
    picture: "Kod QR dla aplikacji uwierzytelniającej",
    key: "Albo wpisz ten klucz w aplikacji",
    enter: "Kod pokazywany przez aplikację",
    confirm: "Potwierdź",
    wrong:
      "Ten kod nie pasuje. Sprawdź, czy zegar w telefonie działa prawidłowo, i wpisz kod, który aplikacja pokazuje teraz.",
    since: (date) => html`Skonfigurowano: ${date}`,
    replace: "Skonfiguruj inną aplikację",
    remove: "Usuń",
    removeNote: "Bez niej do zalogowania wystarczy samo hasło.",
    removeCheck: "Aby usunąć aplikację, wpisz hasło. Musi być dość silne także bez kodu.",
    wrongPassword: "To hasło jest nieprawidłowe.",
    weakPassword:
      "Twoje hasło jest dość silne tylko razem z kodem. Najpierw wybierz hasło o długości co najmniej 15 znaków, a potem usuń aplikację.",
    cannotRemove:
      "To konto wymaga drugiego potwierdzenia. Możesz skonfigurować inną aplikację, ale nie możesz usunąć tej.",
    done: "Aplikacja uwierzytelniająca jest skonfigurowana.",
    removed: "Aplikacja uwierzytelniająca została usunięta.",
  },
  recoveryCodes: {
    title: "Kody odzyskiwania",
    what: "Każdy kod pozwala wejść jeden raz, gdy nie masz pod ręką aplikacji lub klucza dostępu. Trzymaj je w bezpiecznym miejscu, z dala od telefonu.",
    left: (count) => `Pozostałe kody: ${count}`,
    none: "Nie masz kodów odzyskiwania.",
    make: "Utwórz nowe kody",
    makeNote: "Stare kody przestaną działać.",
    needFactor:
      "Kody odzyskiwania towarzyszą aplikacji uwierzytelniającej lub kluczowi dostępu. Najpierw skonfiguruj jedno z nich.",
    once: "Te kody widać tylko teraz. Zachowaj kopię, zanim przejdziesz dalej.",
    copy: "Kopiuj",
    copied: "Skopiowano",
    download: "Pobierz",
    print: "Drukuj",
    kept: "Mam je zapisane",
  },
  upstreams: {
    title: "Inne konta",
    lead: "Proszę połączyć konto, które mają Państwo gdzie indziej, i logować się nim tutaj.",
    none: "Nie ma innego dostawcy do połączenia.",
    as: (label) => html`Połączono jako ${label}`,
    notLinked: "Niepołączone",
    link: (name) => html`Połącz ${name}`,
    unlink: (name) => html`Odłącz ${name}`,
    linked: (name) => `Połączono: ${name}. Od teraz można się tak logować.`,
    unlinked: (name) => `Odłączono: ${name}. Nie służy już do logowania.`,
    taken: (name) =>
      `Niczego nie połączono: to konto u dostawcy ${name} należy tu do kogoś innego albo Państwa konto jest połączone z innym.`,
    lastWay:
      "To Państwa jedyny sposób logowania. Przed odłączeniem proszę ustawić hasło lub dodać klucz dostępu.",
  },
};
