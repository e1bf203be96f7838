import { raw } from "hono/html";
import type { DevProduct } from "../state/catalog.ts";
import type { Html } from "./storefront-request.ts";

interface Palette {
  ground: string;
  pot: string;
  leaf: string;
  shade: string;
}

const palettes: readonly Palette[] = [
  { ground: "#e9e2cf", pot: "#b8573a", leaf: "#2f5d43", shade: "#497a5b" },
  { ground: "#dfe7dc", pot: "#c98c3f", leaf: "#24452f", shade: "#5a8a5f" },
  { ground: "#f0ddcf", pot: "#4a5a6a", leaf: "#3f6b3f", shade: "#7a9a55" },
  { ground: "#dde4ea", pot: "#8c4a5a", leaf: "#285a57", shade: "#4f8a80" },
  { ground: "#ece6d8", pot: "#6b5a45", leaf: "#4d6b2f", shade: "#83a04e" },
];

/**
 * A drawing for a product which has no photograph: a potted plant whose leaves and colours follow from the
 * product's number, so that it looks the same wherever it is shown.
 */
export function productArt(product: Pick<DevProduct, "id">): Html {
  const random = generator(product.id);
  const palette = palettes[product.id % palettes.length];
  if (palette === undefined) return raw("");
  const pairs = 3 + Math.floor(random() * 3);
  const width = 20 + random() * 16;
  const lift = 26 + random() * 22;
  const leaves: string[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    const y = 132 - pair * (86 / pairs);
    const scale = 1 - pair * 0.13;
    for (const side of [-1, 1]) {
      const fill = (pair + (side > 0 ? 1 : 0)) % 2 === 0 ? palette.leaf : palette.shade;
      leaves.push(leaf(100, y, side * width * 2 * scale, lift * scale, fill));
    }
  }
  return raw(`<svg class="art" viewBox="0 0 200 200" role="presentation" focusable="false" aria-hidden="true">
<rect width="200" height="200" fill="${palette.ground}"/>
<ellipse cx="100" cy="178" rx="52" ry="7" fill="#000" opacity=".1"/>
<path d="M100 140V44" stroke="${palette.leaf}" stroke-width="3" stroke-linecap="round"/>
${leaves.join("")}
<path d="M70 134h60l-8 42a4 4 0 0 1-4 3H82a4 4 0 0 1-4-3z" fill="${palette.pot}"/>
<rect x="66" y="128" width="68" height="12" rx="3" fill="${palette.pot}"/>
<rect x="66" y="138" width="68" height="3" fill="#000" opacity=".14"/>
</svg>`);
}

function leaf(x: number, y: number, reach: number, lift: number, fill: string): string {
  const tipX = round(x + reach);
  const tipY = round(y - lift);
  const upper = `${round(x + reach * 0.15)} ${round(y - lift)}`;
  const lower = `${round(x + reach * 0.85)} ${round(y - lift * 0.1)}`;
  return `<path d="M${x} ${round(y)}Q${upper} ${tipX} ${tipY}Q${lower} ${x} ${round(y)}Z" fill="${fill}"/>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A small deterministic sequence of numbers between 0 and 1. */
function generator(seed: number): () => number {
  let state = Math.imul(seed ^ (seed << 13), 2654435761) >>> 0;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
