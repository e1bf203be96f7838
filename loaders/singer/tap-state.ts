import type { ExportName } from "../exports.ts";
import { LoadError } from "../load-error.ts";

/** How far each stream has been read: the value of STATE messages, and what `--state` is given. */
export interface TapState {
  readonly bookmarks: Readonly<Record<string, { readonly last_id: number }>>;
}

/**
 * Checks a state that was written by an earlier run.
 *
 * @throws LoadError when it is not one: starting from the beginning instead would repeat everything.
 */
export function parseTapState(value: unknown): TapState {
  const bookmarks = (value as { bookmarks?: unknown } | null)?.bookmarks ?? {};
  if (typeof value !== "object" || value === null || typeof bookmarks !== "object") {
    throw new LoadError("The state is not what this tap writes.");
  }
  for (const [name, bookmark] of Object.entries(bookmarks)) {
    const lastId = (bookmark as { last_id?: unknown } | null)?.last_id;
    if (!Number.isSafeInteger(lastId) || Number(lastId) < 0) {
      throw new LoadError(`The state of ${name.slice(0, 80)} has no last_id.`);
    }
  }
  return { bookmarks: bookmarks as TapState["bookmarks"] };
}

/** The state once a stream has been read up to an id. */
export function withBookmark(state: TapState, name: ExportName, lastId: number): TapState {
  return { bookmarks: { ...state.bookmarks, [name]: { last_id: lastId } } };
}
