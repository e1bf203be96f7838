import { useEffect, useState } from "react";
import type { FoundGroup } from "./found.ts";

/** Where a search is: nothing asked, asked, answered, or failed. The last answer stays until the next one. */
export interface SearchState {
  state: "idle" | "searching" | "found" | "failed";
  /** The words that `groups` answer. */
  words: string;
  groups: FoundGroup[];
}

const IDLE: SearchState = { state: "idle", words: "", groups: [] };
const SETTLED_AFTER_MS = 120;
const GIVE_UP_AFTER_MS = 10_000;

/**
 * Asks for what the words name once the typing rests. A further letter takes the question back, so that one is under way at a time.
 *
 * @param attempt a further number asks the same words again.
 */
export function useSearch(words: string, attempt: number): SearchState {
  const [answer, setAnswer] = useState(IDLE);
  const asked = words.trim();
  useEffect(() => {
    if (asked.length < 2) {
      setAnswer(IDLE);
      return;
    }
    const controller = new AbortController();
    setAnswer((last) => ({ ...last, state: "searching" }));
    const timer = setTimeout(async () => {
      try {
        const signal = AbortSignal.any([controller.signal, AbortSignal.timeout(GIVE_UP_AFTER_MS)]);
        const query = new URLSearchParams({ words: asked, attempt: String(attempt) });
        const response = await fetch(`/app/search?${query}`, { signal });
        if (!response.ok) throw new Error(`The search answered ${response.status}.`);
        const { groups } = (await response.json()) as { groups: FoundGroup[] };
        setAnswer({ state: "found", words: asked, groups });
      } catch {
        if (!controller.signal.aborted) setAnswer({ state: "failed", words: asked, groups: [] });
      }
    }, SETTLED_AFTER_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [asked, attempt]);
  return answer;
}
