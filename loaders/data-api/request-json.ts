import { setTimeout as delay } from "node:timers/promises";
import { DataApiError, describeErrorBody } from "./data-api-error.ts";
import { fetchUrl } from "./fetch-url.ts";
import { retryDelayMs } from "./retry-delay.ts";

/** Where the Data API is, and how to wait between two attempts. */
export interface DataApiConnection {
  /** As `parseProxyBase` returns it. */
  readonly proxyBase: string;
  readonly key: string;
  /** Told of each failure that is followed by another attempt. */
  readonly onRetry?: (line: string) => void;
  readonly wait?: (ms: number) => Promise<unknown>;
}

const MAX_ATTEMPTS = 6;

/** For one page, to its last byte. */
const TIMEOUT_MS = 5 * 60_000;

/** Room for a page of 10,000 rows of 10 KB each; an answer beyond it is not read on. */
const MAX_BYTES = 100 * 1024 * 1024;

/**
 * Reads one JSON document of the Data API. A failure that may pass (429, 5xx, a connection that fails or
 * breaks) is repeated up to five times, after the time that `Retry-After` asks for. Redirects are not followed: the
 * key goes to no other host. The whole answer is in memory, so a caller asks for one page at a time.
 *
 * @throws DataApiError in one line, without the key.
 */
export async function requestJson(
  connection: DataApiConnection,
  path: string,
  query: Readonly<Record<string, string>>,
): Promise<unknown> {
  const { proxyBase, key, onRetry, wait = delay } = connection;
  const url = new URL(`${proxyBase}/${path}`);
  url.search = new URLSearchParams({ ...query, key }).toString();
  for (let failures = 1; ; failures += 1) {
    const outcome = await attempt(url, proxyBase);
    if ("value" in outcome) return outcome.value;
    const { mayPass, retryAfter, status } = outcome;
    const problem = outcome.problem.replaceAll(key, "…").replaceAll(encodeURIComponent(key), "…");
    const waitMs = retryDelayMs(failures, retryAfter, { now: Date.now(), random: Math.random() });
    if (!mayPass || failures === MAX_ATTEMPTS) throw new DataApiError(problem, status);
    if (waitMs === null) {
      throw new DataApiError(`${problem} It asks to wait (Retry-After: ${retryAfter}).`, status);
    }
    onRetry?.(`${problem} Trying again in ${Math.ceil(waitMs / 1_000)} s.`);
    await wait(waitMs);
  }
}

interface Failure {
  problem: string;
  status: number | null;
  mayPass: boolean;
  retryAfter: string | null;
}

async function attempt(url: URL, proxyBase: string): Promise<{ value: unknown } | Failure> {
  try {
    const response = await fetchUrl(url, {
      headers: { accept: "application/json" },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status !== 200) return await readFailure(response, url, proxyBase);
    const type = response.headers.get("content-type") ?? "nothing";
    if (!/\bjson\b/.test(type)) {
      await response.body?.cancel();
      const problem = `${proxyBase} answers with ${type.split(";")[0]}, not JSON: is it the address of the app proxy?`;
      return { problem, status: 200, mayPass: false, retryAfter: null };
    }
    return { value: JSON.parse(await readText(response)) };
  } catch (error) {
    if (error instanceof TooLargeError) {
      return { problem: error.message, status: 200, mayPass: false, retryAfter: null };
    }
    const problem = `${proxyBase} cannot be read: ${describeNetworkError(error)}.`;
    return { problem, status: null, mayPass: true, retryAfter: null };
  }
}

async function readFailure(response: Response, url: URL, proxyBase: string): Promise<Failure> {
  const { status, headers } = response;
  const retryAfter = headers.get("retry-after");
  if (status >= 300 && status < 400) {
    await response.body?.cancel();
    const to = URL.parse(headers.get("location") ?? "", url);
    // Its query may repeat the key.
    const place = to ? `to ${to.origin}${to.pathname}` : "elsewhere";
    const problem = `${proxyBase} redirects ${place}, which is not followed. Use the address that answers.`;
    return { problem, status, mayPass: false, retryAfter: null };
  }
  const said = describeErrorBody(await readText(response));
  const problem = `${url.origin}${url.pathname} answered ${status}${said ? `: ${said}` : "."}`;
  return { problem, status, mayPass: status === 429 || status >= 500, retryAfter };
}

class TooLargeError extends Error {}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  const texts: string[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    bytes += part.value.byteLength;
    if (bytes > MAX_BYTES) {
      await reader?.cancel();
      throw new TooLargeError("A page is larger than 100 MB.");
    }
    texts.push(decoder.decode(part.value, { stream: true }));
  }
  texts.push(decoder.decode());
  return texts.join("");
}

function describeNetworkError(error: unknown): string {
  if (error instanceof SyntaxError) return "its answer ends too early";
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? error.cause : error;
  if ([error, cause].some(({ name }) => name === "TimeoutError")) {
    return "it took longer than five minutes";
  }
  return "code" in cause ? String(cause.code) : cause.message;
}
