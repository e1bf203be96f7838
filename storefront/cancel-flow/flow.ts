import type { Answer } from "./answers.ts";
import { type Lines, linesOf, type Step } from "./flow-lines.ts";

/** The texts which say what went wrong, and whether anything changed. */
export type FlowError =
  | "offline"
  | "signed_out"
  | "failed"
  | "unknown"
  | "offer_gone"
  | "offer_failed";

interface Answers {
  /** A reason's alias; null when the shopper gave none, which is always allowed. */
  reason: string | null;
  note: string;
}

/** Everything a screen needs to show the flow. */
export interface FlowView {
  step: Step;
  /** A request is under way: nothing else can be started until it has ended. */
  busy: boolean;
  error: FlowError | null;
  lines: Lines;
  /** All that was answered so far. */
  facts: Answer;
  /** The outcome, once the flow is back at the card. */
  over: "done" | "saved" | null;
  answers: Answers;
}

/** The environment of the flow, injected so it also runs without a page. */
export interface FlowPorts {
  /** As `fetch`. */
  request: (url: string, init: RequestInit) => Promise<Pick<Response, "ok" | "status" | "json">>;
  /** A signal which aborts after so many milliseconds. */
  timer: (milliseconds: number) => AbortSignal;
  /** Lasts for the session. May throw, as a browser with storage switched off does. */
  storage: () => Pick<Storage, "getItem" | "setItem" | "removeItem">;
  online: () => boolean;
  uuid: () => string;
  show: (view: FlowView) => void;
}

export interface FlowOptions {
  /** Address of the contract's own endpoints; also names what is kept for the session. */
  url: string;
  /** "confirm" asks for no reason and makes no offer. */
  mode: "standard" | "confirm";
  /** When the contract would end if it were cancelled now, as far as the page knows. */
  ends?: string;
}

export interface Flow {
  /** Starts at the first step; `straight` cancels at once, without any step. */
  open(straight?: boolean): void;
  /** Sends the reason; goes to the offer that fits it, or to the confirmation. */
  answer(answers: Partial<Answers>): void;
  /** Goes to the confirmation without reason and offer. */
  skip(): void;
  accept(): void;
  decline(): void;
  cancel(): void;
  /** Back to the card. Refused while a request is under way, as it could not say what changed. */
  close(): void;
  /**
   * Goes on where a session that ended had to stop, and gives the answers that were kept. Never cancels or
   * accepts anything by itself.
   */
  resume(): Answers | undefined;
}

interface Kept {
  step: Step;
  answers: Answers;
  flowId: string | undefined;
}

/** What may be done without gets this long, and is then done without. */
const patienceMs = 1500;
const actMs = 15_000;
const noAnswer = 599;
const nothingSaid: Answers = { reason: null, note: "" };

/**
 * The cancel flow without its screen: which step comes next, what is asked of the server, what is said when
 * it fails. One request at a time; a repeated attempt carries the same idempotency key, so that trying again
 * is always safe. Cancelling never depends on the offer's part of the way.
 */
