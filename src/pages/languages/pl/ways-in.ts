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
      "To hasło składa się ze słów, dat lub układów klawiszy, które łatwo odgadnąć. Dodaj kilka słów, które nie mają ze sobą nic wspólnego.",
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
    none: "Nie masz jeszcze żadnego klucza dostępu.",
    add: "Dodaj klucz dostępu",
    added: (name) => html`Dodano klucz dostępu ${name}. Od teraz możesz się nim logować.`,
    renamed: (name) => html`Klucz dostępu nazywa się teraz ${name}.`,
    removed: (name) => html`Usunięto klucz dostępu ${name}. Nie można się nim już logować.`,
    created: (date) => html`Dodano ${date}`,
    lastUsed: (date) => html`ostatnio użyto ${date}`,
    neverUsed: "nigdy nie użyto",
    synchronised: "synchronizowany między urządzeniami",
    onOneDevice: "tylko na jednym urządzeniu",
    wentBack: (date) =>
      html`Ten klucz dostępu mógł zostać skopiowany (${date}). Jeśli żadne urządzenie nie było przywracane, usuń ten klucz i dodaj nowy.`,
    name: "Nazwa",
    edit: "Edytuj",
    rename: "Zapisz nazwę",
    remove: "Usuń",
    badName: "Wpisz nazwę o długości najwyżej 64 znaków.",
    last: "Ten klucz dostępu to Twój jedyny sposób logowania. Najpierw dodaj inny.",
    full: "Konto nie może mieć więcej kluczy dostępu. Najpierw usuń jeden z nich.",
    gone: "Ten klucz dostępu został już usunięty.",
    unnamed: "Klucz dostępu",
  },
  passkeyCreation: {
    needsScripts: "Aby dodać klucz dostępu, zezwól na skrypty na tej stronie.",
    unsupported:
      "Ta przeglądarka nie może tworzyć kluczy dostępu. Otwórz tę stronę w innej przeglądarce lub w telefonie.",
    already: "To urządzenie ma już klucz dostępu do tego konta.",
    notAdded: "Nie dodano klucza dostępu. Możesz spróbować ponownie.",
  },
  totp: {
    title: "Aplikacja uwierzytelniająca",
    setUpTitle: "Konfiguracja aplikacji uwierzytelniającej",
    what: "Aplikacja uwierzytelniająca, na przykład Google Authenticator lub menedżer haseł, co 30 sekund pokazuje nowy kod. Do logowania potrzebny będzie także kod.",
    scan: "Zeskanuj ten obraz w aplikacji",
    picture: "Kod QR dla aplikacji uwierzytelniającej",
    key: "Albo wpisz ten klucz w aplikacji",
    enter: "Kod pokazywany przez aplikację",
    confirm: "Potwierdź",
    wrong:
      "Ten kod jest nieprawidłowy. Sprawdź zegar w telefonie i wpisz kod, który aplikacja pokazuje teraz.",
    since: (date) => html`Skonfigurowano: ${date}`,
    replace: "Skonfiguruj inną aplikację",
    removeTitle: "Usuń aplikację",
    remove: "Usuń",
    removeNote: "Bez tej aplikacji do zalogowania wystarczy hasło.",
    removeCheck: "Aby usunąć aplikację, wpisz hasło. Musi być dość silne także bez kodu.",
    wrongPassword: "To hasło jest nieprawidłowe.",
    weakPassword:
      "Twoje hasło jest dość silne tylko razem z kodem. Najpierw wybierz hasło o długości co najmniej 15 znaków, a potem usuń aplikację.",
    cannotRemove:
      "To konto wymaga drugiego składnika. Możesz skonfigurować inną aplikację, ale nie możesz usunąć tej.",
    done: "Aplikacja uwierzytelniająca jest skonfigurowana.",
    removed: "Aplikacja uwierzytelniająca została usunięta.",
  },
  recoveryCodes: {
    title: "Kody odzyskiwania",
    what: "Każdy kod pozwala zalogować się jeden raz, gdy nie masz aplikacji lub klucza dostępu. Trzymaj je w bezpiecznym miejscu, z dala od telefonu.",
    left: (count) => `Pozostałe kody: ${count}`,
    none: "Nie masz kodów odzyskiwania.",
    make: "Utwórz nowe kody",
    makeNote: "Stare kody przestaną działać.",
    needFactor:
      "Kody odzyskiwania są zapasem na wypadek braku aplikacji uwierzytelniającej lub klucza dostępu. Najpierw skonfiguruj jedno z nich.",
    once: "Te kody pokazujemy tylko raz. Zachowaj kopię, zanim przejdziesz dalej.",
    copy: "Kopiuj",
    copied: "Skopiowano",
    download: "Pobierz",
    print: "Drukuj",
    kept: "Mam je zapisane",
  },
  upstreams: {
    title: "Inne konta",
    lead: "Połącz konto, które masz gdzie indziej, i loguj się nim tutaj.",
    none: "Nie ma innego dostawcy do połączenia.",
    as: (label) => html`Połączono jako ${label}`,
    notLinked: "Niepołączone",
    link: (name) => html`Połącz ${name}`,
    unlink: (name) => html`Odłącz ${name}`,
    linked: (name) => `Połączono: ${name}. Od teraz możesz się tak logować.`,
    unlinked: (name) => `Odłączono: ${name}. Nie można się już tak logować.`,
    taken: (name) =>
      `Niczego nie połączono: to konto u dostawcy ${name} należy tu do kogoś innego albo Twoje konto jest połączone z innym.`,
    lastWay: "To Twój jedyny sposób logowania. Przed odłączeniem ustaw hasło lub dodaj klucz dostępu.",
  },
};
