import {
  envelope,
  type FrameConfig,
  type MessageToAdmin,
  type MessageToApp,
  opened,
  type Question,
} from "../../messages.ts";

type Listener = (message: MessageToApp) => void;

/** The line to the admin around the app's frame. What is said before the admin has answered waits. */
export class AdminLink {
  readonly #storeOrigin: string;
  readonly #listeners: Listener[] = [];
  readonly #waiting: MessageToAdmin[] = [];
  readonly #questions = new Map<number, (value: unknown) => void>();
  #adminOrigin: string | null = null;
  #lastQuestion = 0;
  /** Settles once the admin has answered, with what it says of itself. */
  readonly welcome: Promise<FrameConfig>;

  /** @param storeOrigin where this script came from: the admin is there, or under another name of
   *   this machine beside it. */
  constructor(storeOrigin: string) {
    this.#storeOrigin = storeOrigin;
    const { promise, resolve } = Promise.withResolvers<FrameConfig>();
    this.welcome = promise;
    window.addEventListener("message", (event) => {
      if (event.source !== window.parent || !this.#isAdmin(event.origin)) return;
      const message = opened<MessageToApp>(event.data);
      if (message === undefined) return;
      if (message.type === "welcome") {
        this.#adminOrigin = event.origin;
        for (const waiting of this.#waiting.splice(0)) this.send(waiting);
        resolve(message.config);
      } else if (message.type === "answer") {
        this.#questions.get(message.id)?.(message.value);
        this.#questions.delete(message.id);
      } else {
        for (const listener of this.#listeners) listener(message);
      }
    });
    // Nothing in a greeting is secret, and the admin's origin is not known before it answers.
    window.parent.postMessage(envelope<MessageToAdmin>({ type: "hello" }), "*");
  }

  send(message: MessageToAdmin): void {
    if (this.#adminOrigin === null) this.#waiting.push(message);
    else window.parent.postMessage(envelope(message), this.#adminOrigin);
  }

  ask<T>(question: Question): Promise<T> {
    this.#lastQuestion += 1;
    const id = this.#lastQuestion;
    return new Promise<T>((resolve) => {
      this.#questions.set(id, (value) => resolve(value as T));
      this.send({ type: "question", id, question });
    });
  }

  onMessage(listener: Listener): void {
    this.#listeners.push(listener);
  }

  #isAdmin(origin: string): boolean {
    if (origin === this.#storeOrigin) return true;
    const admin = new URL(origin);
    const store = new URL(this.#storeOrigin);
    return (
      admin.protocol === store.protocol &&
      admin.port === store.port &&
      /^(.+\.)?localhost$|^127\.0\.0\.1$/.test(admin.hostname)
    );
  }
}
