import type { Liquid } from "liquidjs";

type Rgb = [red: number, green: number, blue: number];

/** Registers the colour filters by which a block can keep its words readable on a merchant's colours. */
export function registerColorFilters(engine: Liquid): void {
  engine.registerFilter("color_to_rgb", (color: unknown) => {
    const [red, green, blue] = rgbOf(color);
    return `rgb(${red}, ${green}, ${blue})`;
  });
  engine.registerFilter("color_brightness", (color: unknown) => {
    const [red, green, blue] = rgbOf(color);
    return Math.round(((red * 299 + green * 587 + blue * 114) / 1000) * 100) / 100;
  });
  engine.registerFilter("color_contrast", (color: unknown, other: unknown) => {
    const lights = [luminance(rgbOf(color)), luminance(rgbOf(other))].sort((a, b) => b - a);
    const [lighter = 0, darker = 0] = lights;
    return Math.round(((lighter + 0.05) / (darker + 0.05)) * 10) / 10;
  });
}

function rgbOf(color: unknown): Rgb {
  const text = String(color ?? "").trim();
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})(?:[0-9a-f]{2})?$/i.exec(text)?.[1];
  if (hex !== undefined) {
    const digits = hex.length === 3 ? [...hex].map((digit) => digit + digit).join("") : hex;
    return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16)) as Rgb;
  }
  const parts = /^rgba?\(([^)]+)\)$/i
    .exec(text)?.[1]
    ?.split(/[\s,/]+/)
    .map(Number);
  if (parts === undefined || parts.length < 3) throw new Error(`"${text}" is no color`);
  return parts.slice(0, 3) as Rgb;
}

/** Relative luminance as WCAG defines it. */
function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
