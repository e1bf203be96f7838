import type { Refusal } from "./answer-action.ts";

/**
 * For a page's `clientAction`: the same when the server cannot be reached at all.
 *
 * @throws Response, as the server's action does.
 */
export async function keepWhenOffline<T>(serverAction: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await serverAction();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const message =
      "The server could not be reached, and nothing was saved. Check your connection and try again.";
    return { outcome: "refused", message, fields: {} };
  }
}
