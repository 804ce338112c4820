import type { Glossary } from "../glossary.ts";

export const glossary: Glossary = {
  address: "The singular, and “يُرجى” where something is asked for.",
  never: { "من فضلك أن": "“يُرجى”." },
  signIn: { say: ["تسجيل الدخول"], never: { الولوج: "Another word for the same thing." } },
  signOut: { say: ["تسجيل الخروج"] },
  account: { say: ["حساب"], never: { "الملف الشخصي": "Another word for the same thing." } },
  code: { say: ["رمز"], never: { كود: "Another word for the same thing." } },
  application: { say: ["تطبيق"] },
  device: { say: ["جهاز"] },
  operator: {
    say: ["القائمون على هذه الخدمة"],
    stem: "قائم",
    never: { مشغّل: "Another word for the same thing.", مسؤول: "Another word for the same thing." },
  },
  recovery: {
    say: ["رموز الاسترداد", "رابط استرداد"],
    never: { استعادة: "“استرداد”, for codes and links alike." },
  },
  passkey: { say: ["مفتاح مرور"] },
  browser: { say: ["متصفح"] },
  password: { say: ["كلمة المرور"], never: { "كلمة السر": "Another word for the same thing." } },
  email: {
    say: ["البريد الإلكتروني"],
    never: { الإيميل: "Another word for the same thing.", الالكتروني: "With hamza." },
  },
  service: { say: ["الخدمة"] },
};