export function createFlow(ports: FlowPorts, options: FlowOptions): Flow {
  const first = options.mode === "standard" ? "reason" : "confirm";
  let flowId: string | undefined;
  /** One for each arrival at a step: whatever is tried again there is the same attempt. */
  let key = ports.uuid();
  /** What is not over yet for all we know: while there is such a thing, the card claims nothing else. */
  let doubt: FlowError | null = null;
  const view: FlowView = {
    step: "card",
    busy: false,
    error: null,
    lines: [],
    facts: { contract: { ends_on: options.ends as string } },
    over: null,
    answers: nothingSaid,
  };

  const show = () => ports.show(view);

  const go = (step: Step, news: Answer = {}) => {
    Object.assign(view.facts, news);
    key = ports.uuid();
    view.step = step;
    view.lines =
      step === "card" && doubt ? [] : linesOf((step === "card" && view.over) || step, view.facts);
  };

  /** A step that needs no response. */
  const move = (step: Step) => {
    if (view.busy) return;
    view.error = step === "card" ? doubt : null;
    go(step);
    show();
  };

  const send = (milliseconds: number, path = "", body?: object) =>
    ask(ports, options.url + path, milliseconds, body);

  /** Lets one request, with what follows from it, happen at a time. */
  const turn = async (work: () => Promise<void>) => {
    if (view.busy) return;
    view.error = null;
    if (ports.online()) {
      view.busy = true;
      show();
      await work();
      view.busy = false;
    } else view.error = "offline";
    show();
  };

  const end = (step: "done" | "saved", news: Answer) => {
    view.over = step;
    doubt = null;
    go(view.step === "card" ? "card" : step, news);
  };

  /** True when an answer leaves nothing to decide: nobody is signed in, or the contract is over already. */
  const settles = ({ failed, contract }: Answer): boolean => {
    if (failed === 401) {
      doubt = view.error = "signed_out";
      const kept: Kept = { step: view.step, answers: view.answers, flowId };
      inSession(ports, (storage) => storage.setItem(options.url, JSON.stringify(kept)));
      return true;
    }
    if (contract?.status !== "cancelled") return false;
    end("done", { already_cancelled: true, ends_on: contract.ends_on ?? null });
    return true;
  };

  const proceed = (answer: Answer) => {
    if (settles(answer)) return;
    flowId = answer.flow_id ?? flowId;
    const step = answer.offer && !answer.active_offer ? "offer" : "confirm";
    go(step, { offer: null, ...answer });
  };

  const look = () => turn(async () => proceed(await send(patienceMs)));

  const start = () => {
    view.over = null;
    move(first);
    if (first === "confirm") look();
  };

  /** After an error or no answer only the contract itself can say whether anything changed. */
  const truthAfter = async (answer: Answer, milliseconds = actMs) =>
    answer.failed === 401 ? answer : send(milliseconds);

  const answer = (answers: Partial<Answers>) =>
    turn(async () => {
      view.answers = { ...nothingSaid, ...answers };
      const said = await send(patienceMs, "/reason", { ...view.answers, flow_id: flowId });
      proceed(Number(said.failed) < 500 ? await truthAfter(said, patienceMs) : said);
    });

  const cancel = () =>
    turn(async () => {
      const body = { ...view.answers, flow_id: flowId, idempotency_key: key };
      const attempt = () => send(actMs, "/cancel", body);
      let said = await attempt();
      const truth = said.failed ? await truthAfter(said) : {};
      // What is over cannot be cancelled again: the same attempt answers its receipt, reference and all.
      if (truth.contract?.status === "cancelled") said = await attempt();
      if (!said.failed) end("done", said);
      else if (!settles(truth)) doubt = view.error = truth.failed ? "unknown" : "failed";
    });

  const accept = () =>
    turn(async () => {
      const offer_id = view.facts.offer?.id;
      const body = { flow_id: flowId, offer_id, idempotency_key: key };
      const said = await send(actMs, "/accept", body);
      if (!said.failed) return end("saved", said);
      // What was refused is refused again: there is nothing to try.
      if (said.code === "offer_gone" || said.code === "platform_refused") {
        view.error = "offer_gone";
        return;
      }
      const truth = await truthAfter(said);
      if (settles(truth)) return;
      const active = truth.active_offer;
      // A server that failed may have done it without knowing yet.
      if (!active) {
        if (truth.failed || said.failed > 499) doubt = view.error = "unknown";
        else view.error = "offer_failed";
      } else if (active.id === offer_id) end("saved", { applied: active });
      else go("confirm", truth);
    });

  return {
    open: (isStraight) => (isStraight ? cancel() : start()),
    answer,
    skip() {
      view.answers = nothingSaid;
      return look();
    },
    accept,
    decline: () => move("confirm"),
    cancel,
    close() {
      if (view.step !== "card") move("card");
    },
    resume() {
      const kept = inSession(ports, (storage) => {
        const text = storage.getItem(options.url);
        storage.removeItem(options.url);
        return text;
      });
      const { step = "card", answers, flowId: id }: Partial<Kept> = JSON.parse(kept ?? "{}");
      if (step === "card" || !answers) return;
      flowId = id;
      view.answers = answers;
      start();
      if (step === "offer") answer(answers);
      if (step === "confirm") look();
      return answers;
    },
  };
}

/** One request. Any failure to receive or read its response counts as no response. */
async function ask(
  ports: FlowPorts,
  url: string,
  milliseconds: number,
  body?: object,
): Promise<Answer> {
  try {
    const response = await ports.request(url, {
      ...(body && {
        method: "POST",
        body: JSON.stringify(body),
        headers: { "content-type": "application/json" },
      }),
      signal: ports.timer(milliseconds),
    });
    const answer: Answer = await response.json();
    return response.ok ? answer : { ...answer, failed: response.status };
  } catch {
    return { failed: noAnswer };
  }
}

/** Keeping things is a help that some browsers refuse, and never a condition. */
function inSession<T>(
  ports: FlowPorts,
  use: (storage: ReturnType<FlowPorts["storage"]>) => T,
): T | undefined {
  try {
    return use(ports.storage());
  } catch {}
}
