import type { Catalogue } from "../catalogue.ts";
import { html } from "../html.ts";

/** The catalogue in Arabic, which is written from right to left. */
export const arabic: Catalogue = {
  lang: "ar",
  dir: "rtl",
  name: "العربية",
  problemTitle: (title) => `خطأ: ${title}`,
  backTo: (client) => html`العودة إلى ${client}`,
  developmentNote: "للتطوير على هذا الحاسوب فقط: الاتصال غير مشفّر.",
  abilities: {
    openid: "التحقق من هويتك",
    profile: "الاطلاع على اسمك واسم المستخدم",
    email: "الاطلاع على عنوان بريدك الإلكتروني",
    address: "الاطلاع على عنوانك البريدي",
    phone: "الاطلاع على رقم هاتفك",
    offline_access: "الاحتفاظ بإمكانية الوصول بعد تسجيل خروجك",
  },
  picker: { label: "اللغة", submit: "تغيير" },
  signIn: {
    title: (client) => `تسجيل الدخول إلى ${client}`,
    heading: "تسجيل الدخول",
    lead: (client) => html`للمتابعة إلى ${client}`,
    againLead: (person, client) =>
      html`لقد سجّلت الدخول باسم ${person}. يُرجى تسجيل الدخول مرة أخرى للمتابعة إلى ${client}.`,
    username: "اسم المستخدم",
    password: "كلمة المرور",
    show: "إظهار",
    showWhat: " كلمة المرور",
    capsLock: "مفتاح Caps Lock مفعّل.",
    submit: "تسجيل الدخول",
    promise: (client) => html`لا يرى ${client} كلمة مرورك أبدًا.`,
    mismatch: "اسم المستخدم وكلمة المرور غير متطابقين.",
    throttled: (wait) => `محاولات كثيرة جدًا. يُرجى إعادة المحاولة ${wait}.`,
    busy: "يسجّل كثيرون الدخول الآن. يُرجى الانتظار بضع ثوانٍ ثم إعادة المحاولة.",
    stale: "حرصًا على أمانك، يُرجى تسجيل الدخول مرة أخرى.",
    missingUsername: "يُرجى إدخال اسم المستخدم.",
    missingPassword: "يُرجى إدخال كلمة المرور.",
    tooLongPassword: "كلمة المرور هذه أطول من الحد المسموح به هنا.",
  },
  continue: {
    title: (client) => `المتابعة إلى ${client}`,
    heading: (client) => html`المتابعة إلى ${client}`,
    promise: (client) => html`سيعرف ${client} هويتك، لكنه لن يرى كلمة مرورك أبدًا.`,
    allow: (client, person) => html`المتابعة إلى ${client} باسم ${person}`,
    useAnother: "استخدام حساب آخر",
    stale: "حرصًا على أمانك، يُرجى التأكيد مرة أخرى.",
  },
  consent: {
    title: (client) => `السماح لـ ${client}`,
    heading: (client) => html`هل تسمح لـ ${client}؟`,
    lead: "سيتمكن التطبيق من",
    promise: (client) =>
      html`لا يرى ${client} كلمة مرورك أبدًا. يبقى ما تسمح به ساريًا حتى تسحبه هنا من صفحة حسابك.`,
    allow: "السماح",
    deny: "عدم السماح",
    useAnother: "استخدام حساب آخر",
    stale: "حرصًا على أمانك، يُرجى الإجابة مرة أخرى.",
  },
  account: {
    title: "حسابك",
    password: "يمكن للقائمين على هذه الخدمة منحك كلمة مرور جديدة.",
    applicationsHeading: "التطبيقات التي سمحت لها",
    noApplications: "لم تسمح لأي تطبيق. عندما يطلب تطبيق ذلك وتوافق، سيظهر هنا.",
    itMay: "يمكن للتطبيق",
    since: (date) => html`منذ ${date}`,
    withdraw: "سحب الإذن",
    consequence: "عند سحب الإذن يفقد التطبيق فورًا ما حصل عليه هنا، وعليه أن يطلبه منك من جديد.",
    withdrawn: (client) => html`سُحب الإذن الممنوح لـ ${client}.`,
    stale: "حرصًا على أمانك، يُرجى الاختيار مرة أخرى.",
  },
  formPost: {
    title: (client) => `العودة إلى ${client}`,
    lead: "لحظة من فضلك. إذا لم يحدث شيء، فتابع من هنا.",
    submit: "متابعة",
  },
  signOut: {
    title: "تسجيل الخروج",
    heading: "هل تريد تسجيل الخروج؟",
    lead: "لقد سجّلت الدخول باسم",
    submit: "تسجيل الخروج",
    stay: "البقاء مسجّل الدخول",
    stale: "حرصًا على أمانك، يُرجى التأكيد مرة أخرى.",
    doneTitle: "تم تسجيل الخروج",
    doneLead: "لم يعد هذا المتصفح يعرفك هنا.",
    doneNote: "قد تُبقيك التطبيقات التي استخدمتها مسجّل الدخول لديها. إذا كان الحاسوب مشتركًا، فأغلق المتصفح.",
  },
  home: {
    title: "Latchkey",
    heading: "باب الدخول",
    whatThisIs:
      "تُحيلك التطبيقات التي تستخدم خدمة تسجيل الدخول هذه إلى هنا عندما تحتاج إلى معرفة هويتك. وحتى ذلك الحين، ليس عليك فعل شيء هنا.",
    signedInAs: "لقد سجّلت الدخول باسم",
    notSignedIn: "لم تسجّل الدخول.",
    account: "حسابك",
    signOut: "تسجيل الخروج",
  },
  error: {
    brokenRequest: {
      title: "هذا الرابط لا يعمل",
      sentence:
        "أحالك التطبيق إلى هنا بطلب لا يمكن الوثوق به، لذلك توقّف هنا. حسابك آمن. يُرجى العودة إلى التطبيق والبدء من جديد.",
    },
    unknownApplication: {
      title: "هذا التطبيق غير معروف هنا",
      sentence:
        "يشير الرابط الذي أحالك إلى هنا إلى تطبيق غير مسجّل. حسابك آمن. يُرجى العودة والبدء من جديد، أو إبلاغ القائمين على التطبيق.",
    },
    brokenForm: {
      title: "لم يصل النموذج",
      sentence: "كان النموذج ناقصًا أو جاء من مكان آخر. لم يحدث شيء، وحسابك آمن.",
    },
    notFound: {
      title: "لا توجد صفحة هنا",
      sentence: "ربما كُتب العنوان خطأً، أو نُقلت الصفحة.",
    },
    wrongMethod: {
      title: "لا يوجد ما يمكن فعله هنا",
      sentence: "فُتح هذا العنوان بطريقة لا يعرفها. لم يحدث شيء.",
    },
    unavailable: (wait) => ({
      title: "سنعود بعد لحظات",
      sentence: `لا يمكن تسجيل الدخول الآن. لم يضِع شيء: يُرجى إعادة المحاولة ${wait}.`,
    }),
    internal: {
      title: "حدث خطأ من جانبنا",
      sentence: "ليس الخطأ منك، وحسابك آمن. يُرجى إعادة المحاولة بعد لحظات.",
    },
    tryAgain: "إعادة المحاولة",
    home: "الانتقال إلى الصفحة الرئيسية",
    reference: "الرقم المرجعي",
    whereDetailIs: "يجد المطوّر التفاصيل في سجل الخدمة تحت هذا الرقم المرجعي.",
  },
};
