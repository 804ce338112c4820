interface Mark {
  readonly name: string;
  readonly pattern: RegExp;
}

// In this order: Edge and Opera say Chrome too, and Chrome says Safari.
const browsers: readonly Mark[] = [
  { name: "Edge", pattern: /\bEdg(?:e|A|iOS)?\/(\d+)/ },
  { name: "Opera", pattern: /\bOPR\/(\d+)/ },
  { name: "Samsung Internet", pattern: /\bSamsungBrowser\/(\d+)/ },
  { name: "Firefox", pattern: /\b(?:Firefox|FxiOS)\/(\d+)/ },
  { name: "Chrome", pattern: /\b(?:Chrome|HeadlessChrome|CriOS)\/(\d+)/ },
  { name: "Safari", pattern: /\bVersion\/(\d+)[\d.]* (?:Mobile\/\S+ )?Safari\// },
];

const systems: readonly Mark[] = [
  { name: "iPhone", pattern: /\biPhone\b/ },
  { name: "iPad", pattern: /\biPad\b/ },
  { name: "Android", pattern: /\bAndroid\b/ },
  { name: "ChromeOS", pattern: /\bCrOS\b/ },
  { name: "Windows", pattern: /\bWindows\b/ },
  { name: "macOS", pattern: /\bMac OS X\b/ },
  { name: "Linux", pattern: /\bLinux\b/ },
];

const firstWordsLength = 30;

/** `Firefox 133 on Linux`, out of a User-Agent header; its first words where it names no known browser. */
export function browserName(userAgent: string): string {
  const system = systems.find(({ pattern }) => pattern.test(userAgent))?.name;
  for (const { name, pattern } of browsers) {
    const version = pattern.exec(userAgent)?.[1];
    if (version !== undefined) return `${name} ${version}${system === undefined ? "" : ` on ${system}`}`;
  }
  return userAgent.slice(0, firstWordsLength).trim() || "unknown";
}
