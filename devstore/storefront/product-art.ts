import { raw } from "hono/html";
import type { DevProduct } from "../state/catalog.ts";
import type { Html } from "./storefront-request.ts";

interface Palette {
  ground: string;
  /** Pot, label or cloth. */
  main: string;
  leaf: string;
  shade: string;
}

const palettes: readonly Palette[] = [
  { ground: "#e9e2cf", main: "#b8573a", leaf: "#2f5d43", shade: "#497a5b" },
  { ground: "#dfe7dc", main: "#c98c3f", leaf: "#24452f", shade: "#5a8a5f" },
  { ground: "#f0ddcf", main: "#4a5a6a", leaf: "#3f6b3f", shade: "#7a9a55" },
  { ground: "#dde4ea", main: "#8c4a5a", leaf: "#285a57", shade: "#4f8a80" },
  { ground: "#ece6d8", main: "#6b5a45", leaf: "#4d6b2f", shade: "#83a04e" },
];

type Draw = (palette: Palette, random: () => number) => string;

const drawings: Readonly<Record<string, Draw>> = {
  Garden: drawBottle,
  Herbs: drawTrio,
  Membership: drawCard,
  Pots: drawPot,
  Seeds: drawSachet,
  Tools: drawApron,
};

/**
 * A drawing for a product which has no photograph. What it shows follows from the product's type, its
 * colors and leaves from its number, so it looks the same everywhere.
 */
export function productArt(product: Pick<DevProduct, "id" | "productType">): Html {
  const palette = palettes[product.id % palettes.length];
  if (palette === undefined) return raw("");
  const draw = drawings[product.productType] ?? drawPlant;
  return raw(`<svg class="art" viewBox="0 0 200 200" aria-hidden="true" focusable="false">
<rect width="200" height="200" fill="${palette.ground}"/>
<ellipse cx="100" cy="178" rx="56" ry="7" fill="#000" opacity=".1"/>
${draw(palette, generator(product.id))}
</svg>`);
}

function drawPlant(palette: Palette, random: () => number): string {
  return `${stem(palette, random, 100, 140, 96)}${pot(palette, 100, 128, 60)}`;
}

function drawTrio(palette: Palette, random: () => number): string {
  return [46, 154, 100]
    .map((x) => `${stem(palette, random, x, 150, 58)}${pot(palette, x, 144, 38)}`)
    .join("");
}

function drawPot(palette: Palette): string {
  return `<path d="M52 84h96l-13 86a8 8 0 0 1-8 7H73a8 8 0 0 1-8-7z" fill="${palette.main}"/>
<path d="M58 122h84l-3 20H61z" fill="${palette.ground}" opacity=".35"/>
<ellipse cx="100" cy="84" rx="50" ry="13" fill="${palette.main}"/>
<ellipse cx="100" cy="84" rx="41" ry="8.5" fill="#000" opacity=".28"/>`;
}

function drawBottle(palette: Palette, random: () => number): string {
  return `<path d="M88 44h24v20l10 12v94a8 8 0 0 1-8 8H86a8 8 0 0 1-8-8V76l10-12z" fill="${palette.leaf}"/>
<rect x="85" y="30" width="30" height="16" rx="3" fill="${palette.main}"/>
<rect x="78" y="96" width="44" height="58" fill="${palette.ground}"/>
${stem(palette, random, 100, 146, 38)}`;
}

function drawSachet(palette: Palette, random: () => number): string {
  return `<g transform="rotate(-6 100 110)"><rect x="56" y="44" width="88" height="132" rx="4" fill="${palette.main}"/>
<rect x="64" y="62" width="72" height="86" rx="3" fill="${palette.ground}"/>
<path d="M56 54h88" stroke="#fff" stroke-opacity=".6" stroke-width="2" stroke-dasharray="4 4"/>
${stem(palette, random, 100, 142, 66)}<rect x="78" y="156" width="44" height="6" rx="3" fill="${palette.ground}"/></g>`;
}

function drawApron(palette: Palette): string {
  return `<path d="M80 46c0-22 40-22 40 0" fill="none" stroke="${palette.leaf}" stroke-width="5"/>
<path d="M76 46h48l6 38 24 8v78a8 8 0 0 1-8 8H54a8 8 0 0 1-8-8V92l24-8z" fill="${palette.main}"/>
<path d="M72 114h56v34a6 6 0 0 1-6 6H78a6 6 0 0 1-6-6z" fill="#fff" opacity=".2"/>
<path d="M100 114v40" stroke="${palette.ground}" stroke-opacity=".5" stroke-width="2"/>`;
}

function drawCard(palette: Palette, random: () => number): string {
  return `<g transform="rotate(-8 100 100)"><rect x="32" y="56" width="136" height="88" rx="10" fill="#24452f"/>
<rect x="32" y="56" width="136" height="88" rx="10" fill="none" stroke="#e3c67a" stroke-width="2"/>
<circle cx="66" cy="100" r="22" fill="#e3c67a"/>
${stem({ ...palette, leaf: "#24452f", shade: "#3c6b4a" }, random, 66, 114, 26)}
<rect x="100" y="84" width="50" height="7" rx="3.5" fill="#f3e7c9"/>
<rect x="100" y="102" width="34" height="6" rx="3" fill="#f3e7c9" opacity=".6"/></g>`;
}

/** A stem with pairs of leaves, which get shorter towards its tip. */
function stem(
  palette: Palette,
  random: () => number,
  x: number,
  foot: number,
  height: number,
): string {
  const pairs = 3 + Math.floor(random() * 3);
  const reach = height * (0.38 + random() * 0.16);
  const lift = height * (0.28 + random() * 0.2);
  const leaves: string[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    const y = foot - 8 - pair * ((height - 14) / pairs);
    const scale = 1 - pair * (0.65 / pairs);
    for (const side of [-1, 1]) {
      const fill = (pair + (side > 0 ? 1 : 0)) % 2 === 0 ? palette.leaf : palette.shade;
      leaves.push(leaf(x, y, side * reach * scale, lift * scale, fill));
    }
  }
  const width = round(Math.max(1.5, height / 32));
  return `<path d="M${x} ${foot}V${round(foot - height)}" stroke="${palette.leaf}" stroke-width="${width}" stroke-linecap="round"/>${leaves.join("")}`;
}

function leaf(x: number, y: number, reach: number, lift: number, fill: string): string {
  const tip = `${round(x + reach)} ${round(y - lift)}`;
  const upper = `${round(x + reach * 0.15)} ${round(y - lift)}`;
  const lower = `${round(x + reach * 0.85)} ${round(y - lift * 0.1)}`;
  return `<path d="M${x} ${round(y)}Q${upper} ${tip}Q${lower} ${x} ${round(y)}Z" fill="${fill}"/>`;
}

function pot(palette: Palette, x: number, top: number, width: number): string {
  const half = width / 2;
  const rim = round(half + width * 0.07);
  const height = round(178 - top);
  return `<path d="M${x - half} ${top + 4}h${width}l${round(-width * 0.13)} ${height - 8}a4 4 0 0 1-4 4H${round(x - half + width * 0.13 + 4)}a4 4 0 0 1-4-4z" fill="${palette.main}"/>
<rect x="${x - rim}" y="${top}" width="${rim * 2}" height="${round(width * 0.2)}" rx="3" fill="${palette.main}"/>
<rect x="${x - rim}" y="${round(top + width * 0.17)}" width="${rim * 2}" height="3" fill="#000" opacity=".14"/>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A small deterministic sequence of numbers between 0 and 1. */
function generator(seed: number): () => number {
  let state = Math.imul(seed ^ (seed << 13), 2654435761) >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
