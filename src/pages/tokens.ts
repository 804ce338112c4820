import { hardestGround } from "../values/brand.ts";

/** The colours of one scheme, each named for its place and not for its hue. */
export interface Palette {
  /** Behind everything. */
  readonly page: string;
  /** The card that holds the text. */
  readonly card: string;
  /** Fields and code. */
  readonly well: string;
  readonly ink: string;
  /** Second-rank text. */
  readonly muted: string;
  /** Borders that show where a field is. */
  readonly edge: string;
  /** Purely decorative borders. */
  readonly hairline: string;
  readonly link: string;
  readonly action: string;
  readonly actionHover: string;
  readonly onAction: string;
  readonly focus: string;
  readonly door: string;
  readonly doorShade: string;
  readonly doorLight: string;
  readonly onDoor: string;
  readonly brassLight: string;
  readonly brass: string;
  readonly brassShade: string;
  /** The view through the keyhole: a dark hall by day, a lamp by night. */
  readonly keyhole: string;
  readonly problem: string;
  readonly problemInk: string;
  readonly problemEdge: string;
  /** For success. */
  readonly good: string;
  readonly goodInk: string;
  /** For warnings. */
  readonly note: string;
  readonly noteInk: string;
  /** Behind the place where two addresses differ. */
  readonly differs: string;
}

/** By day: a painted door with brass on it, stone around it. */
export const light: Palette = {
  page: hardestGround.light,
  card: "#fcfdfb",
  well: "#ffffff",
  ink: "#15201b",
  muted: "#526059",
  edge: "#7b8981",
  hairline: "#dde3dd",
  link: "#0f5240",
  action: "#0f5240",
  actionHover: "#0a3d30",
  onAction: "#ffffff",
  focus: "#9a6700",
  door: "#0f4a3b",
  doorShade: "#093328",
  doorLight: "#1b5d4c",
  onDoor: "#f3e6c8",
  brassLight: "#f7e3b2",
  brass: "#e0bc70",
  brassShade: "#b08a3c",
  keyhole: "#06201a",
  problem: "#fdf0ed",
  problemInk: "#8c1d18",
  problemEdge: "#b3261e",
  good: "#e2f0e8",
  goodInk: "#0f5240",
  note: "#f7efdc",
  noteInk: "#5c4310",
  differs: "#ffe2a8",
};

/** By night: the same door, and light behind it. */
export const dark: Palette = {
  page: "#090e0c",
  card: "#131a17",
  well: "#0d1311",
  ink: "#e9eeea",
  muted: "#a2b0a8",
  edge: "#6f7f76",
  hairline: "#26302b",
  link: "#e6c378",
  action: "#e6c378",
  actionHover: "#f1d596",
  onAction: "#1d1604",
  focus: "#f1d596",
  door: "#0d2c24",
  doorShade: "#071d17",
  doorLight: "#163b31",
  onDoor: "#ecdcb6",
  brassLight: "#d2b778",
  brass: "#9a7836",
  brassShade: "#57421a",
  keyhole: "#fff3cf",
  problem: "#321513",
  problemInk: "#ffc4bb",
  problemEdge: "#ff8a7a",
  good: "#12291f",
  goodInk: "#a9dcc3",
  note: hardestGround.dark,
  noteInk: "#f2dca8",
  differs: "#5c4310",
};

/** For people who ask for more contrast: what changes in each scheme. */
export const moreContrast: { readonly light: Partial<Palette>; readonly dark: Partial<Palette> } = {
  light: { ink: "#000000", muted: "#2c3631", edge: "#2c3631", hairline: "#7b8981", card: "#ffffff" },
  dark: { ink: "#ffffff", muted: "#d5ddd8", edge: "#c3cec7", hairline: "#6f7f76", card: "#0a0f0d" },
};

/** A palette as CSS custom properties: `doorShade` becomes `--door-shade`. */
export function customProperties(palette: Partial<Palette>): string {
  return Object.entries(palette)
    .map(([name, colour]) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${colour};`)
    .join("");
}
