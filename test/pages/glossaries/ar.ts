import type { Glossary } from "../glossary.ts";

export const glossary: Glossary = {
  address: "The singular, in the imperative or with “يُرجى”.",
  never: {
    "من فضلك أن": "“يُرجى”.",
    حضرتك: "The singular, plain.",
    انقر: "People also tap and use keyboards.",
  },
  signIn: { say: ["تسجيل الدخول"], others: ["الولوج"] },
  signOut: { say: ["تسجيل الخروج"], others: ["إنهاء الجلسة"] },
  account: { say: ["حساب"], others: ["الملف الشخصي"] },
  code: { say: ["رمز"], others: ["كود", "كلمة مرور لمرة واحدة"] },
  application: { say: ["تطبيق"], others: ["أبلكيشن"] },
  device: { say: ["جهاز"], others: ["الآلة"] },
  operator: { say: ["القائمون على هذه الخدمة"], stem: "قائم", others: ["مشغّل", "مسؤول", "مشغل", "المشرف"] },
  recovery: {
    say: ["رموز الاسترداد", "رابط استرداد"],
    others: ["رموز احتياطية", "الرموز الاحتياطية"],
    never: { استعادة: "“استرداد”, for codes and links alike." },
  },
  passkey: { say: ["مفتاح مرور"], others: ["مفتاح الدخول", "مفتاح الوصول", "مفاتيح الدخول", "مفتاح الأمان"] },
  browser: { say: ["متصفح"], others: ["مستعرض"] },
  password: { say: ["كلمة المرور"], others: ["كلمة السر", "كلمات السر", "الرقم السري"] },
  email: { say: ["البريد الإلكتروني"], others: ["الإيميل"], never: { الالكتروني: "With hamza." } },
  service: { say: ["الخدمة"], others: ["المنصة"] },
  appPassword: {
    say: ["كلمة مرور لتطبيق", "كلمات مرور التطبيقات"],
    others: ["كلمة مرور البرنامج", "كلمات مرور البرامج"],
  },
  secondFactor: { say: ["عامل ثانٍ"], others: ["المصادقة الثنائية", "معيار ثانٍ"] },
  group: { say: ["المجموعات"], others: ["فريق"] },
};
