import { createI18n } from "./extension-i18n.ts";
import type {
  ExtensionStart,
  MessageFromExtension,
  MessageToExtension,
} from "./extension-messages.ts";
import { createRemoteDocument } from "./remote-document.ts";

type Target = () => void | Promise<void>;

const scope = globalThis as unknown as Record<string, unknown>;
const targets = new Map<string, Target>();
const questions = new Map<number, (token: string | null) => void>();
let line: MessagePort | null = null;

const send = (message: MessageFromExtension) => line?.postMessage(message);
const document = createRemoteDocument(send);

function fail(error: unknown): void {
  send({ type: "failed", message: error instanceof Error ? error.message : String(error) });
}

/** A fresh token of the merchant's session. */
function idToken(): Promise<string | null> {
  return new Promise((resolve) => {
    const question = questions.size;
    questions.set(question, resolve);
    send({ type: "idToken", question });
  });
}

/** Requests to the app's own server bear the merchant's token; nobody else's server gets it. */
function patchFetch(appUrl: string): void {
  const original = scope.fetch as typeof fetch;
  scope.fetch = async (input: string | URL, init: RequestInit = {}) => {
    const url = new URL(input, `${appUrl}/`);
    if (!/^https?:$/.test(url.protocol)) throw new TypeError(`${url.protocol} is not served here`);
    if (url.origin !== new URL(appUrl).origin) return original(url, init);
    const headers = new Headers(init.headers);
    const token = await idToken();
    if (token !== null) headers.set("Authorization", `Bearer ${token}`);
    return original(url, { ...init, headers, credentials: "omit" });
  };
}

async function start(given: ExtensionStart): Promise<void> {
  patchFetch(given.appUrl);
  const target = targets.get(given.target);
  if (target === undefined) throw new Error(`The extension has no target ${given.target}`);
  scope.shopify = Object.freeze({
    extension: { target: given.target },
    data: given.data,
    auth: { idToken },
    i18n: createI18n(given),
    close: () => send({ type: "close" }),
  });
  await target();
}

// Until it starts, the script may only say what it has.
scope.shopify = Object.freeze({
  extend: (name: string, target: Target) => {
    targets.set(name, target);
  },
});
scope.document = document;

self.addEventListener("error", (event) => fail(event.error ?? event.message));
self.addEventListener("unhandledrejection", (event) => fail(event.reason));
self.addEventListener("message", (event) => {
  [line = null] = event.ports;
  if (line === null) return;
  line.onmessage = ({ data }: MessageEvent<MessageToExtension>) => {
    if (data.type === "start") start(data.start).catch(fail);
    else if (data.type === "event") document.body.receive(data.id, data.event);
    else questions.get(data.question)?.(data.token);
  };
});
