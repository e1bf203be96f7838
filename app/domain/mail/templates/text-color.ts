const LIGHT = "#ffffff";
const DARK = "#161616";

/** The text color that is read better on a color, `#rrggbb`, by WCAG's contrast. */
export function textColorOn(color: string): string {
  const luminance = luminanceOf(color);
  const withLight = 1.05 / (luminance + 0.05);
  const withDark = (luminance + 0.05) / (luminanceOf(DARK) + 0.05);
  return withLight >= withDark ? LIGHT : DARK;
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
