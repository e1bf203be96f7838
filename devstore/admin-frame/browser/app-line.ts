import { envelope, type MessageToAdmin, type MessageToApp, opened } from "../messages.ts";

/** The line to the app in its frame. Only that frame, on the app's own origin, is listened to. */
export class AppLine {
  readonly #frame: HTMLIFrameElement;
  readonly #appOrigin: string;

  constructor(frame: HTMLIFrameElement, appOrigin: string) {
    this.#frame = frame;
    this.#appOrigin = appOrigin;
  }

  send(message: MessageToApp): void {
    this.#frame.contentWindow?.postMessage(envelope(message), this.#appOrigin);
  }

  onMessage(listener: (message: MessageToAdmin) => void): void {
    window.addEventListener("message", (event) => {
      const fromApp =
        event.source === this.#frame.contentWindow && event.origin === this.#appOrigin;
      const message = fromApp ? opened<MessageToAdmin>(event.data) : undefined;
      if (message !== undefined) listener(message);
    });
  }
}
