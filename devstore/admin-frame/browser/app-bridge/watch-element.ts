/** Calls back now and whenever something inside an element, or one of its attributes, changes. */
export function watchElement(element: Element, changed: () => void): MutationObserver {
  const observer = new MutationObserver(changed);
  observer.observe(element, {
    attributes: true,
    childList: true,
    characterData: true,
    subtree: true,
  });
  changed();
  return observer;
}

const ids = new WeakMap<Element, string>();
const elements = new Map<string, WeakRef<Element>>();
let lastId = 0;

/** A name by which the admin can point at an element of the app. */
export function idOf(element: Element): string {
  const known = ids.get(element);
  if (known !== undefined) return known;
  lastId += 1;
  const id = `element-${lastId}`;
  ids.set(element, id);
  elements.set(id, new WeakRef(element));
  return id;
}

export function elementOf(id: string): Element | undefined {
  return elements.get(id)?.deref();
}

/** React writes custom attributes as they are called in JSX, HTML in lower case: both count, unless "false". */
export function hasFlag(element: Element, name: string): boolean {
  const value = element.getAttribute(name);
  return value !== null && value !== "false";
}

export function labelOf(element: Element): string {
  return (element.getAttribute("label") ?? element.textContent ?? "").trim();
}
