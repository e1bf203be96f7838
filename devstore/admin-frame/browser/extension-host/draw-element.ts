/** How an element of the platform is drawn in this admin. */
export interface Drawn {
  root: HTMLElement;
  /** Where a child of that slot goes; "" is no slot. */
  placeOf(slot: string): HTMLElement;
  set(name: string, value: unknown): void;
}

interface Surroundings {
  /** The admin's address for an address of the extension's. */
  resolve(href: string): string;
  /** The dialog, which the action's heading, content and buttons belong to. */
  dialog: { heading: HTMLElement; body: HTMLElement; footer: HTMLElement };
}

type Draw = (around: Surroundings) => Drawn;

let headings = 0;

function tag<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className = "",
  ...children: HTMLElement[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  element.className = className;
  element.append(...children);
  return element;
}

/** An element whose properties are classes of its box, for example `s-stack--gap-base`. */
function box(root: HTMLElement, className: string): Drawn {
  const classes = new Map<string, string>();
  const set = (name: string, value: unknown) => {
    classes.set(name, `${className}--${name}-${value}`);
    root.className = [className, ...classes.values()].join(" ");
  };
  root.className = className;
  return { root, placeOf: () => root, set };
}

const DRAWINGS: Readonly<Record<string, Draw>> = {
  "s-admin-action": ({ dialog }) => {
    const root = tag("div", "s-admin-action");
    return {
      root,
      placeOf: (slot) => (slot === "" ? root : dialog.footer),
      set: (name, value) => {
        if (name === "heading") dialog.heading.textContent = String(value);
        if (name === "loading") {
          dialog.body.setAttribute("aria-busy", String(value));
          root.inert = value === true;
        }
      },
    };
  },
  "s-badge": () => box(tag("span"), "s-badge"),
  "s-banner": () => {
    const heading = tag("p", "s-banner__heading");
    heading.hidden = true;
    const words = tag("div");
    const actions = tag("div", "s-banner__actions");
    const root = tag("div", "s-banner", heading, words, actions);
    root.setAttribute("role", "status");
    return {
      root,
      placeOf: (slot) => (slot === "" ? words : actions),
      set: (name, value) => {
        if (name === "tone") {
          root.className = `s-banner s-banner--${value}`;
          root.setAttribute("role", value === "critical" ? "alert" : "status");
        }
        if (name === "heading") {
          heading.textContent = String(value);
          heading.hidden = value === "";
        }
      },
    };
  },
  "s-button": () => {
    const root = tag("button");
    root.type = "button";
    return {
      root,
      placeOf: () => root,
      set: (name, value) => {
        if (name === "accessibilityLabel") root.setAttribute("aria-label", String(value));
        if (name === "disabled") root.disabled = value === true;
        // One that turns keeps the focus, and takes no click.
        if (name === "loading") {
          root.classList.toggle("busy", value === true);
          root.setAttribute("aria-disabled", String(value === true));
        }
        if (name === "variant") root.classList.toggle("primary", value === "primary");
        if (name === "tone") root.classList.toggle("s-critical", value === "critical");
      },
    };
  },
  "s-link": ({ resolve }) => {
    const root = tag("a");
    return {
      root,
      placeOf: () => root,
      set: (name, value) => {
        if (name === "href") root.href = resolve(String(value));
        if (name === "accessibilityLabel") root.setAttribute("aria-label", String(value));
      },
    };
  },
  "s-list-item": () => box(tag("li"), "s-list-item"),
  "s-paragraph": () => box(tag("p"), "s-paragraph"),
  "s-section": () => {
    const heading = tag("h3");
    headings += 1;
    heading.id = `s-section-${headings}`;
    const content = tag("div");
    const root = tag("section", "s-section", heading, content);
    root.setAttribute("aria-labelledby", heading.id);
    return {
      root,
      placeOf: () => content,
      set: (name, value) => {
        if (name === "heading") heading.textContent = String(value);
      },
    };
  },
  "s-stack": () => box(tag("div"), "s-stack"),
  "s-unordered-list": () => box(tag("ul"), "s-unordered-list"),
};

export function drawElement(name: string, around: Surroundings): Drawn {
  const draw = DRAWINGS[name];
  if (draw === undefined) throw new TypeError(`<${name}> cannot be drawn`);
  return draw(around);
}
