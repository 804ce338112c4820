import { html } from "../../html.ts";
import type { GeneralWords } from "../../words/general.ts";

export const general: GeneralWords = {
  problemTitle: (title) => `Fout: ${title}`,
  stale: "Deze pagina was verouderd, dus er is niets gewijzigd. Probeer het opnieuw.",
  otherAccount: (name) =>
    `Deze pagina hoorde bij een ander account, dus er is niets gewijzigd. U bent nu ingelogd als ${name}.`,
  backTo: (client) => html`Terug naar ${client}`,
  developmentNote: "Alleen voor ontwikkeling op deze computer: de verbinding is niet versleuteld.",
  picker: { label: "Taal", submit: "Wijzigen" },
  brandLinks: { help: "Help", privacy: "Privacy", imprint: "Juridische informatie" },
  home: {
    heading: "Eén keer inloggen voor uw applicaties",
    whatThisIs: "Applicaties die deze dienst gebruiken, sturen u hierheen als ze moeten weten wie u bent.",
    applications: "Uw applicaties",
    find: "Een applicatie zoeken",
    search: "Zoeken",
    noneFound: "Geen applicatie heeft dit in de naam.",
    more: "Meer applicaties",
    signedInAs: "U bent ingelogd als",
    notSignedIn: "U bent niet ingelogd.",
    account: "Uw account",
    signOut: "Uitloggen",
  },
  error: {
    brokenRequest: {
      title: "Deze link werkt niet",
      sentence:
        "De applicatie heeft een verzoek gestuurd dat we niet kunnen vertrouwen. Daarom stopt het inloggen hier. Uw account is veilig. Ga terug naar de applicatie en begin opnieuw.",
    },
    unknownApplication: {
      title: "Deze applicatie kennen we niet",
      sentence:
        "De link waarmee u hier kwam, noemt een applicatie die niet bij deze dienst is geregistreerd. Uw account is veilig. Ga terug en begin opnieuw, of laat het de beheerders van de applicatie weten.",
    },
    brokenForm: {
      title: "We konden dit formulier niet lezen",
      sentence:
        "Het was onvolledig of kwam van een andere website. Er is niets gewijzigd en uw account is veilig.",
    },
    notFound: {
      title: "Pagina niet gevonden",
      sentence: "Misschien staat er een typefout in het adres of is de pagina verplaatst.",
    },
    wrongMethod: {
      title: "Deze pagina kan zo niet worden geopend",
      sentence:
        "De link of het formulier waarmee u hier kwam, past niet bij dit adres. Er is niets gewijzigd.",
    },
    unavailable: (wait) => ({
      title: "Zo weer terug",
      sentence: `Inloggen is op dit moment niet mogelijk. Er is niets verloren gegaan: probeer het ${wait} opnieuw.`,
    }),
    throttled: (wait) => ({
      title: "Even geduld",
      sentence: `Er kwamen te veel verzoeken tegelijk. Deze keer is er niets gewijzigd en uw account is veilig. Probeer het ${wait} opnieuw.`,
    }),
    internal: {
      title: "Er is bij ons iets misgegaan",
      sentence: "Het ligt niet aan u en uw account is veilig. Probeer het zo opnieuw.",
    },
    tryAgain: "Opnieuw proberen",
    home: "Naar de startpagina",
    reference: "Referentie",
    whereDetailIs:
      "Wie de applicatie ontwikkelt, vindt de details onder deze referentie in het logboek van de dienst.",
  },
};
