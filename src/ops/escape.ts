const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Writes control, formatting and reordering characters as `\u…`, so that no name or browser header can move the cursor,
 * hide text or break a line. Letters of every script stay as they are.
 */
export function escapeInvisible(text: string): string {
  return text.replace(invisible, (character) => {
    let escaped = "";
    for (let at = 0; at < character.length; at++)
      escaped += `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`;
    return escaped;
  });
}
