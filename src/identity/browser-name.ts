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
  { name: "Safari", pattern: /\bVersion\/(\d+)(?:\.[\d.]*)? (?:Mobile\/\S+ )?Safari\// },
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

/** What a User-Agent header says, as far as it can be read: `Firefox 133` and `Linux`. */
export interface BrowserParts {
  /** The first words of the header if it names no known browser; absent if it has no words. */
  readonly name?: string | undefined;
  readonly system?: string | undefined;
}

/** Reads a User-Agent header. */
export function browserParts(userAgent: string): BrowserParts {
  for (const { name, pattern } of browsers) {
    const version = pattern.exec(userAgent)?.[1];
    if (version !== undefined)
      return {
        name: `${name} ${version}`,
        system: systems.find(({ pattern }) => pattern.test(userAgent))?.name,
      };
  }
  return { name: userAgent.slice(0, firstWordsLength).trim() || undefined };
}

/** `Firefox 133 on Linux`, out of a User-Agent header; its first words if it names no known browser. */
export function browserName(userAgent: string): string {
  const { name = "unknown", system } = browserParts(userAgent);
  return system === undefined ? name : `${name} on ${system}`;
}
