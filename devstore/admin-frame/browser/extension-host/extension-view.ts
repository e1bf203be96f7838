import { type Drawn, drawElement } from "./draw-element.ts";
import { checkProperty, ruleOf } from "./element-rules.ts";
import type { MessageFromExtension, NodeRecord } from "./extension-messages.ts";

type Surroundings = Parameters<typeof drawElement>[1];

interface Shown {
  id: number;
  node: Node;
  drawn: Drawn | null;
  slot: string;
  children: Shown[];
  parent: Shown | null;
}

/**
 * Draws an extension's elements from its messages. Each is checked here once more: what an extension sends is as little
 * trusted as what it calls.
 */
export class ExtensionView {
  readonly #around: Surroundings;
  readonly #onEvent: (id: number, event: string) => void;
  readonly #shown = new Map<number, Shown>();
  readonly #tags = new Map<Shown, string>();

  constructor(around: Surroundings, onEvent: (id: number, event: string) => void) {
    this.#around = around;
    this.#onEvent = onEvent;
    const drawn = { root: around.dialog.body, placeOf: () => around.dialog.body, set: () => {} };
    const body = { id: 0, node: around.dialog.body, drawn, slot: "", children: [], parent: null };
    this.#shown.set(0, body);
  }

  /** @throws TypeError for what the platform's elements do not take. */
  apply(message: MessageFromExtension): void {
    if (message.type === "insert") {
      const parent = this.#get(message.parent);
      const isAction = message.node.kind === "element" && message.node.tag === "s-admin-action";
      if (isAction !== (parent.id === 0)) {
        throw new TypeError(
          "An action has one <s-admin-action> in its body, and nothing beside it",
        );
      }
      const at = parent.children.findIndex(({ id }) => id === message.before);
      this.#insert(parent, this.#draw(message.node), at === -1 ? parent.children.length : at);
    }
    if (message.type === "remove") this.#remove(this.#get(message.id));
    if (message.type === "property") this.#set(message.id, message.name, message.value);
  }

  #draw(record: NodeRecord): Shown {
    if (record.kind === "text") {
      const node = document.createTextNode(record.text);
      return this.#keep({ id: record.id, node, drawn: null, slot: "", children: [], parent: null });
    }
    const rule = ruleOf(record.tag);
    const drawn = drawElement(record.tag, this.#around);
    const slot = String(record.properties.slot ?? "");
    const { id } = record;
    const shown = this.#keep({ id, node: drawn.root, drawn, slot, children: [], parent: null });
    this.#tags.set(shown, record.tag);
    for (const event of rule.events ?? []) {
      drawn.root.addEventListener(event, () => {
        if (drawn.root.getAttribute("aria-disabled") !== "true") this.#onEvent(id, event);
      });
    }
    for (const [name, value] of Object.entries(record.properties)) this.#set(id, name, value);
    for (const child of record.children) {
      this.#insert(shown, this.#draw(child), shown.children.length);
    }
    return shown;
  }

  #set(id: number, name: string, value: unknown): void {
    const shown = this.#get(id);
    checkProperty(this.#tags.get(shown) ?? "", name, value);
    if (name !== "slot") shown.drawn?.set(name, value);
  }

  #insert(parent: Shown, child: Shown, at: number): void {
    const slots = ruleSlots(this.#tags.get(parent));
    if (child.slot !== "" && !slots.includes(child.slot)) {
      throw new TypeError(`<${this.#tags.get(parent)}> has no slot ${child.slot}`);
    }
    const place = parent.drawn?.placeOf(child.slot);
    if (place === undefined) throw new TypeError("Text has no children");
    const next = parent.children.slice(at).find(({ slot }) => slot === child.slot);
    place.insertBefore(child.node, next?.node ?? null);
    parent.children.splice(at, 0, child);
    child.parent = parent;
  }

  #remove(shown: Shown): void {
    const siblings = shown.parent?.children ?? [];
    siblings.splice(siblings.indexOf(shown), 1);
    shown.node.parentNode?.removeChild(shown.node);
    this.#forget(shown);
  }

  #forget(shown: Shown): void {
    this.#shown.delete(shown.id);
    this.#tags.delete(shown);
    for (const child of shown.children) this.#forget(child);
  }

  #keep(shown: Shown): Shown {
    this.#shown.set(shown.id, shown);
    return shown;
  }

  #get(id: number): Shown {
    const shown = this.#shown.get(id);
    if (shown === undefined) throw new TypeError(`There is no node ${id}`);
    return shown;
  }
}

function ruleSlots(tag: string | undefined): readonly string[] {
  return tag === undefined ? [] : (ruleOf(tag).slots ?? []);
}
