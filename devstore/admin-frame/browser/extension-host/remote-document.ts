import { checkProperty, ruleOf } from "./element-rules.ts";
import type { MessageFromExtension, NodeRecord } from "./extension-messages.ts";

type Send = (message: MessageFromExtension) => void;
type Listener = (event: { type: string; currentTarget: RemoteElement }) => void;

/** Attributes that an extension may set by name; all else goes by properties. */
const ATTRIBUTES = new Set(["slot", "href"]);

let ids = 0;

/** A node of an extension's document: the part of the standard interface that this admin knows. */
abstract class RemoteNode {
  readonly #id = ids++;
  parentNode: RemoteElement | null = null;

  get remoteId(): number {
    return this.#id;
  }

  abstract get record(): NodeRecord;
  abstract get textContent(): string;
}

class RemoteText extends RemoteNode {
  readonly #text: string;

  constructor(text: string) {
    super();
    this.#text = text;
    Object.preventExtensions(this);
  }

  get textContent(): string {
    return this.#text;
  }

  get record(): NodeRecord {
    return { id: this.remoteId, kind: "text", text: this.#text };
  }
}

class RemoteElement extends RemoteNode {
  readonly localName: string;
  readonly #send: Send;
  readonly #isBody: boolean;
  readonly #children: RemoteNode[] = [];
  readonly #properties: Record<string, unknown> = {};
  readonly #listeners: Listener[] = [];

  constructor(tag: string, send: Send, isBody = false) {
    super();
    this.localName = tag;
    this.#send = send;
    this.#isBody = isBody;
    for (const name of isBody ? [] : Object.keys(ruleOf(tag).properties)) {
      Object.defineProperty(this, name, {
        get: () => this.#properties[name],
        set: (value: unknown) => this.#set(name, value),
      });
    }
    // A property that the platform's element does not have is an error, not a note on the element.
    Object.preventExtensions(this);
  }

  get firstChild(): RemoteNode | null {
    return this.#children[0] ?? null;
  }

  get textContent(): string {
    return this.#children.map((child) => child.textContent).join("");
  }

  set textContent(text: string) {
    for (const child of [...this.#children]) this.removeChild(child);
    this.appendChild(new RemoteText(String(text)));
  }

  get record(): NodeRecord {
    return {
      id: this.remoteId,
      kind: "element",
      tag: this.localName,
      properties: { ...this.#properties },
      children: this.#children.map((child) => child.record),
    };
  }

  appendChild<T extends RemoteNode>(child: T): T {
    return this.insertBefore(child, null);
  }

  insertBefore<T extends RemoteNode>(child: T, before: RemoteNode | null): T {
    if (child instanceof RemoteText && (this.#isBody || !ruleOf(this.localName).text)) {
      throw new TypeError(`<${this.localName}> takes no text`);
    }
    child.parentNode?.removeChild(child);
    const at = before === null ? this.#children.length : this.#children.indexOf(before);
    if (at === -1) throw new TypeError("The node before which to insert is not a child");
    this.#children.splice(at, 0, child);
    child.parentNode = this;
    if (this.isConnected) {
      const { remoteId: parent } = this;
      this.#send({ type: "insert", parent, node: child.record, before: before?.remoteId ?? null });
    }
    return child;
  }

  removeChild<T extends RemoteNode>(child: T): T {
    const at = this.#children.indexOf(child);
    if (at === -1) throw new TypeError("The node to remove is not a child");
    this.#children.splice(at, 1);
    child.parentNode = null;
    if (this.isConnected) this.#send({ type: "remove", id: child.remoteId });
    return child;
  }

  setAttribute(name: string, value: string): void {
    if (!ATTRIBUTES.has(name)) throw new TypeError(`Set ${name} as a property`);
    this.#set(name, String(value));
  }

  addEventListener(type: string, listener: Listener): void {
    if (!ruleOf(this.localName).events?.includes(type)) {
      throw new TypeError(`<${this.localName}> has no event ${type}`);
    }
    this.#listeners.push(listener);
  }

  get isConnected(): boolean {
    return this.#isBody || (this.parentNode?.isConnected ?? false);
  }

  /** Finds the element of an event and tells its listeners. */
  receive(id: number, type: string): void {
    if (id === this.remoteId) {
      for (const listener of this.#listeners) listener({ type, currentTarget: this });
    }
    for (const child of this.#children) {
      if (child instanceof RemoteElement) child.receive(id, type);
    }
  }

  #set(name: string, value: unknown): void {
    checkProperty(this.localName, name, value);
    this.#properties[name] = value;
    if (this.isConnected) this.#send({ type: "property", id: this.remoteId, name, value });
  }
}

/** The `document` of an extension. Its body is node 0. */
export function createRemoteDocument(send: Send) {
  return Object.freeze({
    body: new RemoteElement("body", send, true),
    createElement: (tag: string) => new RemoteElement(tag, send),
    createTextNode: (text: string) => new RemoteText(String(text)),
  });
}
