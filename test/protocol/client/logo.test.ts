import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { logoBytesMax, logoKindOf } from "../../../src/protocol/client/logo.ts";

const rows: readonly (readonly [title: string, bytes: string, kind: string | undefined])[] = [
  ["a PNG", "\x89PNG\r\n\x1a\n and more", "png"],
  ["a JPEG", "\xff\xd8\xff\xe0 and more", "jpeg"],
  ["a GIF of 1987", "GIF87a and more", "gif"],
  ["a GIF of 1989", "GIF89a and more", "gif"],
  ["a WebP, whatever its length", "RIFF\n\r\0\xffWEBPVP8 ", "webp"],
  ["nothing", "", undefined],
  ["the half of a beginning", "\x89PNG", undefined],
  ["a sound, which is a RIFF too", "RIFF\x24\0\0\0WAVEfmt ", undefined],
  ["an SVG", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', undefined],
  ["an SVG behind a declaration", '<?xml version="1.0"?><svg/>', undefined],
  ["a page", "<!doctype html><script>alert(1)</script>", undefined],
  ["a page that has a picture's beginning in it", "<html>\x89PNG\r\n\x1a\n", undefined],
  ["an icon", "\0\0\x01\0\x01\0", undefined],
  ["a PNG that is too heavy", `\x89PNG\r\n\x1a\n${"x".repeat(logoBytesMax)}`, undefined],
];

describe("D33: what a logo is, its bytes say", () => {
  for (const [title, bytes, kind] of rows)
    it(`${title}: ${kind ?? "refused"}`, () => assert.equal(logoKindOf(Buffer.from(bytes, "latin1")), kind));
});
