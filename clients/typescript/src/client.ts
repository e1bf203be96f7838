import { type Operations, operations } from "./operations.generated.ts";
import { PerennialError } from "./perennial-error.ts";

export type { Operations };
export { PerennialError };

export interface PerennialOptions {
  /** The service's address, for the core and for store credit: `https://service.example`. */
  readonly serviceUrl?: string;
  /** The store's address, for the Data, Collection, Loyalty and Churn APIs; "" on a page of the store itself. */
  readonly storeUrl?: string;
  /** Left out where no key is needed: a page of the store that calls the Loyalty API. */
  readonly key?: string;
  /** How often a request is repeated after 429 or a lost connection; 3 unless said. */
  readonly maxRetries?: number;
  /** The longest wait that `Retry-After` may ask for, in seconds; 60 unless said. A longer one is thrown as the 429. */
  readonly maxWaitSeconds?: number;
  /** Told before each wait. */
  readonly onWait?: (wait: { readonly seconds: number; readonly attempt: number }) => void;
  readonly fetch?: typeof fetch;
}

type Name = keyof Operations;
/** What a call takes besides its name: path, query and body. */
type Input<N extends Name> = Operations[N]["input"] & {
  /** Instead of the one that is made. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
};
type Arguments<N extends Name> =
  Record<never, never> extends Operations[N]["input"] ? [input?: Input<N>] : [input: Input<N>];

/** Operations that answer a list, page by page. */
type ListName = {
  [N in Name]: Operations[N]["answer"] extends { data: readonly unknown[]; meta: object }
    ? N
    : never;
}[Name];
type Row<N extends ListName> = Operations[N]["answer"] extends { data: readonly (infer R)[] }
  ? R
  : never;

export interface Perennial {
  /**
   * Makes one call.
   *
   * @throws PerennialError for any answer that is not a success.
   * @throws TypeError when no answer came.
   */
  call<N extends Name>(name: N, ...input: Arguments<N>): Promise<Operations[N]["answer"]>;
  /** Every row of a list, from the page that `query` names on; a page is asked for when it is needed. */
  rows<N extends ListName>(name: N, ...input: Arguments<N>): AsyncGenerator<Row<N>>;
}

/** One call, with its types left behind. */
interface LooseInput {
  readonly path?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly body?: Record<string, unknown> | Blob;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly at: "service" | "store";
  readonly key: "header" | "query" | "form" | "body" | null;
  readonly idempotent: boolean;
}

export function createPerennial(options: PerennialOptions): Perennial {
  const call = async (name: Name, input: LooseInput = {}): Promise<unknown> => {
    const operation: Operation = operations[name];
    const { address, init } = requestOf(operation, input, options);
    const isRepeatable = operation.method === "GET" || operation.idempotent;
    const response = await send(address, init, isRepeatable, options);
    const text = await response.text();
    const body = readJson(text);
    // A store that is closed by a password sends to its front door, with a redirect.
    if (!response.ok) throw new PerennialError(response.status, body);
    return body;
  };
  return {
    call: call as Perennial["call"],
    rows: ((name: Name, input?: LooseInput) => readRows(call, name, input)) as Perennial["rows"],
  };
}

/** @throws Error when an address or the key that the operation needs was not given. */
function requestOf(
  { method, path, at, key, idempotent }: Operation,
  input: LooseInput,
  options: PerennialOptions,
): { address: string; init: RequestInit } {
  const origin = at === "service" ? options.serviceUrl : options.storeUrl;
  if (origin === undefined) throw new Error(`Set ${at}Url: this is called at that address.`);
  if (key !== null && !options.key) throw new Error("Set key: this needs one.");
  const secret = options.key ?? "";
  const headers: Record<string, string> = { Accept: "application/json" };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  if (key === "query") query.set("key", secret);
  if (key === "header") headers.Authorization = `Bearer ${secret}`;
  if (idempotent) headers["Idempotency-Key"] = input.idempotencyKey ?? crypto.randomUUID();
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input.path?.[name])),
  );
  const init: RequestInit = { method, headers, redirect: "manual" };
  if (input.signal) init.signal = input.signal;
  if (input.body instanceof Blob) {
    headers["Content-Type"] = input.body.type;
    init.body = input.body;
  } else if (key === "form") {
    const fields = Object.entries({ key: secret, ...input.body });
    init.body = new URLSearchParams(fields.map(([name, value]) => [name, String(value)]));
  } else if (input.body || key === "body") {
    headers["Content-Type"] = "application/json";
    init.body = JSON.stringify(key === "body" ? { ...input.body, key: secret } : input.body);
  }
  const search = query.size > 0 ? `?${query}` : "";
  return { address: `${origin.replace(/\/+$/, "")}${filled}${search}`, init };
}

/** Sends, waits as a 429 says, and repeats what may be repeated when no answer came. */
async function send(
  address: string,
  init: RequestInit,
  isRepeatable: boolean,
  { fetch: ask = fetch, maxRetries = 3, maxWaitSeconds = 60, onWait }: PerennialOptions,
): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const isLast = attempt > maxRetries;
    let seconds = 2 ** (attempt - 1);
    try {
      const response = await ask(address, init);
      if (response.status !== 429 || isLast) return response;
      const asked = Number(response.headers.get("retry-after") ?? Number.NaN);
      if (Number.isFinite(asked) && asked >= 0) seconds = asked;
      if (seconds > maxWaitSeconds) return response;
      await response.body?.cancel();
    } catch (error) {
      if (!isRepeatable || isLast || init.signal?.aborted) throw error;
    }
    onWait?.({ seconds, attempt });
    await wait(seconds, init.signal ?? null);
  }
}

function wait(seconds: number, signal: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, seconds * 1000);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}

interface AnyPage {
  readonly data: readonly unknown[];
  readonly meta: Readonly<Record<string, unknown>>;
}

async function* readRows(
  call: (name: Name, input: LooseInput) => Promise<unknown>,
  name: Name,
  input: LooseInput = {},
): AsyncGenerator<unknown> {
  let query = input.query ?? {};
  for (;;) {
    const page = (await call(name, { ...input, query })) as AnyPage;
    yield* page.data;
    const next = nextPage(page);
    if (next === null) return;
    query = { ...query, ...next };
  }
}

/** What to ask the page after this one with; null when this is the last. */
function nextPage({ data, meta }: AnyPage): Record<string, unknown> | null {
  if ("current_page" in meta) {
    return data.length < Number(meta.per_page) ? null : { page: Number(meta.current_page) + 1 };
  }
  if (meta.has_more !== true || data.length === 0) return null;
  if ("last_id" in meta) return { since_id: meta.last_id };
  return { offset: Number(meta.offset) + data.length };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
