import { adminPathOf, adminTarget } from "../../app-path.ts";
import type { ExtensionSettings } from "../../purchase-options-card.ts";
import { pageElement } from "../page-elements.ts";
import { sessionToken } from "../session-token.ts";
import type { MessageFromExtension, MessageToExtension } from "./extension-messages.ts";
import { ExtensionView } from "./extension-view.ts";

/** What the opened extension is about, from the button that opened it. */
interface Opened {
  target: string;
  id: string;
  sellingPlanId: string | undefined;
}

const settings = JSON.parse(
  pageElement("extension-settings", HTMLScriptElement).textContent ?? "",
) as ExtensionSettings;
const dialog = pageElement("extension", HTMLDialogElement);
const heading = pageElement("extension-heading", HTMLElement);
const body = pageElement("extension-body", HTMLElement);
const footer = pageElement("extension-footer", HTMLElement);
const card = pageElement("purchase-options", HTMLElement);

/** Runs the extension in an isolated frame, and draws in the dialog what it asks for. */
function open({ target, id, sellingPlanId }: Opened): void {
  heading.textContent = settings.appName;
  body.replaceChildren();
  body.setAttribute("aria-busy", "true");
  footer.replaceChildren();
  const { port1: line, port2 } = new MessageChannel();
  const send = (message: MessageToExtension) => line.postMessage(message);
  const around = { resolve, dialog: { heading, body, footer } };
  const view = new ExtensionView(around, (node, event) => send({ type: "event", id: node, event }));
  line.onmessage = ({ data }: MessageEvent<MessageFromExtension>) => {
    try {
      if (data.type === "close") dialog.close();
      else if (data.type === "failed") fail(data.message);
      else if (data.type === "idToken") void answerToken(data.question, send);
      else view.apply(data);
    } catch (error) {
      fail(error instanceof Error ? error.message : String(error));
    }
  };
  const selected = [{ id, ...(sellingPlanId !== undefined && { sellingPlanId }) }];
  send({ type: "start", start: { ...settings.start, target, data: { selected } } });
  const frame = createSandbox(port2);
  dialog.addEventListener(
    "close",
    () => {
      frame.remove();
      line.close();
      void refreshCard();
    },
    { once: true },
  );
  dialog.showModal();
}

/** Scripts only: no origin of the admin's, no forms, no windows, no way to the page around it. */
function createSandbox(port: MessagePort): HTMLIFrameElement {
  const frame = document.createElement("iframe");
  frame.hidden = true;
  frame.title = "Extension";
  frame.setAttribute("sandbox", "allow-scripts");
  const script = new URL(settings.sandboxUrl, location.href).href;
  frame.srcdoc = `<!doctype html><title>Extension</title><script src="${script}"></script>`;
  frame.addEventListener("load", () => {
    const start = {
      workerUrl: new URL(settings.workerUrl, location.href).href,
      scriptUrl: new URL(settings.scriptUrl, location.href).href,
    };
    frame.contentWindow?.postMessage(start, "*", [port]);
  });
  dialog.append(frame);
  return frame;
}

async function answerToken(question: number, send: (message: MessageToExtension) => void) {
  const token = await sessionToken(settings.staffId).catch(() => null);
  send({ type: "idToken", question, token });
}

/** The admin's address for one that an extension names: `app:` is below the app's own address. */
function resolve(href: string): string {
  const inApp = /^app:\/*(.*)$/.exec(href);
  if (inApp !== null) {
    const path = `/${inApp[1] ?? ""}`;
    // Outside of the app's own pages the admin would show the app's error.
    if (path !== "/app" && !path.startsWith("/app/")) {
      throw new TypeError(`The app has no page at ${path}`);
    }
    return adminPathOf(settings.handle, path);
  }
  const inAdmin = adminTarget(href);
  if (inAdmin === undefined)
    throw new TypeError(`Extensions link to app: and shopify:, not ${href}`);
  return inAdmin;
}

/** An extension that does what the platform does not take is stopped, and says so where nobody overlooks it. */
function fail(message: string): void {
  console.error(`The extension failed: ${message}`);
  const words = document.createElement("p");
  words.setAttribute("role", "alert");
  words.className = "bad";
  words.textContent = `The extension failed: ${message}`;
  body.replaceChildren(words);
  body.removeAttribute("aria-busy");
  footer.replaceChildren();
}

/** The card says what is attached now. The focus goes back to where it came from, as far as that is still there. */
async function refreshCard(): Promise<void> {
  const page = await (await fetch(location.href)).text();
  const fresh = new DOMParser().parseFromString(page, "text/html").getElementById(card.id);
  if (fresh === null) return location.reload();
  card.replaceChildren(...fresh.childNodes);
  card.querySelector<HTMLElement>("[data-add]")?.focus();
}

card.addEventListener("click", ({ target }) => {
  const button = target instanceof Element ? target.closest("button[data-target]") : null;
  if (!(button instanceof HTMLButtonElement)) return;
  const { target: name = "", id = "", sellingPlanId } = button.dataset;
  open({ target: name, id, sellingPlanId });
});
pageElement("extension-close", HTMLButtonElement).addEventListener("click", () => dialog.close());
