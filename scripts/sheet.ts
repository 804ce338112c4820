/** The sheets of docs/screenshots/pages: pictures of one page beside each other, as gallery.ts and console-gallery.ts draw them. */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "playwright-core";

/** Where the sheets lie. */
export const sheetFolder: string = path.join(path.dirname(import.meta.dirname), "docs/screenshots/pages");

const sheetBytesMax = 250_000;

/** A picture of a sheet: PNG in base64, and the width of its window. */
export interface Shot {
  readonly caption: string;
  readonly width: number;
  readonly picture: string;
}

/** Without a GPU, Chromium now and then has no frame to give, and has one a little later. */
export async function capture(page: Page, triesMax = 8): Promise<Buffer> {
  try {
    return await page.screenshot({ fullPage: true });
  } catch (error) {
    if (triesMax === 1) throw error;
    await page.evaluate("new Promise((resolve) => setTimeout(resolve, 250))");
    return capture(page, triesMax - 1);
  }
}

/** Runs in the browser: draws the pictures beside each other at half their size, and returns the sheet as WebP in base64. */
async function drawSheet({
  shots,
  quality,
}: {
  readonly shots: readonly Shot[];
  readonly quality: number;
}): Promise<string> {
  const scope = globalThis as unknown as {
    Image: new () => { src: string; width: number; height: number; decode(): Promise<void> };
    document: { createElement(name: "canvas"): Canvas };
  };
  interface Canvas {
    width: number;
    height: number;
    getContext(kind: "2d"): {
      fillStyle: string;
      font: string;
      fillRect(x: number, y: number, width: number, height: number): void;
      fillText(text: string, x: number, y: number): void;
      drawImage(image: object, x: number, y: number, width: number, height: number): void;
    };
    toDataURL(type: string, quality: number): string;
  }
  const images = await Promise.all(
    shots.map(async ({ picture }) => {
      const image = new scope.Image();
      image.src = `data:image/png;base64,${picture}`;
      await image.decode();
      return image;
    }),
  );
  const gap = 12;
  const canvas = scope.document.createElement("canvas");
  canvas.width = images.reduce((sum, { width }) => sum + width / 2 + gap, gap);
  canvas.height = Math.max(...images.map(({ height }) => height / 2)) + 3 * gap;
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#8b938f";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  let left = gap;
  for (const [index, image] of images.entries()) {
    pen.fillStyle = "#000";
    pen.font = "600 13px sans-serif";
    pen.fillText(shots[index]?.caption ?? "", left, gap + 5);
    pen.drawImage(image, left, 2 * gap, image.width / 2, image.height / 2);
    left += image.width / 2 + gap;
  }
  return canvas.toDataURL("image/webp", quality).split(",")[1] ?? "";
}

/** Draws the sheet with this name in a page of the browser, a long page less finely, and returns its size in bytes. */
export async function writeSheet(desk: Page, name: string, shots: readonly Shot[]): Promise<number> {
  for (const quality of [0.6, 0.4, 0.2]) {
    const sheet = Buffer.from(await desk.evaluate(drawSheet, { shots, quality }), "base64");
    if (sheet.length > sheetBytesMax) continue;
    await writeFile(path.join(sheetFolder, `${name}.webp`), sheet);
    return sheet.length;
  }
  throw new Error(`${name} has more than ${sheetBytesMax} bytes.`);
}
