import type { Glossary } from "../glossary.ts";

export const glossary: Glossary = {
  address: "“Ви”, in small letters. No form chooses the gender of the reader.",
  never: {
    ти: "“Ви”.",
    твій: "“Ви”.",
    твого: "“Ви”.",
    "вилуч*": "“Видалити”, for everything that is removed or deleted.",
    "ви самі": "“Власноруч” chooses no gender.",
  },
  signIn: {
    say: ["увійти", "вхід"],
    never: { "логін*": "Another word for the same thing.", "залогін*": "Another word for the same thing." },
  },
  signOut: { say: ["вийти", "вихід"], never: { "розлогін*": "Another word for the same thing." } },
  account: {
    say: ["обліковий запис"],
    never: { "акаунт*": "Another word for the same thing.", "профіл*": "Another word for the same thing." },
  },
  code: { say: ["код"], never: { "одноразовий пароль": "People take it for a password." } },
  application: {
    say: ["застосунок"],
    never: {
      додаток: "Another word for the same thing.",
      додатки: "Another word for the same thing.",
      "програма автентифікації": "Another word for the same thing.",
      "програми автентифікації": "Another word for the same thing.",
    },
  },
  device: { say: ["пристрій"], never: { "девайс*": "Another word for the same thing." } },
  operator: {
    say: ["адміністратори цього сервісу"],
    stem: "адміністратор",
    never: {
      "оператор*": "Another word for the same thing.",
      "хто керує": "Another word for the same thing.",
      "хто відповідає": "Another word for the same thing.",
    },
  },
  recovery: {
    say: ["коди відновлення", "посилання для відновлення"],
    never: { "резервн*": "Another word for the same thing." },
  },
  passkey: { say: ["ключ доступу"], never: { "passkey*": "Ukrainian has a word of its own." } },
  browser: {
    say: ["браузер"],
    never: {
      "переглядач*": "Another word for the same thing.",
      "оглядач*": "Another word for the same thing.",
    },
  },
  password: { say: ["пароль"] },
  email: {
    say: ["адреса електронної пошти"],
    never: {
      "електронна адреса": "Another word for the same thing.",
      "електронну адресу": "Another word for the same thing.",
      "email*": "Another word for the same thing.",
    },
  },
  service: { say: ["сервіс"], never: { "служб*": "Another word for the same thing." } },
};
