import type { ThemeLook } from "../../state/theme.ts";

type Rgb = readonly [red: number, green: number, blue: number];

/** A color scheme as a merchant sets it up in the theme's settings. */
interface SchemeColors {
  background: Rgb;
  text: Rgb;
  heading: Rgb;
  button: Rgb;
  buttonLabel: Rgb;
  /** Text of secondary buttons, and links. */
  secondaryLabel: Rgb;
  field: Rgb;
}

const schemes: Readonly<Record<ThemeLook["scheme"], SchemeColors>> = {
  light: {
    background: [250, 246, 238],
    text: [35, 41, 31],
    heading: [35, 41, 31],
    button: [36, 69, 47],
    buttonLabel: [255, 255, 255],
    secondaryLabel: [36, 69, 47],
    field: [255, 255, 255],
  },
  warm: {
    background: [247, 222, 199],
    text: [58, 29, 16],
    heading: [108, 35, 14],
    button: [124, 45, 18],
    buttonLabel: [255, 255, 255],
    secondaryLabel: [108, 35, 14],
    field: [255, 245, 235],
  },
  strong: {
    background: [29, 58, 143],
    text: [255, 255, 255],
    heading: [255, 224, 130],
    button: [255, 216, 77],
    buttonLabel: [29, 29, 27],
    secondaryLabel: [255, 233, 163],
    field: [22, 46, 117],
  },
  dark: {
    background: [21, 24, 28],
    text: [236, 231, 221],
    heading: [255, 255, 255],
    button: [230, 197, 128],
    buttonLabel: [21, 24, 28],
    secondaryLabel: [230, 197, 128],
    field: [33, 38, 44],
  },
};

/** The variables that a theme of this kind makes from a scheme: three numbers, or whole colors. */
export function schemeVariables({ design, scheme }: Pick<ThemeLook, "design" | "scheme">): string {
  const colors = schemes[scheme];
  const whole = (color: Rgb) => `rgb(${color.join(" ")})`;
  const variables =
    design === "dawn-like"
      ? {
          "color-background": colors.background.join(","),
          "color-foreground": colors.text.join(","),
          "color-button": colors.button.join(","),
          "color-button-text": colors.buttonLabel.join(","),
          "color-secondary-button": colors.background.join(","),
          "color-secondary-button-text": colors.secondaryLabel.join(","),
          "color-link": colors.secondaryLabel.join(","),
        }
      : {
          "color-background": whole(colors.background),
          "color-foreground": whole(colors.text),
          "color-foreground-heading": whole(colors.heading),
          "color-primary": whole(colors.secondaryLabel),
          "color-primary-button-background": whole(colors.button),
          "color-primary-button-text": whole(colors.buttonLabel),
          "color-primary-button-border": whole(colors.button),
          "color-secondary-button-background": "transparent",
          "color-secondary-button-text": whole(colors.secondaryLabel),
          "color-secondary-button-border": whole(colors.secondaryLabel),
        };
  const lines = Object.entries({ ...variables, field: whole(colors.field) });
  return `:root{${lines.map(([name, value]) => `--${name}:${value}`).join(";")}}`;
}
