import { constantMarkup, type SafeHtml } from "./html.ts";

/** The mark: a latch key whose bow is a ring and whose bit is cut like an L. Drawn in the colour of the text around it. */
export const keyMark: SafeHtml = constantMarkup(
  '<svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">' +
    '<g fill="none" stroke="currentColor" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round">' +
    '<circle cx="16" cy="8" r="6"/><path d="M16 14v16m0-1.5h6m-6-5.5h4"/></g></svg>',
);

/** The lock on the door: a brass plate, a knob, a keyhole, and a little light around them. */
export const lockPlate: SafeHtml = constantMarkup(
  '<svg class="lock" viewBox="0 0 56 148" aria-hidden="true" focusable="false">' +
    '<defs><linearGradient id="b" x2="1" y2="1"><stop class="b1"/><stop class="b2" offset=".55"/><stop class="b3" offset="1"/></linearGradient>' +
    '<radialGradient id="k" cx=".36" cy=".3" r=".75"><stop class="b1"/><stop class="b2" offset=".4"/><stop class="b3" offset="1"/></radialGradient></defs>' +
    '<rect class="cast" x="8" y="4" width="44" height="144" rx="22"/>' +
    '<rect class="plate" x="6" y="1" width="44" height="144" rx="22" fill="url(#b)"/>' +
    '<rect class="rim" x="9.5" y="4.5" width="37" height="137" rx="18.5"/>' +
    '<circle class="cast" cx="28.5" cy="42.5" r="16"/><circle class="knob" cx="28" cy="40" r="16" fill="url(#k)"/>' +
    '<path class="hole" d="M28 89a9 9 0 0 1 5 16.5l3.4 18.5H19.6L23 105.5A9 9 0 0 1 28 89Z"/></svg>',
);

/** The mark as a picture of its own, for browser tabs: the same drawing on a tile of the door's colour, `#rrggbb`. */
export function iconOn(door: string): string {
  return iconParts.join(door);
}

const iconParts = [
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="',
  '"/>' +
    '<g transform="translate(4.8 4.8) scale(.7)" fill="none" stroke="#f4e3b2" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round">' +
    '<circle cx="16" cy="8" r="6"/><path d="M16 14v16m0-1.5h6m-6-5.5h4"/></g></svg>',
];
