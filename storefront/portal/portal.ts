import type { Change, Choices, PortalAnswer } from "./answers.ts";

/** What can be chosen, each with a screen of its own. */
export const SCREENS = [
  "question",
  "reactivate",
  "skip",
  "move",
  "charge_now",
  "pause",
  "resume",
  "frequency",
  "products",
  "address",
  "renewal_credit",
  "payment",
  "charges",
  "withdraw",
] as const;

export type Screen = (typeof SCREENS)[number];

/** What went wrong, each a sentence that says whether anything changed. */
type PortalError = "offline" | "signed_out" | "unread" | "check" | "refused" | "unknown";

/** Everything that is needed to show the portal. */
export interface PortalView {
  /** What the contract is now; null until it has been read. */
  facts: PortalAnswer | null;
  /** Null is the overview. */
  screen: Screen | null;
  /** A request is under way: nothing else can be started until it has ended. */
  busy: boolean;
  error: PortalError | null;
  /** What the server said of the error, in the page's language; none where it said nothing to a shopper. */
  message: string | undefined;
  /** The change that was made last, for its receipt. */
  made: Change | null;
}

/** The surroundings, injected so that it also runs without a page. */
export interface PortalPorts {
  /** As `fetch`. */
  request: (url: string, init: RequestInit) => Promise<Pick<Response, "ok" | "status" | "json">>;
  online: () => boolean;
  show: (view: PortalView) => void;
}

export interface Portal {
  /** Reads what the contract is, and shows a screen where there is something to choose on it, else the overview. */
  open(screen?: Screen | null): Promise<void>;
  /** Goes to another screen, or back to the overview. Refused while a request is under way. */
  choose(screen: Screen | null): void;
  send(change: Change): Promise<void>;
  /** Says that a part of the page did not come. */
  miss(): void;
}

/** Whether a screen has anything to choose from, or to read, now. */
export function isOpen(
  screen: Screen,
  { choices, upcoming, charges, payment }: PortalAnswer,
): boolean {
  const open = {
    ...choices,
    payment,
    charges: upcoming[0] ?? charges[0],
    pause: choices.pauses[0] ?? choices.pause_until,
    frequency: choices.frequencies[0],
    products: choices.lines.find(isChangeable),
  };
  return !!open[screen];
}

export function isChangeable({ quantities, variants }: Choices["lines"][number]): boolean {
  return !!quantities || variants.some(({ available }) => available);
}

const patienceMs = 15_000;
const noAnswer = 599;

interface Refusal {
  failed: number;
  code?: string;
  message?: string;
}

type Said = { facts: PortalAnswer } | Refusal;

/**
 * The portal without its page: what is asked of the server, one request at a time, and what is said when it fails. Any change
 * may be sent twice, and after a failure the contract itself is asked what has become of it.
 *
 * @param url address of the contract's portal.
 * @param language of the page, in which the server words what it refuses.
 */
export function createPortal(ports: PortalPorts, url: string, language: string): Portal {
  const nothing = { error: null, message: undefined, made: null };
  const view: PortalView = { facts: null, screen: null, busy: false, ...nothing };
  const show = () => ports.show(view);

  const ask = async (path = "?", body?: Change): Promise<Said> => {
    try {
      const response = await ports.request(`${url}${path}lang=${language}`, {
        ...(body && {
          method: "POST",
          body: JSON.stringify(body),
          headers: { "content-type": "application/json" },
        }),
        signal: AbortSignal.timeout(patienceMs),
      });
      const answer = await response.json();
      return response.ok ? { facts: answer } : { ...answer, failed: response.status };
    } catch {
      return { failed: noAnswer };
    }
  };

  /** Lets one request, with what follows from it, happen at a time. */
  const turn = async (work: () => Promise<void>) => {
    if (view.busy) return;
    Object.assign(view, nothing);
    if (ports.online()) {
      view.busy = true;
      show();
      await work();
      view.busy = false;
    } else view.error = "offline";
    show();
  };

  /** @returns whether the contract could be read. */
  const read = async (): Promise<boolean> => {
    const said = await ask();
    if ("facts" in said) {
      view.facts = said.facts;
      return true;
    }
    view.error = said.failed === 401 ? "signed_out" : "unread";
    if (said.failed < 500) return false;
    // Who withdraws needs nothing but the record.
    const record = await ask("?from=record&");
    const facts = "facts" in record && record.facts;
    if (!facts || !(facts.choices.withdraw ?? facts.withdrawn_at)) return false;
    view.facts = facts;
    return true;
  };

  return {
    open: (screen = null) =>
      turn(async () => {
        view.screen = null;
        if ((await read()) && screen && view.facts && isOpen(screen, view.facts)) {
          view.screen = screen;
        }
      }),
    choose(screen) {
      // Escape on the overview leaves the receipt there.
      if (view.busy || view.screen === screen) return;
      Object.assign(view, { ...nothing, screen });
      show();
    },
    miss() {
      Object.assign(view, { ...nothing, error: "unread" });
      show();
    },
    send: (change) =>
      turn(async () => {
        const said = await ask("/changes?", change);
        const made = (facts: PortalAnswer) =>
          void Object.assign(view, { ...nothing, facts, screen: null, made: change });
        if ("facts" in said) return made(said.facts);
        if (said.failed === 401) {
          view.error = "signed_out";
          return;
        }
        const isRead = await read();
        if (!isRead && view.error !== "unread") return;
        // It counts from the moment that it is written down, whether its answer came or not.
        if (isRead && change.action === "withdraw" && view.facts?.withdrawn_at)
          return made(view.facts);
        const error = errorOf(said, change);
        view.error = error;
        if (error !== "unknown") view.message = said.message;
        // What was typed is kept; everything else is decided again, by what is true now.
        if (isRead && error !== "check") view.screen = null;
      }),
  };
}

function errorOf({ failed, code }: Refusal, { action }: Change): PortalError {
  if (failed > 499) return "unknown";
  // Nothing is entered for these: what is in the way is shown instead.
  const isEntered = action !== "reactivate" && action !== "withdraw" && action !== "answer";
  const isWrong = code === "invalid_input" || code === "change_refused";
  return isEntered && isWrong ? "check" : "refused";
}
