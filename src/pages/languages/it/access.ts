import { html } from "../../html.ts";
import type { AccessWords } from "../../words/access.ts";

export const access: AccessWords = {
  applicationPages: { policy: "Informativa sulla privacy", terms: "Termini di servizio" },
  abilities: {
    openid: "Sapere chi sei",
    profile: "Vedere il tuo nome e il tuo nome utente",
    email: "Vedere il tuo indirizzo e-mail",
    address: "Vedere il tuo indirizzo postale",
    phone: "Vedere il tuo numero di telefono",
    groups: "Vedere a quali gruppi appartieni",
    offline_access: "Mantenere l’accesso anche quando la tua sessione è chiusa",
  },
  access: {
    to: (api) => html`Accesso a ${api}`,
    onYourBehalf: (api) => html`Usare ${api} a tuo nome`,
    permission: (value) => html`Usare l’autorizzazione ${value}`,
    keeps: "Ciò che hai consentito in precedenza resta consentito.",
    whileSignedIn: "L’applicazione ha questo accesso finché la tua sessione è aperta.",
    afterSignOut: "L’applicazione mantiene questo accesso anche quando la tua sessione è chiusa.",
    claims: (name) => html`L’applicazione dice di chiamarsi «${name}». Nessuno ha verificato questo nome.`,
    selfNamed: "L’applicazione ha scelto da sé questo nome. Nessuno lo ha verificato.",
    goesTo: (host) => html`Dopo la tua risposta passerai a ${host}.`,
    local:
      "Qualsiasi programma su questo dispositivo può spacciarsi per questa applicazione. Consenti l’accesso solo se hai appena iniziato tu ad accedere.",
    ends: (api, wait) => html`Se lo revochi adesso, l’accesso a ${api} termina al più tardi ${wait}.`,
  },
  consent: {
    title: (client) => `Consenti a ${client} di accedere al tuo account`,
    heading: (client) => html`Vuoi consentire a ${client} di accedere al tuo account?`,
    lead: "L’applicazione potrà",
    promise: (client) =>
      html`${client} non vede mai la tua password. Puoi revocare l’accesso in qualsiasi momento nella pagina del tuo account.`,
    allow: "Consenti",
    deny: "Non consentire",
    useAnother: "Usa un altro account",
  },
  device: {
    title: "Collega un dispositivo",
    lead: "Inserisci il codice mostrato dal tuo dispositivo.",
    code: "Codice",
    hint: "Otto lettere, maiuscole o minuscole, con o senza trattino.",
    submit: "Continua",
    missing: "Inserisci il codice mostrato dal tuo dispositivo.",
    unknown:
      "Nessun dispositivo attende questo codice. Controllalo sul tuo dispositivo oppure chiedine lì uno nuovo.",
    over: "Questo dispositivo non è più in attesa. Se l’accesso non è avvenuto, chiedi lì un nuovo codice.",
    throttled: (wait) => `Troppi codici sbagliati. Riprova ${wait}.`,
    question: (client) => html`Vuoi accedere a ${client} sul tuo dispositivo?`,
    questionTitle: (client) => `Accedi a ${client} sul tuo dispositivo`,
    compare: "Controlla che il tuo dispositivo mostri questo codice:",
    beganHere: (when) => `Richiesta fatta ${when}, dalla rete che stai usando.`,
    beganElsewhere: (when, network) =>
      html`Richiesta fatta ${when}, da una rete diversa dalla tua: ${network}.`,
    warning:
      "Consenti solo se hai iniziato tu l’accesso sul tuo dispositivo. Se qualcuno ti ha mandato il codice o un link, non consentire: quella persona entrerebbe nel tuo account.",
    allowedTitle: "Il tuo dispositivo è collegato",
    allowed: (client) =>
      html`${client} ti sta facendo accedere sul dispositivo. Puoi chiudere questa pagina.`,
    deniedTitle: "Non hai consentito",
    denied: (client) =>
      html`${client} non ottiene alcun accesso su quel dispositivo. Puoi chiudere questa pagina.`,
    another: "Collega un altro dispositivo",
  },
};
